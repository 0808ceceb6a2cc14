// src/dispatcher/slotUsage.ts
import { usageBy } from "../queues/usage.js";
function slotUsage(clock) {
  const endpoints = usageBy(clock);
  const workspaces = usageBy(clock);
  return {
    endpoints,
    workspaces,
    charged({ endpointId, workspace }, expectedMs, slot) {
      const startedMs = clock.monotonicMs();
      const charge = (ms) => {
        endpoints.add(endpointId, ms);
        workspaces.add(workspace, ms);
      };
      charge(expectedMs);
      return {
        ...slot,
        posted(answer) {
          slot.posted(answer);
          charge(clock.monotonicMs() - startedMs - expectedMs);
        }
      };
    }
  };
}
export {
  slotUsage
};
//# sourceMappingURL=slotUsage.js.map
