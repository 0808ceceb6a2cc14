import { type DelayQueue, delayQueue } from '../queues/delayQueue.ts';

/** A lane within a partition. */
export interface TimedLane {
  /** Unique over all partitions. */
  readonly name: string;
  readonly partition: number;
}

/**
 * When the lanes of the index are next worth a read, in memory: so a look costs what is due, and waiting lanes cost
 * nothing. Lanes that are not known here, or forgotten, are found by the sweep.
 */
export interface LaneTimes<Lane extends TimedLane> {
  /** The lane has an item that is due at the date (milliseconds since 1970); an earlier known date remains. */
  note(lane: Lane, dueAtMs: number): void;
  /** An awake lane is not read again before that moment of the monotonic clock. */
  rest(lane: Lane, untilMs: number): void;
  /** The lane is awake, and hungry from that moment of the monotonic clock, whether it rests or not. */
  recall(lane: Lane, atMs: number): void;
  /** Wakes lanes whose date has come; lanes whose rest is over are hungry again. */
  wake(nowMs: number, monotonicMs: number): void;
  isAwake(name: string): boolean;
  /** Awake lanes that are to be read, since none of their items is in memory. */
  hungry(): readonly Lane[];
  setHungry(name: string): void;
  setFed(name: string): void;
  /** Nothing of it is due any more. */
  forget(name: string): void;
  forgetPartition(partition: number): void;
  /** Milliseconds until `wake` has something to do; infinite when nothing is known. */
  nextInMs(nowMs: number, monotonicMs: number): number;
}

/** Lanes known at most. Beyond it, lanes that are due later than the next sweep are left to the sweep. */
const MAX_LANES = 100_000;
/** Longer than a sweep of that many takes. */
const SWEPT_WITHIN_MS = 1_200_000;

type Asleep<Lane> = Map<string, { readonly lane: Lane; readonly atMs: number }>;
type Dates = DelayQueue<{ readonly name: string; readonly atMs: number }>;

export function laneTimes<Lane extends TimedLane>(): LaneTimes<Lane> {
  const asleep: Asleep<Lane> = new Map();
  const awake = new Map<string, Lane>();
  const hungry = new Set<string>();
  const rests = restsOfLanes();
  let wokenAtMs = 0;
  let dates: Dates = delayQueue();

  const setDate = (lane: Lane, atMs: number) => {
    asleep.set(lane.name, { lane, atMs });
    dates.add(atMs, { name: lane.name, atMs });
  };
  const note: LaneTimes<Lane>['note'] = (lane, dueAtMs) => {
    if (awake.has(lane.name)) return;
    const before = asleep.get(lane.name);
    const isFull = before === undefined && asleep.size >= MAX_LANES;
    if (isFull && dueAtMs > wokenAtMs + SWEPT_WITHIN_MS) return;
    if (before === undefined || dueAtMs < before.atMs) setDate(lane, dueAtMs);
  };
  const forget = (name: string) => {
    asleep.delete(name);
    awake.delete(name);
    hungry.delete(name);
    rests.forget(name);
  };

  return {
    note,
    rest({ name }, untilMs) {
      hungry.delete(name);
      rests.rest(name, untilMs);
    },
    recall(lane, atMs) {
      // The next read finds the dates of its other items again.
      if (asleep.delete(lane.name)) hungry.add(lane.name);
      awake.set(lane.name, lane);
      rests.recall(lane.name, atMs);
    },
    wake(nowMs, monotonicMs) {
      wokenAtMs = nowMs;
      for (const name of rests.overBy(monotonicMs)) if (awake.has(name)) hungry.add(name);
      for (const lane of takeDue(dates, asleep, nowMs)) {
        awake.set(lane.name, lane);
        hungry.add(lane.name);
      }
    },
    isAwake: (name) => awake.has(name),
    hungry: () => [...hungry].flatMap((name) => awake.get(name) ?? []),
    setHungry(name) {
      if (awake.has(name)) hungry.add(name);
    },
    setFed: (name) => void hungry.delete(name),
    forget,
    forgetPartition(partition) {
      for (const [name, lane] of awake) if (lane.partition === partition) forget(name);
      for (const [name, { lane }] of asleep) if (lane.partition === partition) forget(name);
      if (asleep.size === 0) dates = delayQueue();
    },
    nextInMs: (nowMs, monotonicMs) =>
      Math.min(inMs(dates.nextAtMs(), nowMs), inMs(rests.atMs(), monotonicMs)),
  };
}

function inMs(atMs: number | null, nowMs: number): number {
  return (atMs ?? Number.POSITIVE_INFINITY) - nowMs;
}

/** Takes out the lanes whose date has come. */
function takeDue<Lane>(dates: Dates, asleep: Asleep<Lane>, nowMs: number): readonly Lane[] {
  const lanes: Lane[] = [];
  for (let due = dates.takeDue(nowMs); due !== null; due = dates.takeDue(nowMs)) {
    const known = asleep.get(due.name);
    // A lane that was given another date still has its old entry here.
    if (known?.atMs !== due.atMs) continue;
    asleep.delete(due.name);
    lanes.push(known.lane);
  }
  return lanes;
}

/** When the rests of lanes are over. Of several rests of a lane the last one counts, and every recall besides. */
function restsOfLanes() {
  const ends = delayQueue<{ readonly name: string; readonly atMs: number; readonly isRecall: boolean }>();
  const untilMs = new Map<string, number>();
  return {
    rest(name: string, atMs: number): void {
      untilMs.set(name, atMs);
      ends.add(atMs, { name, atMs, isRecall: false });
    },
    recall: (name: string, atMs: number) => ends.add(atMs, { name, atMs, isRecall: true }),
    forget: (name: string) => void untilMs.delete(name),
    overBy(nowMs: number): readonly string[] {
      const over: string[] = [];
      for (let end = ends.takeDue(nowMs); end !== null; end = ends.takeDue(nowMs)) {
        const { name, atMs, isRecall } = end;
        if (!isRecall && untilMs.get(name) !== atMs) continue;
        if (!isRecall) untilMs.delete(name);
        over.push(name);
      }
      return over;
    },
    atMs: ends.nextAtMs,
  };
}
