import type { Clock } from '../ports/clock.ts';
import { delayQueue } from '../queues/delayQueue.ts';
import { closings } from './closings.ts';
import type { WrittenLane } from './workHints.ts';
import { type LaneOf, type LaneState, laneName, type WorkLane } from './workLane.ts';

/**
 * What a loop knows of the lanes of its index: which have something due, and from when on each is worth a read. So a look
 * costs what is due, and lanes that wait cost nothing. Lanes that are not known here, or forgotten, are found by the sweep.
 */
export interface WorkLanes {
  /** An item of the lane was written, or is in the index. */
  note(lane: WrittenLane): void;
  /** An item of the lane is to be read again after so long. */
  recall(lane: LaneOf, inMs: number): void;
  /** The lane has no grant for so long, and had so many; what is noted of it meanwhile changes nothing. `why`: as in `Wait`. */
  close(lane: LaneOf, forMs: number, granted: number, why: string): void;
  /** The lanes that are closed, until when by the monotonic clock, and why. */
  closed(): Iterable<{ readonly lane: string; readonly atMs: number; readonly why: string }>;
  /** Opens the lane. How many it was granted when it was closed; null when it was not closed. */
  reopen(lane: WorkLane): number | null;
  /** All lanes of the owners may have a grant again. */
  openAllOf(owners: readonly string[] | 'all'): void;
  /** No free item is due in the lane for so long, unless a notification comes. */
  rest(lane: WorkLane, forMs: number): void;
  /** How long a lane rests whose due items are all in hand: longer each time, until `isAfresh`. */
  backOffMs(lane: WorkLane, isAfresh: boolean): number;
  /** Nothing of the lane is due before the date; null: it has nothing. */
  emptied(lane: WorkLane, nextAtMs: number | null): void;
  /** Something of the lane is known to be due, and it is not closed. */
  isOpen(lane: LaneOf): boolean;
  isClosed(lane: LaneOf): boolean;
  /** Its items are in memory: it is worth a read again when it is wanted. */
  markRead(lane: WorkLane): void;
  /** It is worth a read, if it is open; whether it is. */
  markReadable(lane: LaneOf): boolean;
  /** Whether the lane is worth a read now. */
  isReadable(lane: LaneOf): boolean;
  /** Lanes that are worth a read now, those that waited longest first. */
  readable(): readonly WorkLane[];
  /** Those that were at the last look: asking for them changes nothing. */
  lastReadable(): Iterable<WorkLane>;
  /** It had its turn: it comes after the others. */
  toTheBack(lane: WorkLane): void;
  forgetPartition(partition: number): void;
  /** Milliseconds until another lane is worth a read; infinite when nothing is known. */
  nextInMs(): number;
}

/** Lanes known at most. Beyond it, lanes that are due later than the next sweep are left to the sweep. */
const MAX_LANES = 100_000;
/** Longer than a sweep of that many takes. */
const SWEPT_WITHIN_MS = 1_200_000;
/** An item of an awake lane that is due later than this is found by the next read, or by the sweep. */
const SOON_MS = 60_000;
/** A lane whose due items are all in hand is read again after this, then after growing pauses. */
const FIRST_REST_MS = 100;
const LONGEST_REST_MS = 1_000;

