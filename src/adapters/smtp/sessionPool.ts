import { type TurnQueue, turnQueue } from '../../queues/turnQueue.ts';
import type { TransactionDeadline } from './deadline.ts';
import { idleSessions } from './idleSessions.ts';
import { sessionOpenings } from './sessionOpenings.ts';
import { sessionPlaces } from './sessionPlaces.ts';
import type { SmtpSession } from './smtpSession.ts';

type Deadline = Pick<TransactionDeadline, 'whenOver'>;

/** Sessions with one server, which are opened when needed and used again. */
export interface SessionPool {
  /**
   * A session for the caller only, until it is released. Rejects when none could be opened, or none in time: with
   * ConnectionsInUse where others were served meanwhile.
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
  /**
   * Resolves where a session is idle or one came back lately, or when one is opened. Rejects when none can be opened, or where
   * all are in use and none came back for as long as callers wait.
   */
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
  /** How long callers wait for a session at most: where none came back for so long, the server is silent. */
  readonly waitMs: number;
}

/** No connection became free in time, while others were served: there are too few for what is to be sent. */
export class ConnectionsInUse extends Error {}

interface Waiter {
  readonly take: (session: SmtpSession) => void;
  readonly fail: (error: unknown) => void;
}

export function sessionPool(options: SessionPoolOptions): SessionPool {
  const { open, maxSessions, maxMessagesPerSession, idleMs, waitMs } = options;
  const waiting = turnQueue<Waiter>();
  let isClosed = false;
  /** When a session came back alive, or was opened, the last time. */
  let heardAtMs = Number.NEGATIVE_INFINITY;
  const isHeardSince = (sinceMs: number) => heardAtMs >= sinceMs;
  const places = sessionPlaces(maxSessions, () => grow());
  const idle = idleSessions(idleMs, (session) => session.quit());
  const release = (session: SmtpSession) => {
    if (!session.isAlive) return;
    heardAtMs = performance.now();
    if (isClosed) return session.destroy();
    if (session.transactions >= maxMessagesPerSession) return session.quit();
    const next = waiting.next();
    if (next === null) idle.add(session);
    else next.item.take(session);
  };
  const failedToOpen = (error: unknown) => {
    // While others are alive or being opened, the server may only accept no more at once.
    if (places.noteRefusal()) return;
    for (const { fail } of waiting.takeAll()) fail(error);
  };
  const openings = sessionOpenings(() => places.fill(open), release, failedToOpen);
  const grow = () => {
    while (!isClosed && waiting.size > openings.size && places.hasRoom) openings.begin();
  };
  const isServing = () => idle.hasLiving || (places.living > 0 && isHeardSince(performance.now() - waitMs));

  return {
    get size() {
      return places.taken;
    },
    acquire(party, deadline) {
      const session = idle.take();
      if (session !== null) return Promise.resolve(session);
      if (isClosed) return Promise.reject(new Error('the mailer was closed'));
      const own = waitIn(waiting, party, deadline, isHeardSince);
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

function waitIn(
  waiting: TurnQueue<Waiter>,
  party: string,
  deadline: Deadline,
  isHeardSince: (sinceMs: number) => boolean,
): Promise<SmtpSession> {
  const startedMs = performance.now();
  return new Promise((take, fail) => {
    const waiter = { take, fail };
    waiting.add(party, waiter);
    deadline.whenOver(() => {
      if (!waiting.remove(party, waiter)) return;
      fail(
        isHeardSince(startedMs)
          ? new ConnectionsInUse('all connections were in use for too long')
          : silence(),
      );
    });
  });
}

const silence = () => new Error('no connection came back in time, and none could be opened');
