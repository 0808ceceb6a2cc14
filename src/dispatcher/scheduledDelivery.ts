import type { WebhookDeliveryState } from '../commands/webhook/webhookDeliveryState.ts';
import type { RecordedEvent } from '../events/event.ts';

/** A delivery's stream up to an event: what an attempt needs, and the event after which its outcome is appended. */
export interface ScheduledDelivery {
  readonly state: WebhookDeliveryState;
  readonly last: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'metadata' | 'data'>;
}

/** A delivery that was scheduled here, this moment. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly scheduled: ScheduledDelivery;
}

/** A delivery that is due. */
export interface DueDelivery {
  readonly deliveryId: string;
  /** Its stream as the process that scheduled it has it; null: it is to be read. */
  readonly scheduled: ScheduledDelivery | null;
  /** Revision of a failed attempt whose pause is over by the monotonic clock, at any date. */
  readonly pausedSince: number | null;
}
