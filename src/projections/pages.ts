import type { Collection, IndexValue, PageQuery, Stored } from '../ports/documents.ts';

/** Documents of a page: what is in memory at a time. */
const PAGE = 500;

/** All documents of a query one by one, read as `pages` reads them. */
export async function* documentsOf<Document extends object>(
  ...query: Parameters<typeof pages<Document>>
): AsyncIterable<Document> {
  for await (const page of pages(...query)) for (const { document } of page) yield document;
}

/**
 * All documents of a query, `pageSize` at a time. `valuesOf` gives a document's values of all fields of the index. None
 * is missed or met twice as long as those fields stay as they are.
 */
export async function* pages<Document extends object>(
  collection: Collection<Document>,
  query: Omit<PageQuery, 'limit' | 'after'>,
  valuesOf: (document: Document) => readonly IndexValue[],
  pageSize = PAGE,
): AsyncIterable<readonly Stored<Document>[]> {
  for (let after: PageQuery['after']; ; ) {
    const page = await collection.page({ ...query, limit: pageSize, ...(after && { after }) });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { values: valuesOf(last.document), key: last.key };
  }
}
