// src/queues/delayQueue.ts
var FEWEST_KEPT = 64;
function delayQueue(isCurrent = () => true) {
  let heap = [];
  let most = FEWEST_KEPT;
  const at = (index) => heap[index]?.atMs ?? Number.POSITIVE_INFINITY;
  const swap = (one, other) => {
    const [a, b] = [heap[one], heap[other]];
    if (a === void 0 || b === void 0) return;
    heap[one] = b;
    heap[other] = a;
  };
  const rise = (index) => {
    for (let child = index; child > 0; ) {
      const parent = child - 1 >> 1;
      if (at(parent) <= at(child)) return;
      swap(parent, child);
      child = parent;
    }
  };
  const sink = (index) => {
    for (let parent = index; ; ) {
      const left = 2 * parent + 1;
      const child = at(left + 1) < at(left) ? left + 1 : left;
      if (at(parent) <= at(child)) return;
      swap(parent, child);
      parent = child;
    }
  };
  const removeFirst = () => {
    swap(0, heap.length - 1);
    heap.pop();
    sink(0);
  };
  const firstCurrent = () => {
    for (let [first] = heap; first !== void 0; [first] = heap) {
      if (isCurrent(first)) return first;
      removeFirst();
    }
    return null;
  };
  return {
    add(atMs, item) {
      const timed = { atMs, item };
      heap.push(timed);
      rise(heap.length - 1);
      if (heap.length > most) {
        heap = heap.filter((one) => one === timed || isCurrent(one));
        for (let parent = heap.length >> 1; parent >= 0; parent--) sink(parent);
        most = Math.max(FEWEST_KEPT, 2 * heap.length);
      }
      return timed;
    },
    nextAtMs: () => firstCurrent()?.atMs ?? Number.POSITIVE_INFINITY,
    takeDue(nowMs) {
      const items = [];
      for (let first = firstCurrent(); first !== null && first.atMs <= nowMs; first = firstCurrent()) {
        removeFirst();
        items.push(first.item);
      }
      return items;
    },
    get size() {
      return heap.length;
    }
  };
}
export {
  delayQueue
};
//# sourceMappingURL=delayQueue.js.map
