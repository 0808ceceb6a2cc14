// src/dispatcher/backpressure.ts
import { linkedSignal } from "../runtime/linkedSignal.js";
var MAX_WAITING = 32;
var MOMENT_MS = 50;
function fanOutBackpressure(clock, signal) {
  const waits = /* @__PURE__ */ new Map();
  const begin = async (endpointId, turn) => {
    await clock.sleep(MOMENT_MS, turn.signal);
    turn.end();
    waits.delete(endpointId);
  };
  return {
    wait(endpointId, waiting) {
      if (waiting <= MAX_WAITING || signal.aborted) return null;
      const before = waits.get(endpointId);
      if (before !== void 0) return before.over;
      const turn = linkedSignal(signal);
      const wait = { turn, over: begin(endpointId, turn) };
      waits.set(endpointId, wait);
      return wait.over;
    },
    left(endpointId, waiting) {
      if (waiting <= MAX_WAITING) waits.get(endpointId)?.turn.end();
    }
  };
}
export {
  fanOutBackpressure
};
//# sourceMappingURL=backpressure.js.map
