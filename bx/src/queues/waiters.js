// src/queues/waiters.ts
function waiters() {
  const waiting = /* @__PURE__ */ new Set();
  return {
    wait: (signal) => new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    }),
    wakeAll() {
      for (const wake of [...waiting]) wake();
    }
  };
}
export {
  waiters
};
//# sourceMappingURL=waiters.js.map
