// src/queues/counts.ts
function counts() {
  const all = /* @__PURE__ */ new Map();
  const of = (name) => all.get(name) ?? 0;
  return {
    of,
    add(name, change) {
      const count = of(name) + change;
      if (count > 0) all.set(name, count);
      else all.delete(name);
    },
    get size() {
      return all.size;
    }
  };
}
export {
  counts
};
//# sourceMappingURL=counts.js.map
