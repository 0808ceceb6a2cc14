// test/support/memoryReports.ts
function memoryReports() {
  const all = /* @__PURE__ */ new Map();
  return { put: async (name, text) => void all.set(name, text), all: async () => all };
}
export {
  memoryReports
};
//# sourceMappingURL=memoryReports.js.map
