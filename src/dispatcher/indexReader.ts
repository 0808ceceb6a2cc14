import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { endpointOfLane, type WebhookWorkDocument, webhookLane } from '../projections/webhookWork.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import { laneQueues } from '../runtime/laneQueues.ts';
import type { DeliveryLane, DeliveryLaneTimes } from './laneTimes.ts';
import type { FirstDelivery, ReadyDelivery, ReadyQueue } from './readyQueue.ts';
import type { Slots } from './slots.ts';

export interface IndexReaderDependencies {
  readonly collection: Collection<WebhookWorkDocument>;
  readonly clock: Clock;
  readonly slots: Slots;
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly lanes: DeliveryLaneTimes;
}

/** Brings what is due in the index into memory, lane by lane, as far as it can soon be begun. */
export interface IndexReader {
  /** Releases what the index has passed, and reads on in every lane that has something due and nothing in memory. After a fault its lane is read again. */
  refill(): Promise<void>;
  /** Whether the lane of a delivery that was just started is to be read on in. */
  isWanted(delivery: ReadyDelivery): boolean;
  /**
   * Whether a new delivery is the index's: it has brought it already, since the log's answer was late, or so much of the lane is
   * due there that new ones wait there too, or an old delivery would wait as long as new ones come.
   */
  brings(delivery: FirstDelivery, lane: string): boolean;
}

/** Deliveries of a lane in memory at most, by what may become of them soon, and from how few on the lane is read on in. */
const ROOM = { fast: 128, slow: 16, silent: 2, unknown: 16 } as const;
const LOW_WATER = 32;
/** A lane for whose items there was no room is read again after this. */
const REST_MS = 50;

export function indexReader(context: IndexReaderDependencies): IndexReader {
  const { collection, clock, slots, ready, inFlight, lanes } = context;
  const queues = laneQueues(collection, inFlight.has, clock);
  const backlogs = new Set<string>();

  const emptied = async (lane: DeliveryLane, nowMs: number) => {
    lanes.forget(lane.name);
    const nextAtMs = lane.kind === 'retry' ? await nextDate(collection, lane, nowMs) : null;
    if (nextAtMs !== null) lanes.note(lane, nextAtMs);
  };
  const read = async (lane: DeliveryLane): Promise<void> => {
    const { name, partition, endpointId, kind } = lane;
    lanes.setFed(name);
    const room = ROOM[slots.standing(endpointId)] - ready.waitingFor(endpointId, kind);
    if (room <= 0) return;
    const nowMs = clock.nowMs();
    // Only a retry waits for a date: the clock may have been set back since a first attempt was scheduled.
    const byMs = kind === 'retry' ? nowMs : Number.MAX_SAFE_INTEGER;
    const { items, isAll, started, fromStartInMs } = await queues.next(partition, name, room, byMs);
    // By now it may have been put to sleep, or lost.
    if (!lanes.isAwake(name)) return;
    const left = items.findIndex((item) => !broughtIn(item, ready, inFlight));
    const brought = left === -1 ? items.length : left;
    started(brought);
    // At the lane's end new deliveries go the short way again, although its start must still be read once more.
    if (items.length < room && brought === items.length) backlogs.delete(name);
    else backlogs.add(name);
    if (isAll && brought === items.length) return emptied(lane, nowMs);
    const restMs = brought < items.length ? REST_MS : fromStartInMs;
    if (items.length < room || brought < items.length) lanes.rest(lane, clock.monotonicMs() + restMs);
  };

  return {
    async refill() {
      await inFlight.letGo();
      for (const lane of lanes.hungry()) {
        try {
          await read(lane);
        } catch (error) {
          lanes.setHungry(lane.name);
          throw error;
        }
      }
    },
    isWanted({ endpointId, kind }) {
      const name = webhookLane(endpointId, kind);
      if (!lanes.isAwake(name) || ready.waitingFor(endpointId, kind) > LOW_WATER) return false;
      lanes.setHungry(name);
      return true;
    },
    brings: ({ deliveryId, scheduled: { last } }, lane) =>
      inFlight.has(deliveryId) ||
      last.position <= inFlight.passed ||
      (backlogs.has(lane) && lanes.isAwake(lane)),
  };
}

/** When the lane's next delivery is due, after all that are due now. */
async function nextDate(
  collection: Pick<Collection<WebhookWorkDocument>, 'page'>,
  { partition, name }: DeliveryLane,
  nowMs: number,
): Promise<number | null> {
  const query = { index: 'due', equals: [partition, name], from: nowMs + 1, limit: 1 };
  const [next] = await collection.page(query);
  return next?.document.dueAtMs ?? null;
}

/** False when there is no room for it in memory. */
function broughtIn(
  { key: deliveryId, document: { lane, workspace } }: Stored<WebhookWorkDocument>,
  ready: ReadyQueue,
  inFlight: InFlight,
): boolean {
  if (!inFlight.begin(deliveryId)) return true;
  const of = { deliveryId, workspace, ...endpointOfLane(lane) };
  if (ready.add({ ...of, scheduled: null, pausedSince: null })) return true;
  inFlight.end(deliveryId);
  return false;
}
