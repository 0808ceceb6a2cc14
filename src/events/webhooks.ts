import { Type } from 'typebox';
import { category, type EventOf, type RecordedOf } from './category.ts';
import { open, SET_BY_CUSTOMER, Uuid } from './schema.ts';

const EndpointStatus = Type.Union([Type.Literal('ACTIVE'), Type.Literal('DISABLED')]);

/** `webhooks-{workspace}`: all endpoints of a workspace: one consistency boundary for the limit of two active ones. */
export const webhooks = category('webhooks', {
  WebhookEndpointCreated: {
    v: 1,
    meaning: 'An endpoint receives events from now on.',
    schema: Type.Object({
      endpointId: Uuid,
      name: open(SET_BY_CUSTOMER, Type.String()),
      url: open(SET_BY_CUSTOMER, Type.String()),
      /** Subscriptions as the customer gave them: `*`, or kinds in either spelling. */
      events: Type.Array(open('kinds of events', Type.String())),
      /** Sealed under the master key (secrets port), bound to the endpoint's id. */
      sealedSecret: open('sealed', Type.String()),
    }),
  },
  WebhookSecretResealed: {
    v: 1,
    meaning: "The endpoint's signing secret, which is the same, is sealed under another master key.",
    schema: Type.Object({ endpointId: Uuid, sealedSecret: open('sealed', Type.String()) }),
  },
  WebhookEndpointChanged: {
    v: 1,
    meaning: 'The given fields of the endpoint changed; deletion is status DISABLED.',
    schema: Type.Object({
      endpointId: Uuid,
      name: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
      url: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
      events: Type.Optional(Type.Array(open('kinds of events', Type.String()))),
      status: Type.Optional(EndpointStatus),
    }),
  },
});
export type WebhooksEvent = EventOf<typeof webhooks>;
export type RecordedWebhooksEvent = RecordedOf<typeof webhooks>;
