// test/simulation/stores/hints.ts
var MEMBERS = "members:";
var TAKES_MS = [0.1, 3];
var runs = (life) => life.isAlive() && !life.isPaused();
function worldHints(agenda, chance, troubles) {
  const channels = /* @__PURE__ */ new Map();
  const signs = /* @__PURE__ */ new Map();
  return {
    passOver() {
      for (const [name, { life, channel, message }] of signs) {
        if (!life.isAlive()) signs.delete(name);
        else if (!life.isPaused()) {
          for (const listener of channels.get(channel) ?? [])
            if (runs(listener.life)) listener.handler(message);
        }
      }
    },
    view: (life) => ({
      publish(channel, message) {
        if (channel.startsWith(MEMBERS)) signs.set(`${channel} ${life.process}`, { life, channel, message });
        for (const listener of channels.get(channel) ?? []) {
          if (!listener.life.isAlive()) channels.get(channel)?.delete(listener);
          if (troubles.strikes("hints lost", "coordination", life.process)) continue;
          const arrive = () => {
            if (channels.get(channel)?.has(listener)) listener.handler(message);
          };
          listener.life.at(Math.ceil(agenda.nowMs() + chance.between(...TAKES_MS)), arrive, "poll");
        }
      },
      subscribe(channel, handler) {
        const listener = { life, handler };
        const listeners = channels.get(channel) ?? /* @__PURE__ */ new Set();
        channels.set(channel, listeners.add(listener));
        return () => void listeners.delete(listener);
      },
      async close() {
        for (const listeners of channels.values())
          for (const listener of listeners) if (listener.life === life) listeners.delete(listener);
      }
    })
  };
}
export {
  worldHints
};
//# sourceMappingURL=hints.js.map
