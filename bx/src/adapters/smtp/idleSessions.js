// src/adapters/smtp/idleSessions.ts
function idleSessions(idleMs, onExpired) {
  const idle = /* @__PURE__ */ new Map();
  const remove = (session) => {
    clearTimeout(idle.get(session));
    idle.delete(session);
  };
  return {
    get hasLiving() {
      return [...idle.keys()].some(({ isAlive }) => isAlive);
    },
    add(session) {
      const timer = setTimeout(() => {
        remove(session);
        onExpired(session);
      }, idleMs);
      timer.unref();
      idle.set(session, timer);
    },
    /** The session used last that is still alive; null: there is none. */
    take() {
      for (const session of [...idle.keys()].reverse()) {
        remove(session);
        if (session.isAlive) return session;
      }
      return null;
    }
  };
}
export {
  idleSessions
};
//# sourceMappingURL=idleSessions.js.map
