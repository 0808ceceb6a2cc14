// src/console/background.ts
import { LRUCache } from "lru-cache";
var KEPT = 20;
var SHOWN_MS = 6e4;
function inBackground(clock, begun) {
  const known = new LRUCache({ max: KEPT });
  let last = Promise.resolve();
  return (key, work) => {
    const before = known.get(key);
    const isOld = before?.endedAtMs != null && clock.monotonicMs() - before.endedAtMs > SHOWN_MS;
    if (before !== void 0 && !isOld) return before.work;
    const kept = { work: { status: "running", progress: begun }, endedAtMs: null };
    known.set(key, kept);
    const run = async () => {
      const result = await work((progress) => {
        kept.work = { status: "running", progress };
      });
      kept.work = { status: "done", result };
      kept.endedAtMs = clock.monotonicMs();
    };
    last = last.then(run).catch(() => void known.delete(key));
    return kept.work;
  };
}
export {
  inBackground
};
//# sourceMappingURL=background.js.map
