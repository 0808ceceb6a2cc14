import { streamId } from '../events/category.ts';
import type { Position } from '../events/event.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import { ATTEMPT_KINDS, type AttemptKind } from '../projections/webhookWork.ts';
import type { Notify } from '../runtime/follow/notify.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import type { Backpressure } from './backpressure.ts';
import type { IndexReader } from './indexReader.ts';
import type { DeliveryLane, DeliveryLaneTimes } from './laneTimes.ts';
import type { ReadyDelivery, ReadyQueue } from './readyQueue.ts';

interface DeliveryLanesDependencies {
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly lanes: DeliveryLaneTimes;
  readonly reader: IndexReader;
  readonly more: Notify;
  readonly backpressure: Backpressure;
  readonly laneOf: (of: Pick<ReadyDelivery, 'workspace' | 'endpointId'>, kind: AttemptKind) => DeliveryLane;
  readonly nowMs: () => number;
}

export type DeliveryLanes = ReturnType<typeof deliveryLanes>;

/** What happens to deliveries, by this process or by others, as the lanes of their endpoints have to know it. */
export function deliveryLanes(parts: DeliveryLanesDependencies) {
  const { ready, inFlight, lanes, reader, more, backpressure, laneOf, nowMs } = parts;
  return {
    /** A delivery in memory was started: its lane may need a look. */
    started(delivery: ReadyDelivery) {
      if (reader.isWanted(delivery)) more.notify();
      backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, 'first'));
    },
    /** The index shows it as due at the date, once it has passed the failure. */
    failed: (delivery: ReadyDelivery, dueAtMs: number) => lanes.note(laneOf(delivery, 'retry'), dueAtMs),
    /** The index says what comes next, once it has passed the position. */
    unclear(delivery: ReadyDelivery, position: Position) {
      for (const kind of ATTEMPT_KINDS) reader.expect(laneOf(delivery, kind), position);
      more.notify();
    },
    /** Nothing is to be done for the endpoint before the date. */
    off(delivery: ReadyDelivery, untilMs: number) {
      for (const { deliveryId } of ready.remove(delivery.endpointId)) inFlight.end(deliveryId);
      for (const kind of ATTEMPT_KINDS) lanes.sleep(laneOf(delivery, kind), untilMs);
    },
    /** It was not begun: its lane must be looked at again. */
    givenBack(delivery: ReadyDelivery) {
      const lane = laneOf(delivery, delivery.kind);
      lanes.note(lane, nowMs());
      lanes.setHungry(lane.name);
      more.notify();
    },
    /** Others have scheduled or requeued a delivery, or changed the endpoint. */
    changed(event: RecordedWebhookDeliveryEvent | RecordedWebhooksEvent, endpointId: string) {
      const of = { workspace: event.metadata.workspace, endpointId };
      if (event.type === 'WebhookEndpointChanged') {
        // Switched on again it goes on at once.
        if (event.data.status === 'ACTIVE')
          for (const kind of ATTEMPT_KINDS) lanes.note(laneOf(of, kind), nowMs());
      } else {
        const deliveryId = streamId(event.stream);
        const isReplay = event.type === 'WebhookDeliveryRequeued';
        if (isReplay) inFlight.release(deliveryId);
        // What was handed over is known, and that is nearly all.
        if (inFlight.has(deliveryId)) return;
        reader.expect(laneOf(of, isReplay ? 'replay' : 'first'), event.position);
      }
      more.notify();
    },
  };
}
