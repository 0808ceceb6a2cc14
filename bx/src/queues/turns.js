// src/queues/turns.ts
import { counts } from "./counts.js";
import { turnQueue } from "./turnQueue.js";
var ALONE_AFTER_MS = 1e3;
function turns(options) {
  const { clock, each, alone = each, all = Number.POSITIVE_INFINITY, maxWaitMs } = options;
  const open = counts();
  const waiting = turnQueue();
  let inUse = 0;
  let latest = { owner: "", atMs: Number.NEGATIVE_INFINITY };
  let another = latest;
  const note = (owner) => {
    if (latest.owner !== owner) another = latest;
    latest = { owner, atMs: clock.monotonicMs() };
  };
  const isAlone = (owner) => {
    const { atMs } = latest.owner === owner ? another : latest;
    const others = open.size - (open.of(owner) > 0 ? 1 : 0);
    return others === 0 && clock.monotonicMs() - atMs >= ALONE_AFTER_MS;
  };
  const mayBegin = (owner) => {
    const own = open.of(owner);
    return inUse < all && (own < each || own < alone && isAlone(owner));
  };
  const begun = (owner) => {
    inUse += 1;
    open.add(owner, 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      inUse -= 1;
      open.add(owner, -1);
      note(owner);
      for (let next = waiting.next(mayBegin); next !== null; next = waiting.next(mayBegin)) next.item();
    };
  };
  const begin = (owner) => {
    note(owner);
    return mayBegin(owner) ? begun(owner) : null;
  };
  return {
    begin,
    inUse: () => inUse,
    wait: (owner) => begin(owner) ?? new Promise((resolve) => {
      const over = new AbortController();
      const start = () => {
        over.abort();
        resolve(begun(owner));
      };
      waiting.add(owner, start);
      if (maxWaitMs !== void 0)
        void clock.sleep(maxWaitMs, over.signal).then(() => waiting.remove(owner, start) && resolve(null));
    })
  };
}
export {
  turns
};
//# sourceMappingURL=turns.js.map
