import type { Clock } from '../ports/clock.ts';
import type { Stored } from '../ports/documents.ts';
import type { PaceGrant, PaceWindow } from '../ports/pace.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { LaneQueues } from './laneQueues.ts';
import type { Worker } from './worker.ts';
import type { WorkLane } from './workLanes.ts';
import type { WorkLoop } from './workLoop.ts';

/** What one running loop works with. */
interface Hand<Document extends WorkDocument>
  extends Pick<WorkLoop<Document>, 'waiting' | 'flights' | 'queues' | 'lanes'> {
  readonly worker: Worker<Document>;
  readonly clock: Clock;
  readonly start: (item: Stored<Document>, window: PaceWindow | null) => void;
}

const SOONEST_MS = 5;
/** A lane without a grant asks again after this at the latest: another process may have given back a grant. */
const LONGEST_CLOSED_MS = 60_000;
/** Items of a lane that wait for a retry, at most: beyond it this lane waits, and no other. */
const MAX_WAITING_PER_LANE = 256;
/** This part of all places is reserved for owners with nothing under way, and nothing that waits for a retry. */
const RESERVED_FOR_OTHERS = 1 / 8;
/** A lane that was granted few the last time reads at least this many. */
const FEWEST_READ = 8;
/** A lane in which all that is due waits for a retry is read again after this; each item wakes it at its time. */
const WAITED_REST_MS = 10_000;

/** How many items of the lane may be started now. */
export function roomOf<Document extends WorkDocument>(
  { worker, flights, waiting }: Hand<Document>,
  { lane, owner }: WorkLane,
): number {
  const free = worker.maxInFlight - flights.count;
  const shared = free - Math.floor(worker.maxInFlight * RESERVED_FOR_OTHERS);
  const isNew = flights.countOf(owner) === 0 && waiting.waitingOf(lane) === 0;
  return Math.min(
    worker.maxInFlightPerLane - flights.countIn(lane),
    isNew ? Math.max(shared, Math.min(1, free)) : shared,
    MAX_WAITING_PER_LANE - waiting.waitingOf(lane),
  );
}

/** Starts what is due in one lane. Resolves with whether there may be more that could be started at once. */
export async function serveLane<Document extends WorkDocument>(
  hand: Hand<Document>,
  lane: WorkLane,
): Promise<boolean> {
  const { worker, queues, lanes, clock } = hand;
  const room = roomOf(hand, lane);
  // It stays ready to be read: as soon as something has ended it is its turn.
  if (room <= 0) return false;
  lanes.toTheBack(lane);
  const before = lanes.reopen(lane);
  // A lane that had no grant asks for one before it is read, so that it costs no read until it has one.
  const first = before === 0 && worker.admit !== undefined ? await worker.admit(lane.lane, 1) : null;
  if (first?.granted === 0) return close(hand, lane, first, 0);
  const most = before === null ? room : Math.min(room, Math.max(FEWEST_READ, 2 * before));
  const read = () => queues.next(lane.partition, lane.lane, most, clock.nowMs());
  const found = await readUnder(first, worker, lane, read);
  const { items } = found;
  const rest = items.slice(first === null ? 0 : 1);
  const grant =
    worker.admit === undefined || rest.length === 0 ? null : await worker.admit(lane.lane, rest.length);
  const granted = grant === null ? rest.length : grant.granted;
  const begun = items.length - rest.length + granted;
  for (const [at, item] of items.slice(0, begun).entries())
    hand.start(item, (at === 0 && first !== null ? first : grant)?.window ?? null);
  found.started(begun);
  if (grant !== null && begun < items.length) return close(hand, lane, grant, begun);
  if (items.length === most) return true;
  settle(hand, lane, found);
  return false;
}

type Found<Document extends WorkDocument> = Awaited<ReturnType<LaneQueues<Document>['next']>>;

/** Reads; a grant for which no item was found is given back. */
async function readUnder<Document extends WorkDocument>(
  first: PaceGrant | null,
  worker: Worker<Document>,
  { lane }: WorkLane,
  read: () => Promise<Found<Document>>,
): Promise<Found<Document>> {
  let items: readonly Stored<Document>[] = [];
  try {
    const found = await read();
    ({ items } = found);
    return found;
  } finally {
    if (first !== null && items.length === 0) await worker.giveBack?.(lane, first.window, 1);
  }
}

function close<Document extends WorkDocument>(
  { lanes }: Hand<Document>,
  lane: WorkLane,
  { retryAfterMs }: PaceGrant,
  granted: number,
): false {
  lanes.close(lane, Math.min(LONGEST_CLOSED_MS, Math.max(SOONEST_MS, retryAfterMs)), granted);
  return false;
}

/** Sets when to read a lane again whose free items were all started. */
function settle<Document extends WorkDocument>(
  { lanes, waiting, clock }: Hand<Document>,
  lane: WorkLane,
  { items, isAll, skipped, nextAtMs, fromStartInMs }: Found<Document>,
): void {
  // Items that were started wake the lane by their end, or by a write.
  if (isAll && skipped === 0) {
    lanes.emptied(lane, nextAtMs);
    return;
  }
  const dueInMs = nextAtMs === null ? Number.POSITIVE_INFINITY : nextAtMs - clock.nowMs();
  const isWaited = isAll && waiting.waitingOf(lane.lane) >= skipped;
  const restMs = isWaited ? WAITED_REST_MS : isAll ? lanes.backOffMs(lane, items.length > 0) : fromStartInMs;
  lanes.rest(lane, Math.max(SOONEST_MS, Math.min(restMs, dueInMs)));
}
