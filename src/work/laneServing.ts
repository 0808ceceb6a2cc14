import type { Clock } from '../ports/clock.ts';
import type { Stored } from '../ports/documents.ts';
import type { PaceWindow } from '../ports/pace.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { LaneQueues } from './laneQueues.ts';
import { ALL_TAKEN } from './slots.ts';
import type { Admission, Worker } from './worker.ts';
import type { WorkItem } from './workHints.ts';
import { laneName, type WorkLane } from './workLane.ts';
import type { WorkLoop } from './workLoop.ts';

/** What one running loop works with. */
interface Hand extends Pick<WorkLoop<WorkDocument>, 'waiting' | 'flights' | 'queues' | 'lanes' | 'inFlight'> {
  readonly worker: Worker;
  readonly clock: Clock;
  readonly start: (item: WorkItem, window: PaceWindow | null) => void;
}

const PACED = 'its pace allows no more at the moment';
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
export function roomOf(
  { worker, flights, waiting }: Hand,
  { lane, owner }: Pick<WorkLane, 'lane' | 'owner'>,
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

/** Why there is no room for it, as in `Wait`. */
export function whyFull({ worker, flights, waiting }: Hand, { lane }: Pick<WorkLane, 'lane'>): string {
  const [inHand, putOff] = [flights.countIn(lane), waiting.waitingOf(lane)];
  if (inHand >= worker.maxInFlightPerLane)
    return `${inHand} others before it are in hand, as many as may be at once`;
  if (putOff >= MAX_WAITING_PER_LANE) return `${putOff} others before it wait for another try`;
  return ALL_TAKEN;
}

/** Starts what is due in one lane. Resolves with whether there may be more that could be started at once. */
export async function serveLane(hand: Hand, lane: WorkLane): Promise<boolean> {
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
  const underFirst = first === null ? [] : items.slice(0, 1);
  // It begins before the next question, which may fail, so that its grant is not lost.
  for (const item of underFirst) hand.start(item, first?.window ?? null);
  const rest = items.slice(underFirst.length);
  const grant =
    worker.admit === undefined || rest.length === 0 ? null : await worker.admit(lane.lane, rest.length);
  const granted = grant === null ? rest.length : grant.granted;
  for (const item of rest.slice(0, granted)) hand.start(item, grant?.window ?? null);
  const begun = underFirst.length + granted;
  found.started(begun);
  if (grant !== null && begun < items.length) return close(hand, lane, grant, begun);
  if (items.length === most) return true;
  settle(hand, lane, found);
  return false;
}

/**
 * Starts items that are not yet in the index, as far as there is room and a grant; the others are left to the index, and those of a
 * lane that has more there: it is older.
 */
export async function serveHandedOver(hand: Hand, items: readonly WorkItem[]): Promise<void> {
  const { worker, lanes, inFlight, start } = hand;
  const byLane = new Map<string, WorkItem[]>();
  for (const item of items) {
    const name = laneName(item.document);
    const same = byLane.get(name);
    if (same === undefined) byLane.set(name, [item]);
    else same.push(item);
  }
  for (const own of byLane.values()) {
    const free = own.filter(({ key }) => !inFlight.has(key));
    const of = free[0]?.document;
    if (of === undefined || lanes.isClosed(of) || lanes.isReadable(of)) continue;
    const owner = worker.ownerOf?.(of.lane) ?? of.lane;
    const some = free.slice(0, Math.max(0, roomOf(hand, { lane: of.lane, owner })));
    if (some.length === 0) continue;
    const grant = (await worker.admit?.(of.lane, some.length)) ?? null;
    const granted = grant?.granted ?? some.length;
    for (const item of some.slice(0, granted)) start(item, grant?.window ?? null);
    if (grant !== null && granted < some.length) close(hand, of, grant, granted);
  }
}

type Found = Awaited<ReturnType<LaneQueues<WorkDocument>['next']>>;

/** Reads; a grant for which no item was found is given back. */
async function readUnder(
  first: Admission | null,
  worker: Worker,
  { lane }: WorkLane,
  read: () => Promise<Found>,
): Promise<Found> {
  let items: readonly Stored<WorkDocument>[] = [];
  try {
    const found = await read();
    ({ items } = found);
    return found;
  } finally {
    if (first !== null && items.length === 0) await worker.refund?.(lane, first.window, 1);
  }
}

function close(
  { lanes }: Hand,
  lane: Pick<WorkLane, 'partition' | 'lane'>,
  { retryAfterMs, why = PACED }: Admission,
  granted: number,
): false {
  lanes.close(lane, Math.min(LONGEST_CLOSED_MS, Math.max(SOONEST_MS, retryAfterMs)), granted, why);
  return false;
}

/** Sets when to read a lane again whose free items were all started. */
function settle(
  { lanes, waiting, clock }: Hand,
  lane: WorkLane,
  { items, isAll, skipped, nextAtMs, fromStartInMs }: Found,
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
