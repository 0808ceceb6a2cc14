// test/simulation/time/dueHeap.ts
var isBefore = (one, other) => one.ms < other.ms || one.ms === other.ms && one.place < other.place;
function dueHeap() {
  const heap = [];
  const take = () => {
    const first2 = heap[0];
    const last = heap.pop();
    if (first2 === void 0 || last === void 0 || heap.length === 0) return first2;
    let at = 0;
    for (; ; ) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left === void 0) break;
      let child = left;
      if (right !== void 0 && isBefore(right, left)) {
        child = right;
        below += 1;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first2;
  };
  const first = () => {
    while (heap[0]?.act === null) take();
    return heap[0];
  };
  return {
    first,
    take() {
      first();
      return take();
    },
    takeAll: () => heap.splice(0).filter(({ act }) => act !== null),
    put(due) {
      let at = heap.length;
      while (at > 0) {
        const above = at - 1 >> 1;
        const parent = heap[above];
        if (parent === void 0 || !isBefore(due, parent)) break;
        heap[at] = parent;
        at = above;
      }
      heap[at] = due;
    }
  };
}
export {
  dueHeap,
  isBefore
};
//# sourceMappingURL=dueHeap.js.map
