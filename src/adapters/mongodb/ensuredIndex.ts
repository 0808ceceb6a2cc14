import type { Collection, CreateIndexesOptions, Document, IndexSpecification } from 'mongodb';

/** Makes an index before the first write that needs it; one that failed is made with the next. */
export function ensuredIndex<Record extends Document>(
  collection: Collection<Record>,
  fields: IndexSpecification,
  options: CreateIndexesOptions,
): () => Promise<unknown> {
  let made: Promise<unknown> | null = null;
  return () => {
    made ??= collection.createIndex(fields, options);
    return made.catch((error) => {
      made = null;
      throw error;
    });
  };
}
