import { type ContactEvent, contact, contactIdOf } from '../../events/contact.ts';
import type { Position } from '../../events/event.ts';
import { changedFields } from '../kernel/changedFields.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';

/** The fields of an upsert; absent fields stay unchanged. */
export type ContactFields = ContactEvent['data'];

/** Decides over `contact-{id}`. An upsert that changes nothing appends nothing. */
export const contactDecider: Decider<Partial<ContactFields>, ContactFields, ContactEvent> = {
  initial: {},
  evolve: (known, { data }) => ({ ...known, ...data }),
  decide: (fields, known) => {
    const changes = changedFields(OPTIONAL_FIELDS, known, fields);
    const hasChanged = Object.keys(changes).length > 0 || fields.email !== known.email;
    return hasChanged ? [{ type: 'ContactSaved', data: { ...changes, email: fields.email } }] : [];
  },
};

const OPTIONAL_FIELDS = ['firstName', 'lastName', 'phone', 'subscribed', 'tags', 'customFields'] as const;

/** An address with its domain in lower case. The letter case of the local part is kept, since it may matter to its server. */
export function normalisedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

/**
 * Creates a contact, or updates the contact with the same address in any letter case; the last spelling is stored.
 * Simultaneous upserts of one contact are decided one after another, so all apply.
 */
export async function saveContact(
  ledger: Ledger,
  origin: Origin,
  fields: ContactFields,
): Promise<{ readonly contactId: string; readonly position: Position | null }> {
  const email = normalisedAddress(fields.email);
  const contactId = contactIdOf(ledger.ids, origin.workspace, email);
  const command = { ...fields, email };
  const { position } = await handle(ledger, origin, contact.stream(contactId), contactDecider, command);
  return { contactId, position };
}
