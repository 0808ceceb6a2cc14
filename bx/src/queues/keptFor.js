// src/queues/keptFor.ts
import { LRUCache } from "lru-cache";
var FEW = 100;
function keptFor(clock, forMs, max = FEW) {
  const kept = new LRUCache({ max });
  return {
    of(key, ask, maxAgeMs = forMs) {
      const atMs = clock.monotonicMs();
      const known = kept.peek(key);
      if (known !== void 0 && atMs - known.atMs < maxAgeMs) return known.answer;
      const entry = { atMs, answer: ask() };
      kept.set(key, entry);
      entry.answer.catch(() => {
        if (kept.peek(key) === entry) kept.delete(key);
      });
      return entry.answer;
    },
    forget: (key) => void kept.delete(key)
  };
}
export {
  keptFor
};
//# sourceMappingURL=keptFor.js.map