export function workLanes(
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
  ownerOf: (lane: string) => string,
): WorkLanes {
  const { known, readable, isReadable, add, sleep, rest, recall, wakeDue, forget, nextInMs } =
    knownLanes(clock);
  const { isClosed, close, closed, open, openAllOf } = closings(clock);

  const laneOf = (of: LaneOf): WorkLane => known.get(laneName(of)) ?? add(of, ownerOf(of.lane));
  const drop = (lane: WorkLane) => {
    open(lane);
    forget(lane);
  };
  const isOpen = (lane: WorkLane) => lane.state.date === null && !isClosed(lane);
  const openLane = (of: LaneOf) => [known.get(laneName(of))].find((lane) => lane && isOpen(lane));
  const note: WorkLanes['note'] = (written) => {
    const nowMs = clock.nowMs();
    const dueAtMs = written.isAtOnce ? Math.min(written.dueAtMs, nowMs) : written.dueAtMs;
    const dueInMs = dueAtMs - nowMs;
    const before = known.get(laneName(written));
    if (before === undefined) {
      if (known.size < MAX_LANES || dueInMs <= SWEPT_WITHIN_MS) sleep(laneOf(written), dueAtMs);
    } else if (before.state.date !== null) {
      if (dueAtMs < before.state.date.atMs) sleep(before, dueAtMs);
    } else if (!isClosed(before) && dueInMs <= SOON_MS) {
      if (dueInMs > 0) recall(before, dueInMs);
      else readable.add(before);
    }
  };

  return {
    ...{ note, closed, reopen: open, rest, isReadable, nextInMs },
    recall: (of, inMs) => recall(laneOf(of), inMs),
    close(of, forMs, granted, why) {
      const lane = laneOf(of);
      lane.state.date = null;
      close(lane, { untilMs: clock.monotonicMs() + forMs, granted, why });
      rest(lane, forMs);
    },
    openAllOf(owners) {
      for (const lane of openAllOf(owners)) readable.add(lane);
    },
    backOffMs: ({ state }, isAfresh) => growingRestMs(state, isAfresh),
    emptied(lane, nextAtMs) {
      drop(lane);
      if (nextAtMs !== null) note({ partition: lane.partition, lane: lane.lane, dueAtMs: nextAtMs });
    },
    isOpen: (of) => openLane(of) !== undefined,
    isClosed: (of) => isClosed(known.get(laneName(of))),
    markReadable(of) {
      const lane = openLane(of);
      if (lane !== undefined) readable.add(lane);
      return lane !== undefined;
    },
    readable() {
      wakeDue();
      // An item that is to be tried again may wake a closed lane before its time, but that gives it no grant.
      for (const lane of readable) if (isClosed(lane)) readable.delete(lane);
      return [...readable];
    },
    *lastReadable() {
      for (const lane of readable) if (!isClosed(lane)) yield lane;
    },
    markRead: (lane) => void readable.delete(lane),
    toTheBack(lane) {
      if (readable.delete(lane)) readable.add(lane);
    },
    forgetPartition(partition) {
      for (const lane of known.values()) if (lane.partition === partition) drop(lane);
    },
  };
}

function growingRestMs(state: LaneState, isAfresh: boolean): number {
  const isFirst = isAfresh || state.backOffMs === 0;
  state.backOffMs = isFirst ? FIRST_REST_MS : Math.min(2 * state.backOffMs, LONGEST_REST_MS);
  return state.backOffMs;
}

/** The lanes that are known, and the times at which they are read again. */
function knownLanes(clock: Pick<Clock, 'nowMs' | 'monotonicMs'>) {
  const known = new Map<string, WorkLane>();
  const readable = new Set<WorkLane>();
  const isKnown = (lane: WorkLane) => known.get(lane.name) === lane;
  const dates = delayQueue<WorkLane>((timed) => timed.item.state.date === timed && isKnown(timed.item));
  const rests = delayQueue<WorkLane>((timed) => timed.item.state.rest === timed && isKnown(timed.item));
  /** They name the lane, which may be forgotten meanwhile and known again. */
  const recalls = delayQueue<string>();
  const wake = (lane: WorkLane) => {
    lane.state.date = null;
    readable.add(lane);
  };

  return {
    known,
    readable,
    isReadable(of: LaneOf) {
      const lane = known.get(laneName(of));
      return lane !== undefined && readable.has(lane);
    },
    add({ partition, lane }: LaneOf, owner: string): WorkLane {
      const state = { date: null, rest: null, closed: null, backOffMs: 0 };
      const added = { name: laneName({ partition, lane }), partition, lane, owner, state };
      known.set(added.name, added);
      return added;
    },
    sleep(lane: WorkLane, untilMs: number) {
      lane.state.date = dates.add(untilMs, lane);
    },
    rest(lane: WorkLane, forMs: number) {
      readable.delete(lane);
      lane.state.rest = rests.add(clock.monotonicMs() + forMs, lane);
    },
    recall(lane: WorkLane, inMs: number) {
      // A lane that sleeps is read at once, too: that finds the dates of its other items again.
      if (lane.state.date !== null) wake(lane);
      recalls.add(clock.monotonicMs() + inMs, lane.name);
    },
    /** Lanes whose rest is over, or whose date has come, are worth a read. */
    wakeDue() {
      const [nowMs, monotonicMs] = [clock.nowMs(), clock.monotonicMs()];
      for (const lane of rests.takeDue(monotonicMs)) {
        lane.state.rest = null;
        readable.add(lane);
      }
      for (const name of recalls.takeDue(monotonicMs)) {
        const lane = known.get(name);
        if (lane?.state.date === null) readable.add(lane);
      }
      for (const lane of dates.takeDue(nowMs)) wake(lane);
    },
    forget(lane: WorkLane) {
      readable.delete(lane);
      if (isKnown(lane)) known.delete(lane.name);
    },
    nextInMs: () =>
      Math.min(
        dates.nextAtMs() - clock.nowMs(),
        Math.min(rests.nextAtMs(), recalls.nextAtMs()) - clock.monotonicMs(),
      ),
  };
}
