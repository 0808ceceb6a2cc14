// src/runtime/follow/tail.ts
import { ringFrom } from "./ring.js";
var BATCH_EVENTS = 1e3;
var RETRY_MS = 1e3;
var STALE_MS = 50;
async function followTail(store, types, signal, onFault, clock, onRead = () => {
}) {
  const ring = ringFrom(await store.head());
  const waiting = /* @__PURE__ */ new Set();
  const wake = (batch) => {
    for (const take of [...waiting]) take(batch);
  };
  const follow = async () => {
    for await (const batch of store.subscribe({ after: ring.position, types, signal })) {
      ring.take(batch);
      onRead(batch.events);
      wake(batch);
    }
  };
  const keepFollowing = async () => {
    while (!signal.aborted) {
      await follow().catch(onFault);
      await clock.sleep(RETRY_MS, signal);
    }
  };
  void keepFollowing();
  signal.addEventListener("abort", () => wake(null), { once: true });
  return {
    position: () => ring.position,
    waiting: () => waiting.size,
    async next(after, types2, stop, onPassed) {
      let passed = after;
      const isWanted = ({ type }) => types2.includes(type);
      const wanted = () => new Promise((resolve) => {
        const end = () => {
          waiting.delete(take);
          stop.removeEventListener("abort", end);
          resolve();
        };
        const take = (batch) => {
          if (batch === null || batch.events.some(isWanted)) return end();
          passed = batch.position;
          onPassed?.(passed);
        };
        waiting.add(take);
        stop.addEventListener("abort", end, { once: true });
      });
      while (!stop.aborted && !signal.aborted) {
        if (passed >= ring.floor) {
          if (ring.position > passed) return ring.next(passed, BATCH_EVENTS);
          await wanted();
          continue;
        }
        const known = ring.floor;
        const page = await store.readAll({ after: passed, limit: BATCH_EVENTS, types: types2 });
        const isStale = page.caughtUp && page.position < known;
        if (page.position > passed) return isStale ? { ...page, caughtUp: false } : page;
        if (isStale) await clock.sleep(STALE_MS, stop);
      }
      return null;
    }
  };
}
export {
  followTail
};
//# sourceMappingURL=tail.js.map
