import type { WebhookDeliveryEvent } from '../../events/webhookDelivery.ts';

type Scheduled = Extract<WebhookDeliveryEvent, { type: 'WebhookDeliveryScheduled' }>['data'];

/** The delivery of one event to one endpoint, by its stream. */
export interface WebhookDeliveryState extends Pick<Scheduled, 'endpointId' | 'eventId' | 'kind' | 'body'> {
  readonly status: 'pending' | 'delivered' | 'dead';
  /** Failed attempts since it was scheduled, or last requeued. */
  readonly failedAttempts: number;
}

/** Folds `webhookdelivery-{id}`; null until it is scheduled. */
export function evolveDelivery(
  state: WebhookDeliveryState | null,
  event: WebhookDeliveryEvent,
): WebhookDeliveryState | null {
  if (event.type === 'WebhookDeliveryScheduled') {
    const { endpointId, eventId, kind, body } = event.data;
    return { endpointId, eventId, kind, body, status: 'pending', failedAttempts: 0 };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'WebhookAttemptFailed':
      return { ...state, failedAttempts: event.data.attempt };
    case 'WebhookDelivered':
      return { ...state, status: 'delivered' };
    case 'WebhookDeliveryDied':
      return { ...state, status: 'dead' };
    case 'WebhookDeliveryRequeued':
      return { ...state, status: 'pending', failedAttempts: 0 };
  }
}
