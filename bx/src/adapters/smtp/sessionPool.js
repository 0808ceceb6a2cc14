// src/adapters/smtp/sessionPool.ts
import { turnQueue } from "../../queues/turnQueue.js";
import { idleSessions } from "./idleSessions.js";
import { sessionOpenings } from "./sessionOpenings.js";
import { sessionPlaces } from "./sessionPlaces.js";
var ConnectionsInUse = class extends Error {
};
function sessionPool(options) {
  const { open, maxSessions, maxMessagesPerSession, idleMs, waitMs } = options;
  const waiting = turnQueue();
  let isClosed = false;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  const isHeardSince = (sinceMs) => heardAtMs >= sinceMs;
  const places = sessionPlaces(maxSessions, () => grow());
  const idle = idleSessions(idleMs, (session) => session.quit());
  const release = (session) => {
    if (!session.isAlive) return;
    heardAtMs = performance.now();
    if (isClosed) return session.destroy();
    if (session.transactions >= maxMessagesPerSession) return session.quit();
    const next = waiting.next();
    if (next === null) idle.add(session);
    else next.item.take(session);
  };
  const failedToOpen = (error) => {
    if (places.noteRefusal()) return;
    for (const { fail } of waiting.takeAll()) fail(error);
  };
  const openings = sessionOpenings(() => places.fill(open), release, failedToOpen);
  const grow = () => {
    while (!isClosed && waiting.size > openings.size && places.hasRoom) openings.begin();
  };
  const isServing = () => idle.hasLiving || places.living > 0 && isHeardSince(performance.now() - waitMs);
  return {
    get size() {
      return places.taken;
    },
    acquire(party, deadline) {
      const session = idle.take();
      if (session !== null) return Promise.resolve(session);
      if (isClosed) return Promise.reject(new Error("the mailer was closed"));
      const own = waitIn(waiting, party, deadline, isHeardSince);
      grow();
      return own;
    },
    release,
    replace(session, openOther, deadline) {
      const opened = places.fill(async () => {
        await ended(session);
        if (isClosed) throw new Error("the mailer was closed");
        return openOther();
      });
      opened.catch(grow);
      return inTime(opened, deadline, release);
    },
    async ensure() {
      const startedMs = performance.now();
      if (isServing()) return;
      if (openings.size === 0) {
        if (!places.hasRoom) throw silence();
        openings.begin();
      }
      await openings.first().catch((error) => {
        if (!isHeardSince(startedMs)) throw error;
      });
    },
    close() {
      isClosed = true;
      for (const { fail } of waiting.takeAll()) fail(new Error("the mailer was closed"));
      places.destroyAll();
    }
  };
}
function ended(session) {
  session.quit();
  return new Promise((resolve) => session.onEnd(resolve));
}
function inTime(opened, deadline, late) {
  return new Promise((resolve, reject) => {
    opened.then(resolve, reject);
    deadline.whenOver(() => {
      reject(new Error("no other host answered in time"));
      opened.then(late, () => {
      });
    });
  });
}
function waitIn(waiting, party, deadline, isHeardSince) {
  const startedMs = performance.now();
  return new Promise((take, fail) => {
    const waiter = { take, fail };
    waiting.add(party, waiter);
    deadline.whenOver(() => {
      if (!waiting.remove(party, waiter)) return;
      fail(
        isHeardSince(startedMs) ? new ConnectionsInUse("all connections were in use for too long") : silence()
      );
    });
  });
}
var silence = () => new Error("no connection came back in time, and none could be opened");
export {
  ConnectionsInUse,
  sessionPool
};
//# sourceMappingURL=sessionPool.js.map
