// test/support/countedSignal.ts
function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listening = /* @__PURE__ */ new Set();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type, listener, options) => {
    listening.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type, listener) => {
    listening.delete(listener);
    remove(type, listener);
  };
  return { controller, listeners: () => listening.size };
}
export {
  countedSignal
};
//# sourceMappingURL=countedSignal.js.map
