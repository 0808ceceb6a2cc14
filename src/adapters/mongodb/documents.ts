import { type Db, MongoServerError } from 'mongodb';
import type { Clock } from '../../ports/clock.ts';
import { type CollectionDefinition, type Documents, DocumentsUnavailable } from '../../ports/documents.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { PARTS } from './beginnings.ts';
import { mongoCollection } from './collection.ts';
import { type MongoCall, READ_DEADLINE_MS, WRITE_DEADLINE_MS } from './deadline.ts';
import type { DocumentRecord } from './record.ts';

/** Names of our collections: all others in the database (`blobs.files`, `system.views`) are ignored. */
const COLLECTION_NAME = /^[A-Za-z0-9_-]{1,120}$/;

/**
 * How long a removed document's position stays. After that an older write would bring the document back; no writer
 * holds a folded document for so long. Without an expiry every finished work item would stay for ever.
 */
const REMOVED_KEPT_SECONDS = 7 * 24 * 3600;

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;
const UNAUTHORIZED = 13;
/** FerretDB 1 answers this to an index with an expiry. */
const NOT_IMPLEMENTED = 238;
const INDEX_OPTIONS_CONFLICT = 85;

export function mongoDocuments(
  db: Db,
  call: MongoCall,
  dependencies: { readonly clock: Clock; readonly metrics: Metrics | undefined },
  close: () => Promise<void>,
): Documents {
  return {
    async collection<Document extends object>(
      definition: CollectionDefinition,
      { inPlaceOf }: { readonly inPlaceOf?: string } = {},
    ) {
      checkName(definition.name);
      await call(WRITE_DEADLINE_MS, DocumentsUnavailable, async () => {
        await create(db, definition);
        if (inPlaceOf !== undefined) await shardLike(db, definition.name, inPlaceOf);
      });
      return mongoCollection<Document>(
        db.collection<DocumentRecord>(definition.name),
        call,
        definition,
        dependencies,
      );
    },
    async drop(name) {
      checkName(name);
      await call(WRITE_DEADLINE_MS, DocumentsUnavailable, () =>
        unlessCode(NAMESPACE_NOT_FOUND, db.dropCollection(name)),
      );
    },
    async replace(pairs) {
      for (const { name, by } of pairs) {
        checkName(name);
        checkName(by);
      }
      for (const { name, by } of pairs)
        await call(WRITE_DEADLINE_MS, DocumentsUnavailable, () =>
          // Repeated after a lost answer it finds nothing to rename, which is correct then.
          unlessCode(NAMESPACE_NOT_FOUND, db.renameCollection(by, name, { dropTarget: true })),
        );
    },
    async list() {
      const found = await call(READ_DEADLINE_MS, DocumentsUnavailable, () =>
        db.listCollections({}, { nameOnly: true }).toArray(),
      );
      return found
        .map(({ name }) => name)
        .filter((name) => COLLECTION_NAME.test(name))
        .sort();
    },
    close,
  };
}

async function create(db: Db, { name, indexes, hasParts }: CollectionDefinition): Promise<void> {
  await unlessCode(NAMESPACE_EXISTS, db.createCollection(name));
  const declared = [...Object.keys(indexes), ...(hasParts ? [PARTS] : [])].map((index) => {
    if (!/^\w+$/.test(index)) throw new Error(`${index} is no name for an index`);
    // Sparse: removed documents and those without a value are not in the index.
    return { key: { [`index.${index}`]: 1 as const }, name: index, sparse: true };
  });
  const collection = db.collection(name);
  if (declared.length > 0) await collection.createIndexes(declared);
  const expiry = { name: 'removedAt', expireAfterSeconds: REMOVED_KEPT_SECONDS };
  try {
    await collection.createIndex({ removedAt: 1 }, { ...expiry, sparse: true });
  } catch (error) {
    const code = error instanceof MongoServerError ? error.code : undefined;
    // An earlier release had another expiry.
    if (code === INDEX_OPTIONS_CONFLICT) await db.command({ collMod: name, index: expiry });
    else if (code !== NOT_IMPLEMENTED) throw error;
  }
}

function checkName(name: string): void {
  if (!COLLECTION_NAME.test(name)) throw new Error(`${name} is no name for a collection`);
}

/** The result, or null when the server answered with this code. */
async function unlessCode<Result>(code: number, work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === code) return null;
    throw error;
  }
}

/**
 * Shards a new collection if the one that it will replace is sharded: without that the renamed collection would be on a
 * single shard, without any error. By hashed `_id`, see docs/operations.md.
 * @throws Error that names both when the user may not shard
 */
async function shardLike(db: Db, name: string, other: string): Promise<void> {
  if (!(await isSharded(db, other)) || (await isSharded(db, name))) return;
  const namespace = `${db.databaseName}.${name}`;
  try {
    await db.admin().command({ shardCollection: namespace, key: { _id: 'hashed' } });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === UNAUTHORIZED)) throw error;
    throw new Error(
      `${other} is sharded, and the user of MONGODB_URL may not shard ${name}, which is to take its place: ` +
        'give it the role clusterManager for the time of the rebuild, or the read model a new version.',
    );
  }
}

async function isSharded(db: Db, name: string): Promise<boolean> {
  const stats = await unlessCode(NAMESPACE_NOT_FOUND, db.command({ collStats: name }));
  return stats?.sharded === true;
}
