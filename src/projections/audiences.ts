import type { RecordedAudienceEvent } from '../events/audience.ts';
import { streamId } from '../events/category.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { pages } from './pages.ts';

/** An audience, complete or not. */
export interface AudienceDocument {
  readonly workspace: string;
  readonly name: string;
  readonly description: string | null;
  /** As announced. */
  readonly contactCount: number;
  /** Contacts added so far; the audience is complete when these are all. */
  readonly added: number;
  /** The workspace that lists it; null, and so not in the index, until it is complete. */
  readonly listedIn: string | null;
  readonly createdAt: string;
}

/** Keyed by audience id. */
export const audiences = projection<AudienceDocument, RecordedAudienceEvent>({
  name: 'audiences',
  version: 1,
  indexes: { listed: ['listedIn', 'createdAt'] },
  key: ({ stream }) => streamId(stream),
  on: {
    AudienceCreated: (_, { data, metadata: { workspace, at } }) => {
      const listedIn = data.contactCount === 0 ? workspace : null;
      return { workspace, ...data, added: 0, listedIn, createdAt: at };
    },
    AudienceContactsAdded: (document, { data }) => {
      if (document === null || data.contactIds.length === 0) return document;
      const added = document.added + data.contactIds.length;
      return { ...document, added, listedIn: added === document.contactCount ? document.workspace : null };
    },
  },
});

/** Every complete audience of a workspace, newest first, page by page. */
export function listAudiences(
  collection: Collection<AudienceDocument>,
  workspace: string,
): AsyncIterable<readonly Stored<AudienceDocument>[]> {
  const query = { index: 'listed', equals: [workspace], descending: true };
  return pages(collection, query, ({ createdAt }) => [workspace, createdAt]);
}
