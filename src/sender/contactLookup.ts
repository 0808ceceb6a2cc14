import type { Ledger } from '../commands/ledger.ts';
import { contact, type RecordedContactEvent } from '../events/contact.ts';
import type { Collection } from '../ports/documents.ts';
import { type ContactDocument, contacts } from '../projections/contacts.ts';

/** The contacts of these ids, in their order. One that the read model has not met yet is folded from its stream. */
export async function contactsOf(
  collection: Collection<ContactDocument>,
  { store }: Pick<Ledger, 'store'>,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, ContactDocument>> {
  const found = await collection.getMany(contactIds);
  const all = new Map<string, ContactDocument>();
  for (const id of contactIds) {
    const document = found.get(id)?.document ?? (await folded(store, id));
    if (document !== null) all.set(id, document);
  }
  return all;
}

async function folded(store: Ledger['store'], contactId: string): Promise<ContactDocument | null> {
  const events = (await store.readStream(contact.stream(contactId))) as readonly RecordedContactEvent[];
  return events.reduce<ContactDocument | null>(contacts.fold, null);
}
