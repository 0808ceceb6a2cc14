// src/adapters/http/idleConnections.ts
var MAX_PER_ORIGIN = 64;
var MAX_TOTAL = 256;
var MAX_AGE_MS = 6e4;
function idleConnections(monotonicMs) {
  const byOrigin = /* @__PURE__ */ new Map();
  const watched = /* @__PURE__ */ new WeakSet();
  let closed = false;
  let count = 0;
  const remove = (origin, connection) => {
    const idle = byOrigin.get(origin) ?? [];
    const at = idle.indexOf(connection);
    if (at < 0) return;
    idle.splice(at, 1);
    count -= 1;
    if (idle.length === 0) byOrigin.delete(origin);
  };
  return {
    /**
     * The connection used last: it is the likeliest to be still open at the other end. Connections to other addresses than
     * the given ones are closed, and those that are too old.
     */
    take(origin, addresses) {
      for (; ; ) {
        const connection = byOrigin.get(origin)?.at(-1);
        if (connection === void 0) return void 0;
        remove(origin, connection);
        const isYoung = monotonicMs() - connection.openedAtMs < MAX_AGE_MS;
        if (connection.isOpen() && isYoung && addresses.includes(connection.address)) return connection;
        connection.destroy();
      }
    },
    /** Takes the connection back, or closes it where there are enough. */
    give(origin, connection) {
      const idle = byOrigin.get(origin) ?? [];
      if (closed || idle.length >= MAX_PER_ORIGIN || count >= MAX_TOTAL) return connection.destroy();
      byOrigin.set(origin, [...idle, connection]);
      count += 1;
      if (watched.has(connection)) return;
      watched.add(connection);
      void connection.closed.then(() => {
        remove(origin, connection);
        connection.destroy();
      });
    },
    close() {
      closed = true;
      for (const connections of byOrigin.values()) for (const connection of connections) connection.destroy();
      byOrigin.clear();
      count = 0;
    }
  };
}
export {
  idleConnections
};
//# sourceMappingURL=idleConnections.js.map
