// src/adapters/intake/smtpEntrance.ts
import { networkOf } from "../../queues/networkOf.js";
import { turns } from "../../queues/turns.js";
function smtpEntrance(options) {
  const { clock, each, all, isUnlimited, withinMs, tooLate, onCount = () => {
  } } = options;
  const connections = turns({ clock, each, all });
  const useless = /* @__PURE__ */ new Map();
  let open = 0;
  return {
    /** False: there are too many. A connection counts until its socket is destroyed. */
    enter(socket) {
      const address = socket.remoteAddress ?? "";
      const endTurn = isUnlimited(address) ? () => {
      } : connections.begin(networkOf(address));
      if (endTurn === null) return false;
      onCount(++open);
      whenDestroyed(socket, () => {
        endTurn();
        onCount(--open);
      });
      return true;
    },
    /** Its session has begun. */
    begin(id) {
      const over = new AbortController();
      useless.set(id, over);
      void clock.sleep(withinMs, over.signal).then(() => over.signal.aborted || tooLate(id));
    },
    /** It did something useful, or it is over. */
    stop(id) {
      useless.get(id)?.abort();
      useless.delete(id);
    }
  };
}
function whenDestroyed(socket, act) {
  const { _destroy: destroy } = socket;
  socket._destroy = (error, done) => {
    act();
    destroy.call(socket, error, done);
  };
}
export {
  smtpEntrance,
  whenDestroyed
};
//# sourceMappingURL=smtpEntrance.js.map
