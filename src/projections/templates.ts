import { streamId } from '../events/category.ts';
import type { RecordedTemplateEvent } from '../events/template.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { pages } from './pages.ts';

type Created = Extract<RecordedTemplateEvent, { type: 'TemplateCreated' }>['data'];

/** A template that exists, with its current body. */
export interface TemplateDocument extends Created {
  readonly workspace: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Keyed by template id. Deleted templates are removed; their revisions stay in the log. */
export const templates = projection<TemplateDocument, RecordedTemplateEvent>({
  name: 'templates',
  version: 1,
  readsParts: true,
  indexes: { byCreation: ['workspace', 'createdAt'], byName: ['workspace', 'friendlyName'] },
  key: ({ stream }) => streamId(stream),
  on: {
    TemplateCreated: (_, { data, metadata: { workspace, at } }) => ({
      workspace,
      ...data,
      createdAt: at,
      updatedAt: at,
    }),
    TemplateRevised: (document, { data, metadata }) =>
      document && { ...document, ...data, updatedAt: metadata.at },
    // An empty change changes nothing: it is a fence (decision 0010).
    TemplateChanged: (document, { data, metadata }) =>
      document && Object.keys(data).length > 0 ? { ...document, ...data, updatedAt: metadata.at } : document,
    TemplateDeleted: () => null,
  },
});

/** Templates read at a time: each may hold three texts of 64 KB. */
const PAGE = 4;

/**
 * Every template of a workspace, most recently updated first, page by page. First all are read in the order of creation,
 * which updates do not change, so that none is missed or repeated; only keys and times stay in memory. A template that is
 * deleted in between is left out. `giveWay` is awaited between the pages.
 */
export async function* listTemplates(
  collection: Collection<TemplateDocument>,
  workspace: string,
  giveWay: () => Promise<void> = async () => {},
): AsyncIterable<readonly Stored<TemplateDocument>[]> {
  const order: { readonly key: string; readonly updated: string }[] = [];
  const query = { index: 'byCreation', equals: [workspace] };
  for await (const page of pages(collection, query, ({ createdAt }) => [workspace, createdAt], PAGE)) {
    for (const { key, position, document } of page)
      order.push({ key, updated: `${document.updatedAt} ${position}` });
    await giveWay();
  }
  order.sort((one, other) => (one.updated < other.updated ? 1 : -1));
  for (let from = 0; from < order.length; from += PAGE) {
    const keys = order.slice(from, from + PAGE).map(({ key }) => key);
    const found = await collection.getMany(keys);
    yield keys.flatMap((key) => found.get(key) ?? []);
  }
}

/** The template with a friendly name; null when the read model has none, or, during renames, several. */
export async function templateNamed(
  collection: Collection<TemplateDocument>,
  workspace: string,
  friendlyName: string,
): Promise<Stored<TemplateDocument> | null> {
  const found = await collection.page({ index: 'byName', equals: [workspace, friendlyName], limit: 2 });
  return found.length === 1 ? (found[0] ?? null) : null;
}
