import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError, type WriteError } from 'mongodb';
import type { CollectionDefinition, DocumentWrite } from '../../ports/documents.ts';
import { DocumentsUnavailable } from '../../ports/documents.ts';
import { DUPLICATE_KEY, type MongoCall, WRITE_DEADLINE_MS } from './deadline.ts';
import { type DocumentRecord, toRecord } from './record.ts';

const BATCH = 500;

/** Rounds without any document written before the write fails. */
const MAX_FRUITLESS = 50;

/**
 * Writes each document unless the stored one is as new. The filter asks for an older position and the write
 * upserts: where the stored document is as new, the upsert collides with it (code 11000). Two writers of a document
 * that neither found collide in the same way; so collisions are checked, and written again where ours is newer.
 */
export async function writeGuarded(
  collection: Collection<DocumentRecord>,
  call: MongoCall,
  definition: Pick<CollectionDefinition, 'indexes' | 'hasParts'>,
  writes: readonly DocumentWrite<object>[],
  nowMs: number,
): Promise<void> {
  // In the order of the keys: where a command is one transaction, as over PostgreSQL, two commands that write the same
  // documents then wait for each other; in different orders they would deadlock.
  let pending = newestOfEachKey(writes).sort(({ key: one }, { key: other }) => (one < other ? -1 : 1));
  let fruitless = 0;
  await call(WRITE_DEADLINE_MS, DocumentsUnavailable, async (remainingMs) => {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH);
      const unsure = await writeBatch(collection, definition, batch, { nowMs, maxTimeMS: remainingMs });
      const older = unsure.length === 0 ? [] : await stillOlder(collection, unsure, remainingMs);
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

/** Resolves with the writes that may not have been done. */
async function writeBatch(
  collection: Collection<DocumentRecord>,
  definition: Pick<CollectionDefinition, 'indexes' | 'hasParts'>,
  batch: readonly DocumentWrite<object>[],
  // After this time the server ends the command too.
  { nowMs, maxTimeMS }: { readonly nowMs: number; readonly maxTimeMS: number },
): Promise<readonly DocumentWrite<object>[]> {
  const operations = batch.map(
    (write): AnyBulkWriteOperation<DocumentRecord> => ({
      replaceOne: {
        filter: { _id: write.key, position: { $lt: write.position } },
        replacement: toRecord(write, definition, nowMs),
        upsert: true,
      },
    }),
  );
  try {
    await collection.bulkWrite(operations, { ordered: false, maxTimeMS });
    return [];
  } catch (error) {
    const { collisions, written } = collisionsIn(error);
    // FerretDB stops at the first refusal although the write is unordered: then every write is unsure.
    if (written + collisions.length < batch.length) return batch;
    return collisions.flatMap(({ index }) => batch[index] ?? []);
  }
}

/** The refusals of a bulk write that failed only by collisions of keys. @throws any other error */
export function collisionsIn(error: unknown): {
  readonly collisions: WriteError[];
  readonly written: number;
} {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const collisions = [error.writeErrors].flat();
  // A missing majority may come together with refusals, which then hide it.
  const isUnsafe = error.result.getWriteConcernError() !== undefined;
  if (isUnsafe || collisions.length === 0 || collisions.some(({ code }) => code !== DUPLICATE_KEY))
    throw error;
  return { collisions, written: error.result.matchedCount + error.result.upsertedCount };
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
