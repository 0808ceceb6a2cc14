import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import { delayQueue } from '../queues/delayQueue.ts';
import { untilPassed } from './untilPassed.ts';

/** Items in the work index that must not be started: done but not yet passed by the index, or waiting for a retry. */
export interface Holds {
  has(key: string): boolean;
  /** Until the index has passed this position. */
  untilPassed(key: string, position: Position): void;
  /** Until so much time has passed; of several times of an item the last one counts. */
  forMs(key: string, lane: string, ms: number): void;
  /**
   * Releases what the index has passed and what has waited long enough. It costs as much as is released, and now and then
   * one read of the index's position, however much is held. To be called before the index is read.
   */
  letGo(): Promise<void>;
  /** Items that the index has yet to pass. */
  readonly unpassed: number;
  /** Items of the lane that wait for their time. */
  waitingIn(lane: string): number;
  /**
   * Milliseconds until `letGo` may release an item that is needed: one that waits for a retry, or that `has` was called
   * for since the last time. Infinite while there is none.
   */
  soonestInMs(): number;
}

/** While items wait for the index to pass them, its position is read at most this often. */
const ASK_EVERY_MS = 100;

/** `indexPosition`: a position up to which everything is in the index, in all its partitions. */
export function openHolds(indexPosition: () => Promise<Position>, clock: Pick<Clock, 'monotonicMs'>): Holds {
  const unpassed = untilPassed();
  const waiting = new Map<string, { readonly lane: string; readonly untilMs: number }>();
  const inLane = new Map<string, number>();
  const times = delayQueue<{ readonly key: string; readonly untilMs: number }>();
  let askAtMs = clock.monotonicMs();
  // Most items that are held are gone from the index by then, and `has` is not called for them again.
  let isMissed = false;

  const isUnpassed = (key: string) => {
    if (!unpassed.has(key)) return false;
    isMissed = true;
    return true;
  };
  const countIn = (lane: string, change: 1 | -1) => {
    const count = (inLane.get(lane) ?? 0) + change;
    if (count > 0) inLane.set(lane, count);
    else inLane.delete(lane);
  };
  const stopWaiting = (key: string) => {
    const lane = waiting.get(key)?.lane;
    waiting.delete(key);
    if (lane !== undefined) countIn(lane, -1);
  };
  const letGoByTime = () => {
    const nowMs = clock.monotonicMs();
    // An item that was given another time still has its old entry here.
    for (let due = times.takeDue(nowMs); due !== null; due = times.takeDue(nowMs))
      if (waiting.get(due.key)?.untilMs === due.untilMs) stopWaiting(due.key);
  };

  return {
    has: (key) => isUnpassed(key) || waiting.has(key),
    untilPassed: unpassed.hold,
    forMs(key, lane, ms) {
      stopWaiting(key);
      const untilMs = clock.monotonicMs() + ms;
      waiting.set(key, { lane, untilMs });
      countIn(lane, 1);
      times.add(untilMs, { key, untilMs });
    },
    async letGo() {
      letGoByTime();
      if (unpassed.size === 0 || clock.monotonicMs() < askAtMs) return;
      askAtMs = clock.monotonicMs() + ASK_EVERY_MS;
      const wasMissed = isMissed;
      isMissed = false;
      try {
        unpassed.passed(await indexPosition());
      } catch (error) {
        isMissed ||= wasMissed;
        throw error;
      }
    },
    get unpassed() {
      return unpassed.size;
    },
    waitingIn: (lane) => inLane.get(lane) ?? 0,
    soonestInMs() {
      const never = Number.POSITIVE_INFINITY;
      const soonestMs = Math.min(times.nextAtMs() ?? never, isMissed ? askAtMs : never);
      return Math.max(0, soonestMs - clock.monotonicMs());
    },
  };
}
