// src/adapters/smtp/sessionPlaces.ts
var FULL_MS = 6e4;
function sessionPlaces(maxSessions, onEnd) {
  const living = /* @__PURE__ */ new Set();
  let opening = 0;
  let isEnded = false;
  let full = { sessions: maxSessions, untilMs: 0 };
  const taken = () => living.size + opening;
  return {
    get living() {
      return living.size;
    },
    get taken() {
      return taken();
    },
    get hasRoom() {
      return taken() < (performance.now() < full.untilMs ? full.sessions : maxSessions);
    },
    /** Opens a session in a place of its own, also where there is no room. */
    async fill(open) {
      opening++;
      try {
        const session = await open();
        if (isEnded) session.destroy();
        living.add(session);
        session.onEnd(() => {
          living.delete(session);
          onEnd();
        });
        return session;
      } finally {
        opening--;
      }
    },
    /** Lets none be opened for a while above those that the server has. False where it has none: it was away, and not full. */
    noteRefusal() {
      const isFull = taken() > 0;
      full = isFull ? { sessions: taken(), untilMs: performance.now() + FULL_MS } : { sessions: maxSessions, untilMs: 0 };
      return isFull;
    },
    destroyAll() {
      isEnded = true;
      for (const session of [...living]) session.destroy();
    }
  };
}
export {
  sessionPlaces
};
//# sourceMappingURL=sessionPlaces.js.map
