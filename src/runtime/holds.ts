import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { soonestFirst } from './soonest.ts';

/** Items that still stand in the work index and are not to be started: done and not yet passed by it, or waiting. */
export interface Holds {
  has(key: string): boolean;
  /** Until the index has passed this position. */
  untilPassed(key: string, position: Position): void;
  /** Until so much time has passed. */
  forMs(key: string, lane: string, ms: number): void;
  /** Lets go of what the index has passed and of what has waited long enough. Its cost is that of what goes. */
  letGo(): Promise<void>;
  /** Items that the index has yet to pass. */
  readonly unpassed: number;
  /** Items of the lane that wait for their time. */
  waitingIn(lane: string): number;
  /** Milliseconds until the next one has waited long enough; null when none waits. */
  soonestInMs(): number | null;
}

/** Items that the index is asked about at once. A round in which it has passed none of them is the last of a look. */
const ASKED_AT_ONCE = 64;

export function openHolds(
  collection: Pick<Collection<WorkDocument>, 'getForFold'>,
  clock: Pick<Clock, 'monotonicMs'>,
): Holds {
  const unpassed = new Map<string, Position>();
  const waiting = new Map<string, string>();
  const inLane = new Map<string, number>();
  const times = soonestFirst<string>();

  const countIn = (lane: string, change: 1 | -1) => {
    const count = (inLane.get(lane) ?? 0) + change;
    if (count > 0) inLane.set(lane, count);
    else inLane.delete(lane);
  };
  const letGoByTime = () => {
    const nowMs = clock.monotonicMs();
    for (let key = times.takeBy(nowMs); key !== null; key = times.takeBy(nowMs)) {
      const lane = waiting.get(key);
      waiting.delete(key);
      if (lane !== undefined) countIn(lane, -1);
    }
  };
  const letGoPassed = async () => {
    for (let left = unpassed.size; left > 0; left -= ASKED_AT_ONCE) {
      const asked = firstOf(unpassed.keys(), ASKED_AT_ONCE);
      const folded = await collection.getForFold(asked);
      let passed = 0;
      for (const key of asked) {
        const until = unpassed.get(key);
        if (until === undefined) continue;
        unpassed.delete(key);
        const reached = folded.get(key)?.position;
        if (reached !== undefined && reached >= until) passed++;
        // Behind the others: an item that the index never passes must not stand before those that it does.
        else unpassed.set(key, until);
      }
      if (passed === 0) return;
    }
  };

  return {
    has: (key) => unpassed.has(key) || waiting.has(key),
    untilPassed: (key, position) => void unpassed.set(key, position),
    forMs(key, lane, ms) {
      waiting.set(key, lane);
      countIn(lane, 1);
      times.add(clock.monotonicMs() + ms, key);
    },
    async letGo() {
      letGoByTime();
      await letGoPassed();
    },
    get unpassed() {
      return unpassed.size;
    },
    waitingIn: (lane) => inLane.get(lane) ?? 0,
    soonestInMs() {
      const atMs = times.atMs();
      return atMs === null ? null : Math.max(0, atMs - clock.monotonicMs());
    },
  };
}

function firstOf(keys: Iterable<string>, count: number): string[] {
  const first: string[] = [];
  for (const key of keys) {
    if (first.length === count) break;
    first.push(key);
  }
  return first;
}
