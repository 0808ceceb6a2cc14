// src/adapters/embedded/coordination/hints.ts
function inProcessHints(log) {
  const channels = /* @__PURE__ */ new Map();
  const deliver = (channel, message) => {
    for (const handler of channels.get(channel) ?? []) {
      try {
        handler(message);
      } catch (error) {
        log.error({ channel, err: error }, "a hint handler failed");
      }
    }
  };
  return {
    publish: (channel, message) => void setImmediate(deliver, channel, message),
    subscribe(channel, handler) {
      const own = (message) => handler(message);
      const handlers = channels.get(channel) ?? /* @__PURE__ */ new Set();
      channels.set(channel, handlers.add(own));
      return () => {
        handlers.delete(own);
        if (handlers.size === 0 && channels.get(channel) === handlers) channels.delete(channel);
      };
    },
    close: async () => channels.clear()
  };
}
export {
  inProcessHints
};
//# sourceMappingURL=hints.js.map
