import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import type { CollectionDefinition, DocumentWrite } from '../../ports/documents.ts';
import { DocumentsUnavailable } from '../../ports/documents.ts';
import { type MongoCall, WRITE_DEADLINE_MS } from './deadline.ts';
import { type DocumentRecord, toRecord } from './record.ts';

const BATCH = 500;
const DUPLICATE_KEY = 11_000;

/** Rounds without a document written before we say that something is wrong. */
const MAX_FRUITLESS = 50;

/**
 * Writes each document unless the stored one is as new. The filter asks for an older position and the write
 * upserts: where the stored document is as new, the upsert collides with it (code 11000). The same collision
 * meets two writers of a document that neither found; so what collided is looked at, and written again where
 * ours is newer after all.
 */
export async function writeGuarded(
  collection: Collection<DocumentRecord>,
  call: MongoCall,
  indexes: CollectionDefinition['indexes'],
  writes: readonly DocumentWrite<object>[],
  nowMs: number,
): Promise<void> {
  // In the order of the keys: where a whole command is one transaction, as over PostgreSQL, two that write the same
  // documents then wait for each other instead of ending each other.
  let pending = newestOfEachKey(writes).sort(({ key: one }, { key: other }) => (one < other ? -1 : 1));
  let fruitless = 0;
  await call(WRITE_DEADLINE_MS, DocumentsUnavailable, async (remainingMs) => {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH);
      const doubtful = await writeBatch(collection, indexes, batch, { nowMs, maxTimeMS: remainingMs });
      const older = doubtful.length === 0 ? [] : await stillOlder(collection, doubtful, remainingMs);
      fruitless = older.length === batch.length ? fruitless + 1 : 0;
      if (fruitless > MAX_FRUITLESS) throw new Error(`writes to ${collection.collectionName} keep colliding`);
      pending = [...older, ...pending.slice(BATCH)];
    }
  });
}

function newestOfEachKey(writes: readonly DocumentWrite<object>[]): DocumentWrite<object>[] {
  const newest = new Map<string, DocumentWrite<object>>();
  for (const write of writes) {
    const other = newest.get(write.key);
    if (other === undefined || other.position < write.position) newest.set(write.key, write);
  }
  return [...newest.values()];
}

/** Resolves with the writes of which it is not certain that they were done. */
async function writeBatch(
  collection: Collection<DocumentRecord>,
  indexes: CollectionDefinition['indexes'],
  batch: readonly DocumentWrite<object>[],
  // What we have given up is ended on the server too.
  { nowMs, maxTimeMS }: { readonly nowMs: number; readonly maxTimeMS: number },
): Promise<readonly DocumentWrite<object>[]> {
  const operations = batch.map(
    (write): AnyBulkWriteOperation<DocumentRecord> => ({
      replaceOne: {
        filter: { _id: write.key, position: { $lt: write.position } },
        replacement: toRecord(write, indexes, nowMs),
        upsert: true,
      },
    }),
  );
  try {
    await collection.bulkWrite(operations, { ordered: false, maxTimeMS });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    // Both may come at once, and then the refusals stand in front of a missing majority.
    const unsafe = error.result.getWriteConcernError() !== undefined;
    if (unsafe || refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    const { matchedCount, upsertedCount } = error.result;
    // FerretDB stops at the first refusal although the write is unordered: then every write is doubtful.
    if (matchedCount + upsertedCount + refused.length < batch.length) return batch;
    return refused.flatMap(({ index }) => batch[index] ?? []);
  }
}

async function stillOlder(
  collection: Collection<DocumentRecord>,
  writes: readonly DocumentWrite<object>[],
  maxTimeMS: number,
): Promise<DocumentWrite<object>[]> {
  const found = await collection
    .find(
      { _id: { $in: writes.map(({ key }) => key) } },
      { projection: { position: 1 }, maxTimeMS, batchSize: writes.length + 1 },
    )
    .toArray();
  const positions = new Map(found.map(({ _id, position }) => [_id, position]));
  return writes.filter(({ key, position }) => (positions.get(key) ?? '') < position);
}
