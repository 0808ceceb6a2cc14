import { streamId } from '../events/category.ts';
import type { StoredText } from '../events/schema.ts';
import type { RecordedTemplateEvent } from '../events/template.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { pages } from './pages.ts';
import type { Projection } from './projection.ts';

/** A template that exists, with its current body. */
export interface TemplateDocument {
  readonly workspace: string;
  readonly friendlyName: string;
  readonly name: string;
  /** JSON object of defaults. */
  readonly variables: StoredText;
  readonly revision: number;
  readonly subject: string;
  readonly html: StoredText | null;
  readonly text: StoredText | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Keyed by template id. Deleted ones are not here; their revisions stay in the log. */
export const templates: Projection<TemplateDocument, RecordedTemplateEvent> = {
  name: 'templates',
  version: 1,
  types: ['TemplateCreated', 'TemplateRevised', 'TemplateChanged', 'TemplateDeleted'],
  indexes: { byCreation: ['workspace', 'createdAt'], byName: ['workspace', 'friendlyName'] },
  key: ({ stream }) => streamId(stream),
  fold: (document, { type, data, metadata: { workspace, at } }) => {
    if (type === 'TemplateDeleted') return null;
    if (type === 'TemplateCreated') return { workspace, ...data, createdAt: at, updatedAt: at };
    // An empty change is no change but a fence (decision 0010).
    if (document === null || Object.keys(data).length === 0) return document;
    return { ...document, ...data, updatedAt: at };
  },
};

/**
 * Every template of a workspace, most recently updated first. They are read in the order of their creation, which
 * no update disturbs, so that none is missed or met twice.
 */
export async function listTemplates(
  collection: Collection<TemplateDocument>,
  workspace: string,
): Promise<readonly Stored<TemplateDocument>[]> {
  const all: Stored<TemplateDocument>[] = [];
  const query = { index: 'byCreation', equals: [workspace] };
  for await (const page of pages(collection, query, ({ createdAt }) => [workspace, createdAt]))
    all.push(...page);
  const newer = (one: Stored<TemplateDocument>) => `${one.document.updatedAt} ${one.position}`;
  return all.sort((one, other) => (newer(one) < newer(other) ? 1 : -1));
}

/** The template under a friendly name; null when the read model knows none, or, in the midst of renames, several. */
export async function templateNamed(
  collection: Collection<TemplateDocument>,
  workspace: string,
  friendlyName: string,
): Promise<Stored<TemplateDocument> | null> {
  const found = await collection.page({ index: 'byName', equals: [workspace, friendlyName], limit: 2 });
  return found.length === 1 ? (found[0] ?? null) : null;
}
