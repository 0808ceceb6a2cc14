// src/adapters/redis/hints.ts
var PREFIX = "postledger:signal:";
function prefixOf({ client: { options } }) {
  return options.db === void 0 || options.db === 0 ? PREFIX : `${PREFIX}${options.db}:`;
}
function redisHints(publisher, subscriber, ids, log) {
  const own = ids.uuid();
  const prefix = prefixOf(publisher);
  const channels = /* @__PURE__ */ new Map();
  const deliver = (channel, message) => {
    for (const { handle } of [...channels.get(channel) ?? []]) {
      try {
        handle(message);
      } catch (error) {
        log.error({ channel, error }, "a subscriber of a signal failed");
      }
    }
  };
  subscriber.client.on("message", (prefixed, stamped) => {
    const [sender, message] = [stamped.slice(0, own.length), stamped.slice(own.length)];
    if (sender !== own) deliver(prefixed.slice(prefix.length), message);
  });
  const unlessLost = (sent) => void sent.catch(() => {
  });
  subscriber.client.on("ready", () => {
    const names = [...channels.keys()].map((channel) => prefix + channel);
    if (names.length > 0) unlessLost(subscriber.client.subscribe(...names));
  });
  return {
    publish(channel, message) {
      queueMicrotask(() => deliver(channel, message));
      unlessLost(publisher.answer((client) => client.publish(prefix + channel, own + message)));
    },
    subscribe(channel, handler) {
      const subscription = { handle: handler };
      const others = channels.get(channel) ?? /* @__PURE__ */ new Set();
      channels.set(channel, others.add(subscription));
      if (others.size === 1) unlessLost(subscriber.client.subscribe(prefix + channel));
      return () => {
        if (!others.delete(subscription) || others.size > 0 || channels.get(channel) !== others) return;
        channels.delete(channel);
        unlessLost(subscriber.client.unsubscribe(prefix + channel));
      };
    },
    async close() {
      channels.clear();
      await Promise.all([publisher.close(), subscriber.close()]);
    }
  };
}
export {
  redisHints
};
//# sourceMappingURL=hints.js.map
