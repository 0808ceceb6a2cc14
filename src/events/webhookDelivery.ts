import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { contents, Instant, nullable, oneOf, open, Uuid } from './schema.ts';
import { uuid5 } from './uuid5.ts';

/** The first 2 KB of the answer's body, read as UTF-8; absent when it was empty, and in older events. */
const Answer = Type.Optional(contents(Type.String()));

/** `webhookdelivery-{uuid5(event, endpoint)}`: one event on its way to one endpoint. */
export const webhookDelivery = category('webhookdelivery', {
  WebhookDeliveryScheduled: event('The event is to be posted to the endpoint; the raw body is fixed here.', {
    endpointId: Uuid,
    /** Id in the payload and in the webhook-id header. */
    eventId: Uuid,
    /** The kind in the payload. */
    kind: open('a kind of event', Type.String()),
    /** The raw JSON body, posted byte for byte at every attempt. */
    body: contents(Type.String()),
    /** The message the event is about. */
    subjectId: Uuid,
  }),
  WebhookAttemptFailed: event('An attempt got no 2xx within ten seconds.', {
    endpointId: Uuid,
    attempt: Type.Integer({ minimum: 1 }),
    /** HTTP status, or null when there was no answer. */
    status: nullable(Type.Integer()),
    /**
     * `status`: an answer outside 2xx. Without one `timeout`, `dns`, `connect`, `refused`, `reset`, `tls`, `protocol`,
     * `address_refused`, `endpoint_disabled` or `secret_unreadable`; in older events `tls` and `protocol` also mean
     * `reset`, and `connect` also means `refused`.
     */
    reason: open('a word of the service', Type.String()),
    answer: Answer,
    durationMs: Type.Integer({ minimum: 0 }),
    /** Null after the seventh. */
    nextAttemptAt: nullable(Instant),
  }),
  WebhookDelivered: event('The endpoint answered 2xx.', {
    endpointId: Uuid,
    attempt: Type.Integer({ minimum: 1 }),
    status: Type.Integer(),
    answer: Answer,
    durationMs: Type.Integer({ minimum: 0 }),
  }),
  WebhookDeliveryDied: event(
    'Seven attempts failed, or the endpoint stayed switched off too long; recorded for investigation.',
    {
      /** Absent in older events. */
      endpointId: Type.Optional(Uuid),
      /** Failed ones since it was scheduled, or last requeued. */
      attempts: Type.Integer({ minimum: 0 }),
      /** `endpoint_disabled`: it was off for 72 hours. Absent: the seventh attempt failed. */
      reason: Type.Optional(open('a word of the service', Type.String())),
    },
  ),
  WebhookDeliveryRequeued: event('An operator asked for it again: its attempts begin with the first.', {
    /** Repeated here: the work index removed the delivery when it ended. */
    endpointId: Uuid,
    /** What it was before; absent in older events. */
    was: Type.Optional(oneOf('pending', 'delivered', 'dead')),
  }),
});
export type WebhookDeliveryEvent = EventOf<typeof webhookDelivery>;
export type RecordedWebhookDeliveryEvent = RecordedOf<typeof webhookDelivery>;

export function webhookDeliveryIdOf(eventId: string, endpointId: string): string {
  return uuid5('webhookdelivery', eventId, endpointId);
}
