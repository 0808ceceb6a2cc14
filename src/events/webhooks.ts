import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { oneOf, open, SET_BY_CUSTOMER, Uuid } from './schema.ts';

const EndpointStatus = oneOf('ACTIVE', 'DISABLED');

/** `webhooks-{workspace}`: all endpoints of a workspace: one consistency boundary for the limit of two active ones. */
export const webhooks = category('webhooks', {
  WebhookEndpointCreated: event('An endpoint receives events from now on.', {
    endpointId: Uuid,
    name: open(SET_BY_CUSTOMER, Type.String()),
    url: open(SET_BY_CUSTOMER, Type.String()),
    /** Subscriptions as the customer gave them: `*`, or kinds in either spelling. */
    events: Type.Array(open('kinds of events', Type.String())),
    /** Sealed under the master key (secrets port), bound to the endpoint's id. */
    sealedSecret: open('sealed', Type.String()),
  }),
  WebhookSecretResealed: event(
    "The endpoint's signing secret, which is the same, is sealed under another master key.",
    { endpointId: Uuid, sealedSecret: open('sealed', Type.String()) },
  ),
  WebhookEndpointChanged: event('The given fields of the endpoint changed; deletion is status DISABLED.', {
    endpointId: Uuid,
    name: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
    url: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
    events: Type.Optional(Type.Array(open('kinds of events', Type.String()))),
    status: Type.Optional(EndpointStatus),
  }),
});
export type WebhooksEvent = EventOf<typeof webhooks>;
export type RecordedWebhooksEvent = RecordedOf<typeof webhooks>;
