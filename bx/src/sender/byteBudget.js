// src/sender/byteBudget.ts
import { counts } from "../queues/counts.js";
import { turnQueue } from "../queues/turnQueue.js";
var SMALL_BYTES = 4 * 1024 * 1024;
var FOR_SMALL = 3 / 8;
var FOR_ALL = 3 / 4;
var LARGE_WAITING = 8;
function byteBudget(limitBytes, smallBytes = SMALL_BYTES) {
  const small = partOf(limitBytes * FOR_SMALL, Number.POSITIVE_INFINITY);
  const large = partOf(limitBytes * (1 - FOR_SMALL), LARGE_WAITING);
  return { within: (owner, bytes, work) => (bytes <= smallBytes ? small : large).within(owner, bytes, work) };
}
function partOf(limitBytes, mostWaiting) {
  const heldBy = counts();
  const waiting = turnQueue();
  const othersWait = () => waiting.size > 0;
  let usedBytes = 0;
  const take = (owner, bytes) => {
    usedBytes += bytes;
    heldBy.add(owner, bytes);
  };
  const admit = () => {
    let isFull = false;
    const mayBegin = (owner, { bytes }) => {
      if (isFull || heldBy.of(owner) > 0 && usedBytes + bytes > limitBytes * FOR_ALL) return false;
      isFull = usedBytes > 0 && usedBytes + bytes > limitBytes;
      return !isFull;
    };
    for (let next = waiting.next(mayBegin); next !== null; next = waiting.next(mayBegin)) {
      take(next.owner, next.item.bytes);
      next.item.go();
    }
  };
  return {
    async within(owner, bytes, work) {
      if (waiting.sizeOf(owner) >= mostWaiting) return null;
      let isBegun = false;
      let hasWaited = false;
      await new Promise((resolve) => {
        const go = () => {
          isBegun = true;
          resolve();
        };
        waiting.add(owner, { bytes, go });
        admit();
        hasWaited = !isBegun;
      });
      try {
        return await work({ hasWaited, othersWait });
      } finally {
        take(owner, -bytes);
        admit();
      }
    }
  };
}
export {
  SMALL_BYTES,
  byteBudget
};
//# sourceMappingURL=byteBudget.js.map
