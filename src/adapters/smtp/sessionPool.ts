import { type TurnQueue, turnQueue } from '../../queues/turnQueue.ts';
import { type IdleSessions, idleSessions } from './idleSessions.ts';
import type { SmtpSession } from './smtpSession.ts';

/** Sessions with one server, opened as they are needed and used again. */
export interface SessionPool {
  /**
   * A session of one's own, until it is released. Rejects with what kept one from being opened, or when the signal aborts.
   * @param party those who wait for one take turns by it
   */
  acquire(party: string, signal: AbortSignal): Promise<SmtpSession>;
  /** Gives a session back; one that ended is replaced when somebody waits. */
  release(session: SmtpSession): void;
  /** Opens one unless one lives. Rejects with what kept it from being opened. */
  ensure(): Promise<void>;
  /** Sessions that live, or are being opened. */
  readonly size: number;
  /** Cuts all connections. */
  close(): void;
}

export interface SessionPoolOptions {
  readonly open: () => Promise<SmtpSession>;
  readonly maxSessions: number;
  readonly maxMessagesASession: number;
  readonly idleMs: number;
}

/** A server that takes no more sessions beside those that live is believed for so long. */
const FULL_MS = 60_000;

interface Waiter {
  readonly take: (session: SmtpSession) => void;
  readonly fail: (error: unknown) => void;
}

export function sessionPool({ open, maxSessions, maxMessagesASession, idleMs }: SessionPoolOptions): SessionPool {
  /** Those that may take messages. */
  const living = new Set<SmtpSession>();
  const waiting = turnQueue<Waiter>();
  let opening = 0;
  let isClosed = false;
  const ceiling = ceilingOf(maxSessions);
  const retire = (session: SmtpSession) => {
    living.delete(session);
    session.quit();
    grow();
  };
  const idle: IdleSessions = idleSessions(idleMs, retire);
  const offer = (session: SmtpSession) => {
    const next = waiting.next();
    if (next === null) idle.add(session);
    else next.item.take(session);
  };
  const openOne = async (): Promise<void> => {
    opening++;
    try {
      const session = await open();
      if (isClosed) return session.destroy();
      living.add(session);
      session.onEnd(() => {
        idle.remove(session);
        living.delete(session);
        grow();
      });
      if (living.has(session)) offer(session);
    } finally {
      opening--;
    }
  };
  const openFirst = sharedWhileUnderWay(openOne);
  const grow = () => {
    while (!isClosed && waiting.size > opening && living.size + opening < ceiling.now())
      openOne().catch((error) => {
        // While others live the server is there, and only takes no more of them at once.
        if (living.size > 0) ceiling.isFull(living.size);
        else for (const { fail } of waiting.takeAll()) fail(error);
      });
  };

  return {
    get size() {
      return living.size + opening;
    },
    acquire(party, signal) {
      const session = idle.take();
      if (session !== null) return Promise.resolve(session);
      if (isClosed) return Promise.reject(new Error('the mailer was closed'));
      const own = waitIn(waiting, party, signal);
      grow();
      return own;
    },
    release(session) {
      if (!session.isAlive) return;
      if (session.taken >= maxMessagesASession) retire(session);
      else offer(session);
    },
    ensure: () => (living.size > 0 ? Promise.resolve() : openFirst()),
    close() {
      isClosed = true;
      for (const { fail } of waiting.takeAll()) fail(new Error('the mailer was closed'));
      for (const session of [...living]) session.destroy();
    },
  };
}

/** Calls that come while one is under way share its end. */
function sharedWhileUnderWay(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/** How many sessions there may be: fewer for a while when the server took no more. */
function ceilingOf(maxSessions: number) {
  let full = { sessions: maxSessions, untilMs: 0 };
  return {
    now: () => (performance.now() < full.untilMs ? full.sessions : maxSessions),
    isFull(sessions: number) {
      full = { sessions, untilMs: performance.now() + FULL_MS };
    },
  };
}

function waitIn(waiting: TurnQueue<Waiter>, party: string, signal: AbortSignal): Promise<SmtpSession> {
  return new Promise((resolve, reject) => {
    const late = () => {
      waiting.remove(party, waiter);
      waiter.fail(new Error('no connection became free in time'));
    };
    const settled = <Value>(settle: (value: Value) => void) => {
      return (value: Value) => {
        signal.removeEventListener('abort', late);
        settle(value);
      };
    };
    const waiter: Waiter = { take: settled(resolve), fail: settled(reject) };
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    waiting.add(party, waiter);
  });
}
