import type { SmtpSession } from './smtpSession.ts';

/** For this long no more sessions are opened with a server that refused another one. */
const FULL_MS = 60_000;

/**
 * The places of sessions that are alive or being opened. A session that quits keeps its place until the connection has
 * ended, so that the server never has more of them.
 * @param onEnd called when a session has left its place
 */
export function sessionPlaces(maxSessions: number, onEnd: () => void) {
  const living = new Set<SmtpSession>();
  let opening = 0;
  let isEnded = false;
  /** Fewer are allowed for a while after the server accepted no more. */
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
    async fill(open: () => Promise<SmtpSession>): Promise<SmtpSession> {
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
    noteRefusal(): boolean {
      const isFull = taken() > 0;
      full = isFull
        ? { sessions: taken(), untilMs: performance.now() + FULL_MS }
        : { sessions: maxSessions, untilMs: 0 };
      return isFull;
    },
    destroyAll(): void {
      isEnded = true;
      for (const session of [...living]) session.destroy();
    },
  };
}
