import type { Clock } from '../ports/clock.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { closedLanes } from './closedLanes.ts';
import { type LaneTimes, laneTimes, type TimedLane } from './laneTimes.ts';
import type { WrittenLane } from './workHints.ts';

/** A lane of a work index. */
export interface WorkLane extends TimedLane {
  /** As its items name it; there may be one in each partition. */
  readonly lane: string;
  /** Its owner: what an owner has under way counts for all its lanes. */
  readonly owner: string;
}

/** An item of an awake lane that is due later than this is found by the next read, or by the sweep. */
const SOON_MS = 60_000;

/** A lane whose due items are all in hand is read again after this, then after growing pauses. */
const FIRST_REST_MS = 100;
const LONGEST_REST_MS = 1_000;

/** What a worker's loop knows of the lanes: which have something due, and from when on each is worth a read. */
export interface WorkLanes {
  /** An item of the lane was written, or is in the index. */
  note(lane: WrittenLane): void;
  /** An item of the lane is to be read again after so long. */
  recall(item: Pick<WorkDocument, 'partition' | 'lane'>, inMs: number): void;
  /** The lane has no grant for so long, and had so many; what is noted of it meanwhile changes nothing. */
  close(lane: WorkLane, forMs: number, granted: number): void;
  /** Closes a lane of which nothing need be known, until the date; then it is worth a read. */
  closeUntil(lane: Pick<WrittenLane, 'partition' | 'lane'>, atMs: number): void;
  /** Opens the lane. How many it was granted when it was closed; null when it was not closed. */
  reopen(lane: WorkLane): number | null;
  /** All lanes of the owner may have a grant again. */
  openAllOf(owner: string): void;
  /** No free item is due in the lane for so long, unless a notification comes. */
  rest(lane: WorkLane, forMs: number): void;
  /** How long a lane rests whose due items are all in hand: longer each time, until `isAfresh`. */
  backOffMs(lane: WorkLane, isAfresh: boolean): number;
  /** Nothing of the lane is due before the date; null: it has nothing. */
  emptied(lane: WorkLane, nextAtMs: number | null): void;
  /** Something of the lane is known to be due, and it is not closed. */
  isOpen(lane: Pick<WorkLane, 'name'>): boolean;
  /** Its items are in memory: it is worth a read again when it is wanted. */
  setFed(lane: Pick<WorkLane, 'name'>): void;
  want(lane: Pick<WorkLane, 'name'>): void;
  /** Lanes that are worth a read now, those that waited longest first. */
  hungry(): readonly WorkLane[];
  /** It had its turn: it comes after the others. */
  toTheBack(lane: WorkLane): void;
  forgetPartition(partition: number): void;
  /** Milliseconds until another lane is worth a read; infinite when nothing is known. */
  nextInMs(): number;
}

/** The name of a lane of a partition, unique over all. */
export const laneName = (partition: number, lane: string) => `${partition}/${lane}`;

export function workLanes(
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
  ownerOf: (lane: string) => string,
): WorkLanes {
  const times: LaneTimes<WorkLane> = laneTimes();
  const closed = closedLanes();
  const backOffs = growingRests();
  const laneFor = (partition: number, lane: string): WorkLane => ({
    name: laneName(partition, lane),
    partition,
    lane,
    owner: ownerOf(lane),
  });
  const afterMs = (ms: number) => clock.monotonicMs() + ms;
  const isClosed = ({ name }: Pick<WorkLane, 'name'>) =>
    (closed.get(name)?.untilMs ?? 0) > clock.monotonicMs();
  const close = (lane: WorkLane, forMs: number, granted: number) => {
    closed.close(lane.name, { owner: lane.owner, untilMs: afterMs(forMs), granted });
    times.rest(lane, afterMs(forMs));
  };

  return {
    note({ partition, lane, dueAtMs }) {
      const of = laneFor(partition, lane);
      const dueInMs = dueAtMs - clock.nowMs();
      if (!times.isAwake(of.name)) return times.note(of, dueAtMs);
      if (isClosed(of) || dueInMs > SOON_MS) return;
      if (dueInMs > 0) times.recall(of, afterMs(dueInMs));
      else times.setHungry(of.name);
    },
    recall: ({ partition, lane }, inMs) => times.recall(laneFor(partition, lane), afterMs(inMs)),
    close,
    closeUntil({ partition, lane }, atMs) {
      const of = laneFor(partition, lane);
      const forMs = atMs - clock.nowMs();
      times.recall(of, afterMs(forMs));
      close(of, forMs, 0);
    },
    reopen({ name }) {
      const granted = closed.get(name)?.granted ?? null;
      closed.open(name);
      return granted;
    },
    openAllOf(owner) {
      for (const name of closed.openAllOf(owner)) times.setHungry(name);
    },
    rest: (lane, forMs) => times.rest(lane, afterMs(forMs)),
    backOffMs: ({ name }, isAfresh) => backOffs.nextMs(name, isAfresh),
    emptied(lane, nextAtMs) {
      backOffs.forget(lane.name);
      times.forget(lane.name);
      if (nextAtMs !== null) times.note(lane, nextAtMs);
    },
    hungry() {
      times.wake(clock.nowMs(), clock.monotonicMs());
      return times.hungry().filter((lane) => {
        if (!isClosed(lane)) return true;
        // An item that is to be tried again may wake it before its time, but that gives it no grant.
        times.rest(lane, closed.get(lane.name)?.untilMs ?? 0);
        return false;
      });
    },
    isOpen: (lane) => times.isAwake(lane.name) && !isClosed(lane),
    setFed: ({ name }) => times.setFed(name),
    want: ({ name }) => times.setHungry(name),
    toTheBack({ name }) {
      times.setFed(name);
      times.setHungry(name);
    },
    forgetPartition(partition) {
      times.forgetPartition(partition);
      const isOfIt = (name: string) => name.startsWith(`${partition}/`);
      for (const name of [...closed.names()].filter(isOfIt)) closed.open(name);
      for (const name of backOffs.names().filter(isOfIt)) backOffs.forget(name);
    },
    nextInMs: () => times.nextInMs(clock.nowMs(), clock.monotonicMs()),
  };
}

function growingRests() {
  const lastMs = new Map<string, number>();
  return {
    nextMs(name: string, isAfresh: boolean): number {
      const before = isAfresh ? undefined : lastMs.get(name);
      const ms = before === undefined ? FIRST_REST_MS : Math.min(2 * before, LONGEST_REST_MS);
      lastMs.set(name, ms);
      return ms;
    },
    forget: (name: string) => void lastMs.delete(name),
    names: () => [...lastMs.keys()],
  };
}
