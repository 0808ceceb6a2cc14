import { streamId } from '../events/category.ts';
import type { RecordedContactEvent } from '../events/contact.ts';
import type { Position } from '../events/event.ts';
import type { StoredText } from '../events/schema.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';

/** A contact; a field that was never given is null. */
export interface ContactDocument {
  readonly workspace: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly subscribed: boolean | null;
  readonly tags: readonly string[];
  /** JSON object. */
  readonly customFields: StoredText | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of its first event: the order of the pages, in which new contacts are last. */
  readonly insertedAt: Position;
}

const NOTHING_KNOWN = {
  firstName: null,
  lastName: null,
  phone: null,
  subscribed: null,
  tags: [],
  customFields: null,
};

/** Keyed by contact id. */
export const contacts = projection<ContactDocument, RecordedContactEvent>({
  name: 'contacts',
  version: 1,
  readsParts: true,
  indexes: { byInsertion: ['workspace', 'insertedAt'] },
  key: ({ stream }) => streamId(stream),
  on: {
    ContactSaved: (document, { data, position, metadata: { workspace, at } }) => {
      const before = document ?? { workspace, ...NOTHING_KNOWN, createdAt: at, insertedAt: position };
      return { ...before, ...data, updatedAt: at };
    },
  },
});

/** Place after which the next page of contacts starts. */
export interface ContactCursor {
  /** As the caller of the API gives it: only compared. */
  readonly insertedAt: string;
  readonly contactId: string;
}

/** A page of a workspace's contacts, oldest first. */
export function contactPage(
  collection: Collection<ContactDocument>,
  workspace: string,
  limit: number,
  after: ContactCursor | null,
): Promise<readonly Stored<ContactDocument>[]> {
  return collection.page({
    index: 'byInsertion',
    equals: [workspace],
    limit,
    ...(after && { after: { values: [workspace, after.insertedAt], key: after.contactId } }),
  });
}

/** The given contacts that belong to the workspace. */
export async function contactsAmong(
  collection: Collection<ContactDocument>,
  workspace: string,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await collection.getMany(contactIds);
  return new Set(contactIds.filter((id) => found.get(id)?.document.workspace === workspace));
}
