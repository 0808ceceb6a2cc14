import type { Clock } from '../../src/ports/clock.ts';
import { agenda } from '../../test/simulation/time/agenda.ts';
import { driver } from '../../test/simulation/time/driver.ts';
import { dueHeap } from '../../test/simulation/time/dueHeap.ts';

/**
 * The time of a month that is lived in a minute. Something happens, the service does what follows for as long as that takes, and
 * then the date goes on to what is next: as if the machine slept in between.
 */
export interface MonthTime {
  readonly clock: Clock;
  /** At a date, milliseconds since 1970: one that has passed counts as now. */
  at(dateMs: number, act: () => void | Promise<void>): void;
  /** So much later, while the service works: what a server or a person takes to answer. */
  later<Result>(ms: number, result: () => Result | Promise<Result>): Promise<Result>;
  /** Something that takes more than one turn of the event loop, as a request does. */
  underWay<Result>(work: Promise<Result>): Promise<Result>;
  /** Lives until a date. */
  liveUntil(dateMs: number): Promise<void>;
}

interface MonthTimeParts {
  readonly startsAtMs: number;
  /** The first date after another at which the service has something to do; null where there is none. */
  readonly dueAtMs: (fromMs: number) => number | null;
  /** Grows with all that the service does. */
  readonly done: () => number;
  /** Whether some of what it did since the last call is to go on later. */
  readonly goesOn: () => boolean;
}

/** Timers end together: the service then wakes for many at once. */
const GRAIN_MS = 100;
/** Nothing more follows when so long nothing was done. */
const QUIET_MS = 200;
/** By then the read models that may wait have it too, and with it what is due later. */
const FOLDED_MS = 1_100;
/** What does not come to an end does so later. */
const LONGEST_MS = 60_000;

export function monthTime({ startsAtMs, dueAtMs, done, goesOn }: MonthTimeParts): MonthTime {
  const time = agenda(() => {});
  const drive = driver(time, () => false);
  const deeds = dueHeap<{ ms: number; readonly place: number; act: (() => void | Promise<void>) | null }>();
  let entered = 0;
  let sleptMs = 0;
  const nowMs = () => Math.floor(startsAtMs + sleptMs + time.nowMs());
  const goOnTo = (dateMs: number) => {
    sleptMs += Math.max(0, dateMs - nowMs());
  };
  const underWay = async <Result>(work: Promise<Result>): Promise<Result> => {
    const over = drive.underWay();
    return work.finally(over);
  };
  /** Until nothing follows any more from what happened. */
  const settle = async () => {
    const latestMs = time.nowMs() + LONGEST_MS;
    let before = -1;
    while (before !== done() && time.nowMs() < latestMs) {
      before = done();
      await drive.runUntil(time.nowMs() + QUIET_MS);
      if (before === done() && goesOn()) await drive.runUntil(time.nowMs() + FOLDED_MS);
    }
  };
  const clock: Clock = {
    nowMs,
    monotonicMs: time.nowMs,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || !(ms > 0)) return resolve();
        const dueMs = Math.ceil((time.nowMs() + ms) / GRAIN_MS) * GRAIN_MS;
        const end = () => {
          entry.cancel();
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const entry = time.at(dueMs, end, 'poll');
        signal?.addEventListener('abort', end, { once: true });
      }),
  };
  return {
    clock,
    underWay,
    at: (dateMs, act) => deeds.put({ ms: dateMs, place: entered++, act }),
    later: (ms, result) =>
      new Promise((resolve, reject) => {
        time.at(time.nowMs() + ms, () => {
          Promise.resolve().then(result).then(resolve, reject);
        });
      }),
    async liveUntil(dateMs) {
      for (;;) {
        const next = deeds.first();
        const due = dueAtMs(nowMs());
        const nextMs = Math.min(next?.ms ?? Number.POSITIVE_INFINITY, due ?? Number.POSITIVE_INFINITY);
        if (nextMs > dateMs) break;
        goOnTo(nextMs);
        if (next !== undefined && next.ms <= nowMs()) {
          deeds.take();
          const over = drive.underWay();
          Promise.resolve(next.act?.()).finally(over);
        }
        await settle();
      }
      goOnTo(dateMs);
      await settle();
    },
  };
}
