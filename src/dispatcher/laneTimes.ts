import { type AttemptKind, webhookLane } from '../projections/webhookWork.ts';
import { soonestFirst } from '../runtime/soonest.ts';

/** The deliveries of one kind to one endpoint that stand in the index. */
export interface DeliveryLane {
  readonly name: string;
  readonly partition: number;
  readonly workspace: string;
  readonly endpointId: string;
  readonly kind: AttemptKind;
}

export function deliveryLane(
  partition: number,
  workspace: string,
  endpointId: string,
  kind: AttemptKind,
): DeliveryLane {
  return { name: webhookLane(endpointId, kind), partition, workspace, endpointId, kind };
}

/**
 * When the lanes of the index are next worth a look, in memory: so a look costs what is due, and lanes that wait cost
 * nothing. What is not known here, or forgotten, is found by the sweep.
 */
export interface LaneTimes {
  /** The lane has something that is due at the date (milliseconds since 1970); an earlier one that is known stands. */
  note(lane: DeliveryLane, dueAtMs: number): void;
  /** As `note`, unless anything is known of the lane. */
  noteUnknown(lane: DeliveryLane, dueAtMs: number): void;
  /** Whatever is known of the lane, it is not looked at before the date. */
  sleep(lane: DeliveryLane, untilMs: number): void;
  /** An awake lane is not read on in before that moment of the time that passes. */
  rest(lane: DeliveryLane, untilMs: number): void;
  /** Lanes whose date has come are awake from now on; those that have rested are hungry again. */
  wake(nowMs: number, monotonicMs: number): void;
  isAwake(name: string): boolean;
  /** Awake lanes of which nothing is in memory. */
  hungry(): readonly DeliveryLane[];
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

export function laneTimes(): LaneTimes {
  const asleep = new Map<string, { readonly lane: DeliveryLane; readonly atMs: number }>();
  const awake = new Map<string, DeliveryLane>();
  const hungry = new Set<string>();
  const rests = soonestFirst<string>();
  let dates = soonestFirst<{ readonly name: string; readonly atMs: number }>();

  const setDate = (lane: DeliveryLane, atMs: number) => {
    asleep.set(lane.name, { lane, atMs });
    dates.add(atMs, { name: lane.name, atMs });
  };
  const note: LaneTimes['note'] = (lane, dueAtMs) => {
    if (awake.has(lane.name)) return;
    const before = asleep.get(lane.name);
    if (before === undefined && asleep.size >= MAX_LANES) return;
    if (before === undefined || dueAtMs < before.atMs) setDate(lane, dueAtMs);
  };
  const forget = (name: string) => {
    asleep.delete(name);
    awake.delete(name);
    hungry.delete(name);
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
      rests.add(untilMs, name);
    },
    wake(nowMs, monotonicMs) {
      for (let name = rests.takeBy(monotonicMs); name !== null; name = rests.takeBy(monotonicMs))
        if (awake.has(name)) hungry.add(name);
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
