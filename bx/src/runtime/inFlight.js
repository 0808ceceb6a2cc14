// src/runtime/inFlight.ts
import { BEGINNING } from "../events/event.js";
var ASK_EVERY_MS = 100;
function inFlight(indexPosition, clock) {
  const flying = /* @__PURE__ */ new Set();
  const held = /* @__PURE__ */ new Map();
  let passed = BEGINNING;
  let askAtMs = clock.monotonicMs();
  let isMissed = false;
  const isHeld = (key, at) => {
    const until = held.get(key);
    if (until === void 0) return false;
    if (at >= until) held.delete(key);
    else isMissed = true;
    return at < until;
  };
  const release = () => {
    for (const [key, until] of held) {
      if (until > passed) return;
      held.delete(key);
    }
  };
  return {
    has: (key, at = BEGINNING) => flying.has(key) || isHeld(key, at),
    begin(key) {
      if (flying.has(key)) return false;
      held.delete(key);
      flying.add(key);
      return true;
    },
    hold(key, until) {
      flying.delete(key);
      held.delete(key);
      if (until > passed) held.set(key, until);
    },
    end: (key) => void flying.delete(key),
    async letGo() {
      if (held.size === 0 || clock.monotonicMs() < askAtMs) return;
      askAtMs = clock.monotonicMs() + ASK_EVERY_MS;
      const wasMissed = isMissed;
      isMissed = false;
      try {
        passed = await indexPosition();
      } catch (error) {
        isMissed ||= wasMissed;
        throw error;
      }
      release();
    },
    get passed() {
      return passed;
    },
    get held() {
      return held.size;
    },
    // What was missed may have begun again, or have been released since: then there is nothing to wait for.
    nextInMs: () => isMissed && held.size > 0 ? Math.max(0, askAtMs - clock.monotonicMs()) : Number.POSITIVE_INFINITY
  };
}
export {
  inFlight
};
//# sourceMappingURL=inFlight.js.map
