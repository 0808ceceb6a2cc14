import { streamId } from '../events/category.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import { ATTEMPT_KINDS, type AttemptKind } from '../projections/webhookWork.ts';
import type { IndexReader } from './indexReader.ts';
import type { InHand } from './inHand.ts';
import type { DeliveryLane, DeliveryLaneTimes } from './laneTimes.ts';

interface OnLogEventDependencies {
  readonly hand: InHand;
  readonly lanes: DeliveryLaneTimes;
  readonly reader: IndexReader;
  readonly nowMs: number;
  readonly laneOf: (kind: AttemptKind) => DeliveryLane;
}

/** What an event that others have written means to the lanes of its endpoint. */
export function onLogEvent(
  event: RecordedWebhookDeliveryEvent | RecordedWebhooksEvent,
  { hand, lanes, reader, nowMs, laneOf }: OnLogEventDependencies,
): void {
  if (event.type === 'WebhookEndpointChanged') {
    // Switched on again it goes on at once.
    if (event.data.status === 'ACTIVE') for (const kind of ATTEMPT_KINDS) lanes.note(laneOf(kind), nowMs);
    return;
  }
  const deliveryId = streamId(event.stream);
  const isReplay = event.type === 'WebhookDeliveryRequeued';
  if (isReplay) hand.release(deliveryId);
  if (!hand.has(deliveryId)) reader.expect(laneOf(isReplay ? 'replay' : 'first'), event.position);
}
