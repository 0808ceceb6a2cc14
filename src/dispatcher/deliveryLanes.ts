import { ATTEMPT_KINDS, type AttemptKind, endpointOfLane } from '../projections/webhookWork.ts';
import type { Notify } from '../runtime/follow/notify.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import type { WrittenLane } from '../runtime/workHints.ts';
import type { Backpressure } from './backpressure.ts';
import type { IndexReader } from './indexReader.ts';
import { type DeliveryLane, type DeliveryLaneTimes, deliveryLane } from './laneTimes.ts';
import type { ReadyDelivery, ReadyQueue } from './readyQueue.ts';

interface DeliveryLanesDependencies {
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly lanes: DeliveryLaneTimes;
  readonly reader: IndexReader;
  readonly more: Notify;
  readonly backpressure: Backpressure;
  readonly laneOf: (endpointId: string, kind: AttemptKind) => DeliveryLane;
  readonly nowMs: () => number;
}

export type DeliveryLanes = ReturnType<typeof deliveryLanes>;

/** What happens to deliveries and endpoints, as the lanes have to know it. */
export function deliveryLanes(parts: DeliveryLanesDependencies) {
  const { ready, inFlight, lanes, reader, more, backpressure, laneOf, nowMs } = parts;
  return {
    /** A delivery in memory was started: its lane may need a look. */
    started(delivery: ReadyDelivery) {
      if (reader.isWanted(delivery)) more.notify();
      backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, 'first'));
    },
    /** It was not begun: its lane must be looked at again. */
    givenBack({ endpointId, kind }: ReadyDelivery) {
      const lane = laneOf(endpointId, kind);
      lanes.note(lane, nowMs());
      lanes.setHungry(lane.name);
      more.notify();
    },
    /** Nothing is to be done for the endpoint before the date. */
    off({ endpointId }: ReadyDelivery, untilMs: number) {
      for (const { deliveryId } of ready.remove(endpointId)) inFlight.end(deliveryId);
      for (const kind of ATTEMPT_KINDS) lanes.sleep(laneOf(endpointId, kind), untilMs);
    },
    /** Switched on again it goes on at once. */
    on(endpointId: string) {
      for (const kind of ATTEMPT_KINDS) lanes.note(laneOf(endpointId, kind), nowMs());
      more.notify();
    },
    /** What waits in memory of a partition that is lost is its next holder's; what is under way stays. */
    lost(partition: number) {
      lanes.forgetPartition(partition);
      for (const endpointId of ready.endpoints()) {
        if (laneOf(endpointId, 'first').partition !== partition) continue;
        for (const { deliveryId } of ready.remove(endpointId)) inFlight.end(deliveryId);
      }
    },
    /** The index has an item of the lane. */
    found({ partition, lane, dueAtMs }: WrittenLane) {
      const { endpointId, kind } = endpointOfLane(lane);
      // If the clock was set back its date may be in the future, but only a retry waits for it.
      const atMs = kind === 'retry' ? dueAtMs : Math.min(dueAtMs, nowMs());
      lanes.noteFound(deliveryLane(partition, endpointId, kind), atMs);
    },
  };
}
