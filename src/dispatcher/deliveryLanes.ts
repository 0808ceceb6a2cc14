import type { Clock } from '../ports/clock.ts';
import type { Stored } from '../ports/documents.ts';
import {
  ATTEMPT_KINDS,
  endpointOfLane,
  type WebhookWorkDocument,
  webhookLane,
} from '../projections/webhookWork.ts';
import type { Notify } from '../queues/notify.ts';
import type { InFlight } from '../work/inFlight.ts';
import type { LoopWait } from '../work/waits.ts';
import type { WorkLane } from '../work/workLane.ts';
import type { WorkLoop } from '../work/workLoop.ts';
import type { SpeedClass } from './endpointHealth.ts';
import type { FirstDelivery, ReadyDelivery, ReadyQueue } from './readyQueue.ts';
import type { Slots } from './slots.ts';

interface DeliveryLanesDependencies
  extends Pick<WorkLoop<WebhookWorkDocument>, 'lanes' | 'queues' | 'inFlight'> {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly slots: Slots;
  readonly ready: ReadyQueue;
  readonly partition: (endpointId: string) => number;
  /** A look is to be made at once. */
  readonly hints: Notify;
}

/**
 * The lanes of the work index, which their endpoints own: brings what is due in them into memory, lane by lane, as far as it
 * can soon be begun.
 */
export interface DeliveryLanes {
  laneOf(delivery: Pick<ReadyDelivery, 'endpointId' | 'kind'>): Pick<WorkLane, 'partition' | 'lane'>;
  /** Reads on in every lane that has something due and nothing in memory. After a fault its lane is read again. */
  refill(): Promise<void>;
  /**
   * Whether a new delivery is the index's: it has brought it already, since the log's answer was late, or so much of the lane is
   * due there that new ones wait there too, or an old delivery would wait as long as new ones come.
   */
  isServedByIndex(delivery: FirstDelivery): boolean;
  /** A delivery in memory was started: its lane may need a look. */
  started(delivery: ReadyDelivery): void;
  /** Nothing is to be done for the endpoint before the date. */
  off(delivery: ReadyDelivery, untilMs: number): void;
  /** What is in memory, and why it is not posted. */
  heldBack(): readonly LoopWait[];
  /** What waits in memory of a partition that is lost is its next holder's; what is under way stays. */
  lost(partition: number): void;
}

/** Deliveries of a lane in memory at most, by what may become of them soon, and from how few on the lane is read on in. */
const ROOM = { fast: 128, slow: 16, silent: 2, unknown: 16 } as const;
const LOW_WATER = 32;
const WHY_NOT: Readonly<Record<SpeedClass, string>> = {
  fast: 'others before it are being posted to the endpoint, as many as may be at once',
  slow: 'the endpoint answers slowly, and as many are being posted to it as may be at once',
  silent: 'the endpoint does not answer, and is posted to one at a time',
  unknown: 'the endpoint has not answered yet, and is posted to one at a time',
};
/** A lane for whose items there was no room is read again after this. */
const REST_MS = 50;

export function deliveryLanes(context: DeliveryLanesDependencies): DeliveryLanes {
  const { clock, lanes, slots, ready, inFlight, partition, hints } = context;
  const { read, isBacklog } = laneReading(context);

  const laneOf: DeliveryLanes['laneOf'] = ({ endpointId, kind }) => ({
    partition: partition(endpointId),
    lane: webhookLane(endpointId, kind),
  });
  const dropReady = (endpointId: string) => {
    for (const { deliveryId } of ready.remove(endpointId)) inFlight.end(deliveryId);
  };
  return {
    laneOf,
    async refill() {
      for (const lane of lanes.readable()) {
        try {
          await read(lane);
        } catch (error) {
          lanes.markReadable(lane);
          throw error;
        }
      }
    },
    isServedByIndex(delivery) {
      if (inFlight.has(delivery.deliveryId)) return true;
      if (delivery.scheduled.last.position <= inFlight.passed) return true;
      const lane = laneOf(delivery);
      return isBacklog(lane.lane) && lanes.isOpen(lane);
    },
    started(delivery) {
      const waiting = ready.waitingFor(delivery.endpointId, delivery.kind);
      if (waiting <= LOW_WATER && lanes.markReadable(laneOf(delivery))) hints.notify();
    },
    off({ endpointId }, untilMs) {
      dropReady(endpointId);
      for (const kind of ATTEMPT_KINDS)
        lanes.close(laneOf({ endpointId, kind }), untilMs - clock.nowMs(), 0, 'the endpoint is switched off');
    },
    heldBack: () =>
      ready.endpoints().flatMap((endpointId) => {
        const held = { why: WHY_NOT[slots.speedClass(endpointId)], untilMs: clock.nowMs() };
        const kinds = ATTEMPT_KINDS.filter((kind) => ready.waitingFor(endpointId, kind) > 0);
        return kinds.map((kind) => ({ lane: webhookLane(endpointId, kind), ...held }));
      }),
    lost(left) {
      for (const endpointId of ready.endpoints()) if (partition(endpointId) === left) dropReady(endpointId);
    },
  };
}

/** Reads what is due in a lane, and keeps which lanes have more than was brought. */
function laneReading({ lanes, queues, clock, slots, ready, inFlight }: DeliveryLanesDependencies) {
  const backlogs = new Set<string>();
  const read = async (lane: WorkLane): Promise<void> => {
    const { endpointId, kind } = endpointOfLane(lane.lane);
    lanes.markRead(lane);
    const room = ROOM[slots.speedClass(endpointId)] - ready.waitingFor(endpointId, kind);
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
  return { read, isBacklog: (lane: string) => backlogs.has(lane) };
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
