// test/dispatcher/simulation/dueQueue.ts
function dueQueue() {
  const heap = [];
  const dueAt = (at) => heap[at]?.dueAtMs ?? Number.POSITIVE_INFINITY;
  const swap = (one, other) => {
    const [first, second] = [heap[one], heap[other]];
    if (first === void 0 || second === void 0) return;
    heap[one] = second;
    heap[other] = first;
  };
  return {
    get size() {
      return heap.length;
    },
    add(dueAtMs, item) {
      let at = heap.push({ dueAtMs, item }) - 1;
      for (let above = at - 1 >> 1; at > 0 && dueAt(above) > dueAtMs; above = at - 1 >> 1) {
        swap(at, above);
        at = above;
      }
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first === void 0 || last === void 0 || heap.length === 0) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const below = dueAt(2 * at + 1) <= dueAt(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
        if (dueAt(below) >= dueAt(at)) return first;
        swap(at, below);
        at = below;
      }
    }
  };
}
export {
  dueQueue
};
//# sourceMappingURL=dueQueue.js.map
