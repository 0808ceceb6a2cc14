import type { Ledger } from '../../commands/kernel/ledger.ts';
import { contact } from '../../events/contact.ts';
import type { Collection } from '../../ports/documents.ts';
import { type ContactDocument, contacts } from '../../projections/contacts.ts';
import { foldedDocument } from '../../runtime/fold/freshDocument.ts';

/** The contacts of these ids, in their order. One that the read model has not met yet is folded from its stream. */
export async function contactsOf(
  collection: Collection<ContactDocument>,
  { store }: Pick<Ledger, 'store'>,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, ContactDocument>> {
  const found = await collection.getMany(contactIds);
  const all = new Map<string, ContactDocument>();
  for (const id of contactIds) {
    const stream = contact.stream(id);
    const stored = found.get(id) ?? (await foldedDocument({ store, projection: contacts, stream, key: id }));
    if (stored !== null) all.set(id, stored.document);
  }
  return all;
}
