import { type ContactEvent, contact, contactIdOf } from '../../events/contact.ts';
import type { Position } from '../../events/event.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
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

/** What is known here stays: a file of another provider fills in what lacks, so it undoes no later change. */
const contactImportDecider: typeof contactDecider = {
  ...contactDecider,
  decide: ({ email, ...fields }, known) => {
    const lacking = Object.entries(fields).filter(
      ([name]) => known[name as keyof ContactFields] === undefined,
    );
    if (known.email !== undefined && lacking.length === 0) return [];
    return [{ type: 'ContactSaved', data: { ...Object.fromEntries(lacking), email: known.email ?? email } }];
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
  const { contactId, stream, command } = target(ledger, origin, fields);
  const { position } = await handle(ledger, origin, stream, contactDecider, command);
  return { contactId, position };
}

/** What an imported row did, or would do, to its contact. */
export type ContactRowFate = 'added' | 'filled in' | 'unchanged';

/** Brings a contact along from another provider. With `isTrial` nothing is appended. */
export async function importContact(
  ledger: Ledger,
  origin: Origin,
  fields: ContactFields,
  isTrial: boolean,
): Promise<ContactRowFate> {
  const { stream, command } = target(ledger, origin, fields);
  const before = isTrial
    ? (await foldedStream(ledger.store, stream, contactImportDecider)).state
    : (await handle(ledger, origin, stream, contactImportDecider, command)).before;
  if (contactImportDecider.decide(command, before).length === 0) return 'unchanged';
  return before.email === undefined ? 'added' : 'filled in';
}

function target({ ids }: Ledger, { workspace }: Origin, fields: ContactFields) {
  const email = normalisedAddress(fields.email);
  const contactId = contactIdOf(ids, workspace, email);
  return { contactId, stream: contact.stream(contactId), command: { ...fields, email } };
}
