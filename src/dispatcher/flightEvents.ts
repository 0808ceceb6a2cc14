import { ATTEMPT_KINDS, type AttemptKind } from '../projections/webhookWork.ts';
import type { Notify } from '../runtime/follow/notify.ts';
import type { Backpressure } from './backpressure.ts';
import type { FlightEvents } from './deliveryFlights.ts';
import type { IndexReader } from './indexReader.ts';
import type { InHand } from './inHand.ts';
import type { DeliveryLane, DeliveryLaneTimes } from './laneTimes.ts';
import type { ReadyDelivery, ReadyQueue } from './readyQueue.ts';

interface FlightEventsDependencies {
  readonly ready: ReadyQueue;
  readonly hand: InHand;
  readonly lanes: DeliveryLaneTimes;
  readonly reader: IndexReader;
  readonly more: Notify;
  readonly backpressure: Backpressure;
  readonly laneOf: (of: ReadyDelivery, kind: AttemptKind) => DeliveryLane;
  readonly nowMs: () => number;
  readonly pump: () => void;
}

/** What the end of an attempt means to the lanes of the index. */
export function flightEvents(parts: FlightEventsDependencies): FlightEvents {
  const { ready, hand, lanes, reader, more, backpressure, laneOf, nowMs, pump } = parts;
  return {
    onFree: pump,
    onStarted(delivery) {
      if (reader.isWanted(delivery)) more.notify();
      backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, 'first'));
    },
    onFailed: (delivery, dueAtMs) => lanes.note(laneOf(delivery, 'retry'), dueAtMs),
    onUnclear(delivery, position) {
      for (const kind of ATTEMPT_KINDS) reader.expect(laneOf(delivery, kind), position);
      more.notify();
    },
    onOff(delivery, untilMs) {
      for (const { deliveryId } of ready.remove(delivery.endpointId)) hand.drop(deliveryId);
      for (const kind of ATTEMPT_KINDS) lanes.sleep(laneOf(delivery, kind), untilMs);
    },
    onGivenBack(delivery) {
      const lane = laneOf(delivery, delivery.kind);
      lanes.note(lane, nowMs());
      lanes.setHungry(lane.name);
      more.notify();
    },
  };
}
