import type { SmtpSession } from './smtpSession.ts';

/** Sessions that nobody uses, each for a while. */
export interface IdleSessions {
  add(session: SmtpSession): void;
  remove(session: SmtpSession): void;
  /** The one used last that still lives; null: there is none. */
  take(): SmtpSession | null;
}

/** @param onTired called with one that nobody has used for so long; it is no longer among them */
export function idleSessions(idleMs: number, onTired: (session: SmtpSession) => void): IdleSessions {
  const idle = new Map<SmtpSession, NodeJS.Timeout>();
  const remove = (session: SmtpSession) => {
    clearTimeout(idle.get(session));
    idle.delete(session);
  };
  return {
    add(session) {
      const timer = setTimeout(() => {
        remove(session);
        onTired(session);
      }, idleMs);
      timer.unref();
      idle.set(session, timer);
    },
    remove,
    take() {
      for (const session of [...idle.keys()].reverse()) {
        remove(session);
        if (session.isAlive) return session;
      }
      return null;
    },
  };
}
