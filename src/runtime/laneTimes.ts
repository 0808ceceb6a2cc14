import { soonestFirst } from './soonest.ts';

/** A lane within a partition. */
export interface TimedLane {
  /** Unlike that of any other lane of any partition. */
  readonly name: string;
  readonly partition: number;
}

/**
 * When the lanes of the index are next worth a look, in memory: so a look costs what is due, and lanes that wait cost
 * nothing. What is not known here, or forgotten, is found by the sweep.
 */
export interface LaneTimes<Lane extends TimedLane> {
  /** The lane has something that is due at the date (milliseconds since 1970); an earlier one that is known stands. */
  note(lane: Lane, dueAtMs: number): void;
  /** As `note`, unless anything is known of the lane. */
  noteUnknown(lane: Lane, dueAtMs: number): void;
  /** Whatever is known of the lane, it is not looked at before the date. */
  sleep(lane: Lane, untilMs: number): void;
  /** An awake lane is not read on in before that moment of the time that passes. */
  rest(lane: Lane, untilMs: number): void;
  /** The lane is awake, and hungry from that moment of the time that passes, whatever else is known of it. */
  recall(lane: Lane, atMs: number): void;
  /** Lanes whose date has come are awake from now on; those that have rested are hungry again. */
  wake(nowMs: number, monotonicMs: number): void;
  isAwake(name: string): boolean;
  /** Awake lanes of which nothing is in memory. */
  hungry(): readonly Lane[];
  setHungry(name: string): void;
  setFed(name: string): void;
  /** Nothing of it is due any more. */
  forget(name: string): void;
  forgetPartition(partition: number): void;
  /** Milliseconds until `wake` has something to do; infinite when nothing is known. */
  nextInMs(nowMs: number, monotonicMs: number): number;
}

/** Lanes known at most. Beyond it those are left to the sweep that are due later than it comes round. */
const MAX_LANES = 100_000;
/** Longer than a sweep of that many takes. */
const SWEPT_WITHIN_MS = 1_200_000;

export function laneTimes<Lane extends TimedLane>(): LaneTimes<Lane> {
  const asleep = new Map<string, { readonly lane: Lane; readonly atMs: number }>();
  const awake = new Map<string, Lane>();
  const hungry = new Set<string>();
  const rests = soonestFirst<{ readonly name: string; readonly atMs: number; readonly isRecall: boolean }>();
  /** Of several rests of a lane the last one stands. */
  const restsUntil = new Map<string, number>();
  let wokenAtMs = 0;
  let dates = soonestFirst<{ readonly name: string; readonly atMs: number }>();

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
    restsUntil.delete(name);
  };

  return {
    note,
    noteUnknown(lane, dueAtMs) {
      if (!asleep.has(lane.name)) note(lane, dueAtMs);
    },
    sleep(lane, untilMs) {
      forget(lane.name);
      setDate(lane, untilMs);
    },
    rest({ name }, untilMs) {
      hungry.delete(name);
      restsUntil.set(name, untilMs);
      rests.add(untilMs, { name, atMs: untilMs, isRecall: false });
    },
    recall(lane, atMs) {
      // What else it has due comes at a date that a read tells again.
      if (asleep.delete(lane.name)) hungry.add(lane.name);
      awake.set(lane.name, lane);
      rests.add(atMs, { name: lane.name, atMs, isRecall: true });
    },
    wake(nowMs, monotonicMs) {
      wokenAtMs = nowMs;
      for (let over = rests.takeBy(monotonicMs); over !== null; over = rests.takeBy(monotonicMs)) {
        const { name, atMs, isRecall } = over;
        if (!isRecall && restsUntil.get(name) !== atMs) continue;
        if (!isRecall) restsUntil.delete(name);
        if (awake.has(name)) hungry.add(name);
      }
      for (let due = dates.takeBy(nowMs); due !== null; due = dates.takeBy(nowMs)) {
        const known = asleep.get(due.name);
        // Of a lane that was given another date the old one still lies here.
        if (known?.atMs !== due.atMs) continue;
        asleep.delete(due.name);
        awake.set(due.name, known.lane);
        hungry.add(due.name);
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
      if (asleep.size === 0) dates = soonestFirst();
    },
    nextInMs: (nowMs, monotonicMs) =>
      Math.min(
        (dates.atMs() ?? Number.POSITIVE_INFINITY) - nowMs,
        (rests.atMs() ?? Number.POSITIVE_INFINITY) - monotonicMs,
      ),
  };
}
