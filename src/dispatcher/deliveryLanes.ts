import { ATTEMPT_KINDS, endpointOfLane, webhookLane } from '../projections/webhookWork.ts';
import type { Notify } from '../runtime/follow/notify.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import type { WrittenLane } from '../runtime/workHints.ts';
import type { WorkLanes } from '../runtime/workLanes.ts';
import type { Backpressure } from './backpressure.ts';
import type { IndexReader } from './indexReader.ts';
import type { ReadyDelivery, ReadyQueue } from './readyQueue.ts';

interface DeliveryLanesDependencies {
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly lanes: WorkLanes;
  readonly reader: IndexReader;
  readonly more: Notify;
  readonly backpressure: Backpressure;
  readonly partition: (endpointId: string) => number;
  readonly nowMs: () => number;
}

export type DeliveryLanes = ReturnType<typeof deliveryLanes>;

/** What happens to deliveries, as the lanes of their endpoints have to know it. An endpoint owns its lanes. */
export function deliveryLanes(parts: DeliveryLanesDependencies) {
  const { ready, inFlight, lanes, reader, more, backpressure, partition, nowMs } = parts;
  const dropReady = (endpointId: string) => {
    for (const { deliveryId } of ready.remove(endpointId)) inFlight.end(deliveryId);
  };
  return {
    /** A delivery in memory was started: its lane may need a look. */
    started(delivery: ReadyDelivery) {
      if (reader.isWanted(delivery)) more.notify();
      backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, 'first'));
    },
    /** It was not begun: its lane must be looked at again. */
    givenBack({ endpointId, kind }: ReadyDelivery) {
      lanes.recall({ partition: partition(endpointId), lane: webhookLane(endpointId, kind) }, 0);
      more.notify();
    },
    /** Nothing is to be done for the endpoint before the date. */
    off({ endpointId }: ReadyDelivery, untilMs: number) {
      dropReady(endpointId);
      for (const kind of ATTEMPT_KINDS) {
        const lane = { partition: partition(endpointId), lane: webhookLane(endpointId, kind) };
        lanes.close(lane, untilMs - nowMs(), 0);
      }
    },
    /** What waits in memory of a partition that is lost is its next holder's; what is under way stays. */
    lost(left: number) {
      lanes.forgetPartition(left);
      for (const endpointId of ready.endpoints()) if (partition(endpointId) === left) dropReady(endpointId);
    },
    /** The index has an item of the lane. */
    found(written: WrittenLane) {
      const { kind } = endpointOfLane(written.lane);
      // If the clock was set back its date may be in the future, but only a retry waits for it.
      const dueAtMs = kind === 'retry' ? written.dueAtMs : Math.min(written.dueAtMs, nowMs());
      lanes.note({ ...written, dueAtMs });
    },
  };
}
