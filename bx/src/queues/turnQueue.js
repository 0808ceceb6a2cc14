// src/queues/turnQueue.ts
function turnQueue() {
  const waiting = /* @__PURE__ */ new Map();
  let size = 0;
  return {
    get size() {
      return size;
    },
    sizeOf: (owner) => waiting.get(owner)?.length ?? 0,
    add(owner, item) {
      const own = waiting.get(owner);
      if (own === void 0) waiting.set(owner, [item]);
      else own.push(item);
      size += 1;
    },
    remove(owner, item) {
      const own = waiting.get(owner) ?? [];
      const at = own.indexOf(item);
      if (at < 0) return false;
      own.splice(at, 1);
      if (own.length === 0) waiting.delete(owner);
      size -= 1;
      return true;
    },
    next(mayHave = () => true) {
      for (const [owner, own] of waiting) {
        const [item] = own;
        if (item === void 0 || !mayHave(owner, item)) continue;
        own.shift();
        waiting.delete(owner);
        if (own.length > 0) waiting.set(owner, own);
        size -= 1;
        return { owner, item };
      }
      return null;
    },
    takeAll() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      size = 0;
      return all;
    }
  };
}
export {
  turnQueue
};
//# sourceMappingURL=turnQueue.js.map
