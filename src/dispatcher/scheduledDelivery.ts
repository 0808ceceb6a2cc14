import type { WebhookDeliveryState } from '../commands/webhook/webhookDeliveryState.ts';
import type { RecordedEvent } from '../events/event.ts';

/** A delivery's stream up to an event: what an attempt needs, and the event after which its outcome is appended. */
export interface ScheduledDelivery {
  readonly state: WebhookDeliveryState;
  readonly last: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'metadata' | 'data'>;
}
