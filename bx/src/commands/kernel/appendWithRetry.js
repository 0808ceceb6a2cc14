// src/commands/kernel/appendWithRetry.ts
import { EventStoreUnavailable } from "../../ports/eventStore.js";
var WAITS_MS = [100, 500, 2e3];
var LONGEST_WAIT_MS = 5e3;
async function appendWithRetry(clock, append, signal) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await append();
    } catch (error) {
      const isOver = attempt >= WAITS_MS.length && (signal === void 0 || signal.aborted);
      if (!(error instanceof EventStoreUnavailable) || isOver) throw error;
    }
    const waitMs = WAITS_MS[attempt];
    await (waitMs === void 0 ? clock.sleep(LONGEST_WAIT_MS, signal) : clock.sleep(waitMs));
  }
}
export {
  appendWithRetry
};
//# sourceMappingURL=appendWithRetry.js.map
