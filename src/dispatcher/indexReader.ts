import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { endpointOfLane, type WebhookWorkDocument, webhookLane } from '../projections/webhookWork.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import { laneQueues } from '../runtime/laneQueues.ts';
import type { WorkLane, WorkLanes } from '../runtime/workLanes.ts';
import type { FirstDelivery, ReadyDelivery, ReadyQueue } from './readyQueue.ts';
import type { Slots } from './slots.ts';

export interface IndexReaderDependencies {
  readonly collection: Collection<WebhookWorkDocument>;
  readonly clock: Clock;
  readonly slots: Slots;
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly lanes: WorkLanes;
  readonly partition: (endpointId: string) => number;
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
  brings(delivery: FirstDelivery): boolean;
}

/** Deliveries of a lane in memory at most, by what may become of them soon, and from how few on the lane is read on in. */
const ROOM = { fast: 128, slow: 16, silent: 2, unknown: 16 } as const;
const LOW_WATER = 32;
/** A lane for whose items there was no room is read again after this. */
const REST_MS = 50;

export function indexReader(context: IndexReaderDependencies): IndexReader {
  const { collection, clock, slots, ready, inFlight, lanes, partition } = context;
  const queues = laneQueues(collection, inFlight.has, clock);
  const backlogs = new Set<string>();

  const laneOf = ({ endpointId, kind }: Pick<ReadyDelivery, 'endpointId' | 'kind'>) => ({
    partition: partition(endpointId),
    lane: webhookLane(endpointId, kind),
  });
  const read = async (lane: WorkLane): Promise<void> => {
    const { endpointId, kind } = endpointOfLane(lane.lane);
    lanes.setFed(lane);
    const room = ROOM[slots.standing(endpointId)] - ready.waitingFor(endpointId, kind);
    if (room <= 0) return;
    // Only a retry waits for a date: the clock may have been set back since a first attempt was scheduled.
    const byMs = kind === 'retry' ? clock.nowMs() : Number.MAX_SAFE_INTEGER;
    const found = await queues.next(lane.partition, lane.lane, room, byMs);
    const { items, isAll, started, nextAtMs, fromStartInMs } = found;
    // By now it may have been closed, or lost.
    if (!lanes.isOpen(lane)) return;
    lanes.reopen(lane);
    const left = items.findIndex((item) => !broughtIn(item, ready, inFlight));
    const brought = left === -1 ? items.length : left;
    started(brought);
    // At the lane's end new deliveries go the short way again, although its start must still be read once more.
    if (items.length < room && brought === items.length) backlogs.delete(lane.lane);
    else backlogs.add(lane.lane);
    if (isAll && brought === items.length) return lanes.emptied(lane, nextAtMs);
    const restMs = brought < items.length ? REST_MS : fromStartInMs;
    if (items.length < room || brought < items.length) lanes.rest(lane, restMs);
  };

  return {
    async refill() {
      await inFlight.letGo();
      for (const lane of lanes.hungry()) {
        try {
          await read(lane);
        } catch (error) {
          lanes.want(lane);
          throw error;
        }
      }
    },
    isWanted(delivery) {
      return (
        ready.waitingFor(delivery.endpointId, delivery.kind) <= LOW_WATER && lanes.want(laneOf(delivery))
      );
    },
    brings(delivery) {
      if (inFlight.has(delivery.deliveryId)) return true;
      if (delivery.scheduled.last.position <= inFlight.passed) return true;
      const lane = laneOf(delivery);
      return backlogs.has(lane.lane) && lanes.isOpen(lane);
    },
  };
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
