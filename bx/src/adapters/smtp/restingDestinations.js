// src/adapters/smtp/restingDestinations.ts
import { LRUCache } from "lru-cache";
var FIRST_REST_MS = 5 * 6e4;
var LONGEST_REST_MS = 36e5;
var JITTER = 0.4;
var MAX_RESTING = 1e4;
function restingDestinations({
  clock,
  ids
}) {
  const known = new LRUCache({
    max: MAX_RESTING
  });
  const later = (ms) => Math.round(ms * (1 + ids.randomBytes(2).readUInt16BE() / 65536 * JITTER));
  return {
    /** Null: messages may be sent to it. */
    restOf(name) {
      const { untilMs, diagnostic } = known.peek(name) ?? { untilMs: 0, diagnostic: "" };
      const leftMs = untilMs - clock.monotonicMs();
      return leftMs > 0 ? { retryAfterMs: later(leftMs), diagnostic } : null;
    },
    /** Lets it rest, longer each time, until it takes a message. */
    busy(name, diagnostic) {
      const nowMs = clock.monotonicMs();
      const before = known.peek(name);
      const isResting = before !== void 0 && before.untilMs > nowMs;
      const times = isResting ? before.times : (before?.times ?? 0) + 1;
      const untilMs = isResting ? before.untilMs : nowMs + Math.min(FIRST_REST_MS * 2 ** (times - 1), LONGEST_REST_MS);
      known.set(name, { times, untilMs, diagnostic });
      return { retryAfterMs: later(untilMs - nowMs), diagnostic };
    },
    /** It took a message, or answered about one. */
    fine: (name) => void known.delete(name)
  };
}
export {
  restingDestinations
};
//# sourceMappingURL=restingDestinations.js.map
