import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { nullable, open, SET_BY_CUSTOMER, Uuid } from './schema.ts';

/** Contact ids in one AudienceContactsAdded, so that an append stays below 1 MiB. */
export const AUDIENCE_CHUNK = 10_000;

/** `audience-{id}`: a group of contacts, complete once all announced contacts were added. */
export const audience = category('audience', {
  AudienceCreated: event('An audience of contactCount distinct contacts was announced.', {
    name: open(SET_BY_CUSTOMER, Type.String()),
    description: nullable(open(SET_BY_CUSTOMER, Type.String())),
    contactCount: Type.Integer({ minimum: 0 }),
  }),
  AudienceContactsAdded: event('At most 10,000 of the announced contacts, in their order.', {
    contactIds: Type.Array(Uuid, { maxItems: AUDIENCE_CHUNK }),
  }),
});
export type AudienceEvent = EventOf<typeof audience>;
export type RecordedAudienceEvent = RecordedOf<typeof audience>;
