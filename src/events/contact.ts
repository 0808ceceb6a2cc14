import { Type } from 'typebox';
import { addressKey } from './addressForms.ts';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { contents, nullable, open, people, SET_BY_CUSTOMER, StoredText } from './schema.ts';
import type { SecretNames } from './uuid5.ts';

/** `contact-{contactId}`: a person a workspace writes to. Fields absent from ContactSaved stay as they were. */
export const contact = category('contact', {
  ContactSaved: event('The contact was created, or the fields given were changed.', {
    email: people('the contact', Type.String()),
    firstName: Type.Optional(nullable(people('the contact', Type.String()))),
    lastName: Type.Optional(nullable(people('the contact', Type.String()))),
    phone: Type.Optional(nullable(people('the contact', Type.String()))),
    subscribed: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(open(SET_BY_CUSTOMER, Type.String()))),
    /** JSON object. */
    customFields: Type.Optional(contents(StoredText)),
  }),
});
export type ContactEvent = EventOf<typeof contact>;
export type RecordedContactEvent = RecordedOf<typeof contact>;

/** A contact's id: one for each address (by `addressKey`) and workspace. */
export function contactIdOf(names: SecretNames, workspaceId: string, address: string): string {
  return names.named('contact', workspaceId, addressKey(address));
}
