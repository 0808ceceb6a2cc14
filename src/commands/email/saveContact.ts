import { type ContactEvent, contact, contactIdOf } from '../../events/contact.ts';
import type { Position } from '../../events/event.ts';
import type { StoredText } from '../../events/schema.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { sameText } from '../kernel/sameText.ts';

/** What an upsert says of a contact; what it leaves out stays as it was. */
export interface ContactFields {
  readonly email: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly phone?: string | null;
  readonly subscribed?: boolean;
  readonly tags?: string[];
  /** JSON object. */
  readonly customFields?: StoredText;
}

/** Decides over `contact-{id}`. An upsert that says what is known already appends nothing. */
export const contactDecider: Decider<Partial<ContactFields>, ContactFields, ContactEvent> = {
  initial: {},
  evolve: (known, { data }) => ({ ...known, ...data }),
  decide: (fields, known) => {
    const data = { ...changes(fields, known), email: fields.email };
    const isNews = Object.keys(data).length > 1 || fields.email !== known.email;
    return isNews ? [{ type: 'ContactSaved', data }] : [];
  },
};

function changes(fields: ContactFields, known: Partial<ContactFields>): Partial<ContactFields> {
  const { firstName, lastName, phone, subscribed, tags, customFields } = fields;
  return {
    ...(firstName !== undefined && firstName !== known.firstName && { firstName }),
    ...(lastName !== undefined && lastName !== known.lastName && { lastName }),
    ...(phone !== undefined && phone !== known.phone && { phone }),
    ...(subscribed !== undefined && subscribed !== known.subscribed && { subscribed }),
    ...(tags !== undefined && !sameTags(tags, known.tags) && { tags }),
    ...(customFields !== undefined &&
      !sameText(customFields, known.customFields ?? null) && { customFields }),
  };
}

function sameTags(some: readonly string[], others: readonly string[] | undefined): boolean {
  return some.length === others?.length && some.every((tag, at) => tag === others[at]);
}

/** An address with its domain in lower case: domains ignore letter case, local parts belong to their server. */
export function normalisedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

/**
 * Creates a contact or updates the one with the same address, letter case aside; the spelling given last is kept.
 * Racing upserts of one contact are decided one after the other, so both apply.
 */
export async function saveContact(
  ledger: Ledger,
  origin: Origin,
  fields: ContactFields,
): Promise<{ readonly contactId: string; readonly position: Position | null }> {
  const email = normalisedAddress(fields.email);
  const contactId = contactIdOf(origin.workspace, email);
  const command = { ...fields, email };
  const { position } = await handle(ledger, origin, contact.stream(contactId), contactDecider, command);
  return { contactId, position };
}
