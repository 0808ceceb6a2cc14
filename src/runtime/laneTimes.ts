import { type Soonest, soonestFirst } from '../queues/soonest.ts';

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

type Asleep<Lane> = Map<string, { readonly lane: Lane; readonly atMs: number }>;
type Dates = Soonest<{ readonly name: string; readonly atMs: number }>;

export function laneTimes<Lane extends TimedLane>(): LaneTimes<Lane> {
  const asleep: Asleep<Lane> = new Map();
  const awake = new Map<string, Lane>();
  const hungry = new Set<string>();
  const rests = restsOfLanes();
  let wokenAtMs = 0;
  let dates: Dates = soonestFirst();

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
    noteUnknown(lane, dueAtMs) {
      if (!asleep.has(lane.name)) note(lane, dueAtMs);
    },
    sleep(lane, untilMs) {
      forget(lane.name);
      setDate(lane, untilMs);
    },
    rest({ name }, untilMs) {
      hungry.delete(name);
      rests.rest(name, untilMs);
    },
    recall(lane, atMs) {
      // What else it has due comes at a date that a read tells again.
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
      if (asleep.size === 0) dates = soonestFirst();
    },
    nextInMs: (nowMs, monotonicMs) => Math.min(inMs(dates, nowMs), inMs(rests, monotonicMs)),
  };
}

function inMs({ atMs }: Pick<Dates, 'atMs'>, nowMs: number): number {
  return (atMs() ?? Number.POSITIVE_INFINITY) - nowMs;
}

/** Takes out the lanes whose date has come. */
function takeDue<Lane>(dates: Dates, asleep: Asleep<Lane>, nowMs: number): readonly Lane[] {
  const lanes: Lane[] = [];
  for (let due = dates.takeBy(nowMs); due !== null; due = dates.takeBy(nowMs)) {
    const known = asleep.get(due.name);
    // Of a lane that was given another date the old one still lies here.
    if (known?.atMs !== due.atMs) continue;
    asleep.delete(due.name);
    lanes.push(known.lane);
  }
  return lanes;
}

/** When lanes have rested enough. Of several rests of a lane the last one stands; what recalls it counts beside them. */
function restsOfLanes() {
  const ends = soonestFirst<{ readonly name: string; readonly atMs: number; readonly isRecall: boolean }>();
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
      for (let end = ends.takeBy(nowMs); end !== null; end = ends.takeBy(nowMs)) {
        const { name, atMs, isRecall } = end;
        if (!isRecall && untilMs.get(name) !== atMs) continue;
        if (!isRecall) untilMs.delete(name);
        over.push(name);
      }
      return over;
    },
    atMs: ends.atMs,
  };
}
