import { audience } from '../../events/audience.ts';
import { contact } from '../../events/contact.ts';
import type { Collection } from '../../ports/documents.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type ContactDocument, contacts } from '../../projections/contacts.ts';
import { foldedDocument } from '../../runtime/fold/freshDocument.ts';

/** Contacts held at once: this bounds memory for an audience of any size. */
const CONTACTS_AT_ONCE = 250;

export interface AudiencePage {
  /** Contact ids in the order of the audience. */
  readonly ids: readonly string[];
  /** Those of them that exist, in the same order. */
  readonly found: ReadonlyMap<string, ContactDocument>;
}

/** The contacts of an audience in their order, page by page; of the log one chunk is held at a time. */
export async function* audienceContacts(
  store: EventStore,
  collection: Collection<ContactDocument>,
  audienceId: string,
): AsyncIterable<AudiencePage> {
  for (let fromRevision = 0; ; fromRevision++) {
    const [event] = await audience.read(store, audienceId, { fromRevision, limit: 1 });
    if (event === undefined) return;
    if (event.type !== 'AudienceContactsAdded') continue;
    const { contactIds } = event.data;
    for (let from = 0; from < contactIds.length; from += CONTACTS_AT_ONCE) {
      const ids = contactIds.slice(from, from + CONTACTS_AT_ONCE);
      yield { ids, found: await contactsOf(store, collection, ids) };
    }
  }
}

/** A contact that the read model does not have yet is folded from its stream. */
async function contactsOf(
  store: EventStore,
  collection: Collection<ContactDocument>,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, ContactDocument>> {
  const stored = await collection.getMany(contactIds);
  const found = new Map<string, ContactDocument>();
  for (const id of contactIds) {
    const stream = contact.stream(id);
    const one = stored.get(id) ?? (await foldedDocument({ store, projection: contacts, stream, key: id }));
    if (one !== null) found.set(id, one.document);
  }
  return found;
}
