import { type Db, MongoServerError } from 'mongodb';

const NAMESPACE_NOT_FOUND = 26;
const UNAUTHORIZED = 13;

/**
 * Divides a fresh collection among the shards as that one is whose place it will take: renamed as it is, an undivided one
 * would silently end up on a single shard. By hashed `_id`, as docs/operations.md has it.
 * @throws Error that names both when the user may not shard
 */
export async function shardLike(db: Db, name: string, other: string): Promise<void> {
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
  try {
    return (await db.command({ collStats: name })).sharded === true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return false;
    throw error;
  }
}
