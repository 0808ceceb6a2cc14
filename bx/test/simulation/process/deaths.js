// test/simulation/process/deaths.ts
function deaths() {
  const awaited = /* @__PURE__ */ new Map();
  return {
    await: (process, upon, die) => void awaited.set(`${process} ${upon}`, die),
    happened(process, what) {
      const name = `${process} ${what}`;
      const die = awaited.get(name);
      awaited.delete(name);
      die?.();
    },
    clear: () => awaited.clear()
  };
}
export {
  deaths
};
//# sourceMappingURL=deaths.js.map
