import type { Collection, IndexValue, PageQuery, Stored } from '../ports/documents.ts';

/** Documents of a page: the number in memory at a time, and of the embedded ones those of a turn of the event loop. */
const PAGE = 100;

/** All documents of a query one by one, with their keys, read by `pages`. */
export async function* storedOf<Document extends object>(
  ...query: Parameters<typeof pages<Document>>
): AsyncIterable<Stored<Document>> {
  for await (const page of pages(...query)) yield* page;
}

/** The same without their keys. */
export async function* documentsOf<Document extends object>(
  ...query: Parameters<typeof pages<Document>>
): AsyncIterable<Document> {
  for await (const { document } of storedOf(...query)) yield document;
}

/**
 * All documents of a query, `pageSize` at a time. `valuesOf` gives a document's values of all fields of the index. None
 * is missed or repeated as long as those fields do not change.
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
