import type { Collection, IndexValue, PageQuery, Stored } from '../ports/documents.ts';

const PAGE = 500;

/** All documents of a query, page by page. `valuesOf` gives a document's values of all fields of the index. */
export async function* pages<Document extends object>(
  collection: Collection<Document>,
  query: Omit<PageQuery, 'limit' | 'after'>,
  valuesOf: (document: Document) => readonly IndexValue[],
): AsyncIterable<readonly Stored<Document>[]> {
  for (let after: PageQuery['after']; ; ) {
    const page = await collection.page({ ...query, limit: PAGE, ...(after && { after }) });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = { values: valuesOf(last.document), key: last.key };
  }
}
