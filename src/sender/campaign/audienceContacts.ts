import { audience } from '../../events/audience.ts';
import { contact } from '../../events/contact.ts';
import { foldedDocument } from '../../follow/fold/foldedDocument.ts';
import type { Collection } from '../../ports/documents.ts';
import { type EventStore, EventStoreUnavailable } from '../../ports/eventStore.ts';
import { type ContactDocument, contacts } from '../../projections/contacts.ts';

/** Contacts held at once: this bounds memory for an audience of any size. */
const CONTACTS_AT_ONCE = 250;

export interface AudiencePage {
  /** Contact ids in the order of the audience. */
  readonly ids: readonly string[];
  /** Those of them that exist, in the same order. */
  readonly found: ReadonlyMap<string, ContactDocument>;
}

/**
 * The contacts of an audience in their order, page by page; of the log one chunk is held at a time.
 * @throws EventStoreUnavailable also where not all that were announced are found
 */
export async function* audienceContacts(
  store: EventStore,
  collection: Collection<ContactDocument>,
  audienceId: string,
): AsyncIterable<AudiencePage> {
  let missing = Number.POSITIVE_INFINITY;
  for (let fromRevision = 0; missing > 0; fromRevision++) {
    const [event] = await audience.read(store, audienceId, { fromRevision, limit: 1 });
    // The audience was complete when the campaign was created, so a node that does not show all of it yet has answered.
    if (event === undefined)
      throw new EventStoreUnavailable(`the contacts of audience ${audienceId} cannot all be read yet`);
    if (event.type === 'AudienceCreated') {
      missing = event.data.contactCount;
      continue;
    }
    const { contactIds } = event.data;
    missing -= contactIds.length;
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
