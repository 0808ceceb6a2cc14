import { type TurnQueue, turnQueue } from '../../queues/turnQueue.ts';
import type { TransactionDeadline } from './deadline.ts';
import { idleSessions } from './idleSessions.ts';
import { sessionPlaces } from './sessionPlaces.ts';
import type { SmtpSession } from './smtpSession.ts';

type Deadline = Pick<TransactionDeadline, 'whenOver'>;

/** Sessions with one server, which are opened when needed and used again. */
export interface SessionPool {
  /**
   * A session for the caller only, until it is released. Rejects when none could be opened, or none in time.
   * @param party waiting parties take turns
   */
  acquire(party: string, deadline: Deadline): Promise<SmtpSession>;
  /** Returns a session to the pool; a session that ended is replaced when a caller waits. */
  release(session: SmtpSession): void;
  /**
   * Ends a session that the caller holds and opens another in its place, for the caller only; rejects when that fails, or
   * takes too long.
   */
  replace(
    session: SmtpSession,
    openOther: () => Promise<SmtpSession>,
    deadline: Deadline,
  ): Promise<SmtpSession>;
  /** Opens a session unless one is alive. Rejects when that fails. */
  ensure(): Promise<void>;
  /** Sessions that are alive, or being opened. */
  readonly size: number;
  /** Cuts all connections. */
  close(): void;
}

export interface SessionPoolOptions {
  readonly open: () => Promise<SmtpSession>;
  readonly maxSessions: number;
  readonly maxMessagesPerSession: number;
  readonly idleMs: number;
}

interface Waiter {
  readonly take: (session: SmtpSession) => void;
  readonly fail: (error: unknown) => void;
}

export function sessionPool(options: SessionPoolOptions): SessionPool {
  const { open, maxSessions, maxMessagesPerSession, idleMs } = options;
  const waiting = turnQueue<Waiter>();
  let opening = 0;
  let isClosed = false;
  const places = sessionPlaces(maxSessions, () => grow());
  const idle = idleSessions(idleMs, (session) => session.quit());
  const release = (session: SmtpSession) => {
    if (!session.isAlive) return;
    if (isClosed) return session.destroy();
    if (session.transactions >= maxMessagesPerSession) return session.quit();
    const next = waiting.next();
    if (next === null) idle.add(session);
    else next.item.take(session);
  };
  const openOne = async (): Promise<void> => {
    opening++;
    try {
      release(await places.fill(open));
    } catch (error) {
      // Others count on it, too. While others are alive or being opened, the server may only accept no more at once.
      if (!places.noteRefusal()) for (const { fail } of waiting.takeAll()) fail(error);
      throw error;
    } finally {
      opening--;
    }
  };
  const openFirst = shared(openOne);
  const grow = () => {
    // Those that wait have been given the failure.
    while (!isClosed && waiting.size > opening && places.hasRoom) openOne().catch(() => {});
  };

  return {
    get size() {
      return places.taken;
    },
    acquire(party, deadline) {
      const session = idle.take();
      if (session !== null) return Promise.resolve(session);
      if (isClosed) return Promise.reject(new Error('the mailer was closed'));
      const own = waitIn(waiting, party, deadline);
      grow();
      return own;
    },
    release,
    replace(session, openOther, deadline) {
      const opened = places.fill(async () => {
        await ended(session);
        // Nothing begins after the end, at no other host either.
        if (isClosed) throw new Error('the mailer was closed');
        return openOther();
      });
      // Its place is free for another caller.
      opened.catch(grow);
      return inTime(opened, deadline, release);
    },
    ensure: () => (places.living > 0 ? Promise.resolve() : openFirst()),
    close() {
      isClosed = true;
      for (const { fail } of waiting.takeAll()) fail(new Error('the mailer was closed'));
      places.destroyAll();
    },
  };
}

/** Ends a session; resolves when its connection has ended. */
function ended(session: SmtpSession): Promise<void> {
  session.quit();
  return new Promise((resolve) => session.onEnd(resolve));
}

/** A session that is opened too late goes to `late`. */
function inTime(
  opened: Promise<SmtpSession>,
  deadline: Deadline,
  late: (session: SmtpSession) => void,
): Promise<SmtpSession> {
  return new Promise((resolve, reject) => {
    opened.then(resolve, reject);
    deadline.whenOver(() => {
      reject(new Error('no other host answered in time'));
      opened.then(late, () => {});
    });
  });
}

/** Calls during another one share its result. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

function waitIn(waiting: TurnQueue<Waiter>, party: string, deadline: Deadline): Promise<SmtpSession> {
  return new Promise((take, fail) => {
    const waiter = { take, fail };
    waiting.add(party, waiter);
    deadline.whenOver(() => {
      if (waiting.remove(party, waiter)) fail(new Error('no connection became free in time'));
    });
  });
}
