import type { SmtpSession } from './smtpSession.ts';

/** Sessions that are not in use. @param onExpired called with a session that was idle for too long, after its removal */
export function idleSessions(idleMs: number, onExpired: (session: SmtpSession) => void) {
  const idle = new Map<SmtpSession, NodeJS.Timeout>();
  const remove = (session: SmtpSession) => {
    clearTimeout(idle.get(session));
    idle.delete(session);
  };
  return {
    get hasLiving() {
      return [...idle.keys()].some(({ isAlive }) => isAlive);
    },
    add(session: SmtpSession): void {
      const timer = setTimeout(() => {
        remove(session);
        onExpired(session);
      }, idleMs);
      timer.unref();
      idle.set(session, timer);
    },
    /** The session used last that is still alive; null: there is none. */
    take(): SmtpSession | null {
      for (const session of [...idle.keys()].reverse()) {
        remove(session);
        if (session.isAlive) return session;
      }
      return null;
    },
  };
}
