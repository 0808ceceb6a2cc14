import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { type PartStore, PartsUnavailable, type StoredPart } from '../../ports/parts.ts';
import { collisionsIn } from './bulkWrite.ts';
import { type MongoCall, READ_DEADLINE_MS } from './deadline.ts';
import { ensuredIndex } from './ensuredIndex.ts';

/** A part as stored in the collection `parts`; `_id` is the event's commitment to it. */
interface PartRecord extends Omit<StoredPart, 'commitment'> {
  readonly _id: string;
  /** When an unmarked part was put last; a marked one has none. */
  readonly putAt?: Date;
}

/** Parts in a database of their own, so that they can be kept as long as the log while read models are dropped. */
export function mongoParts(
  db: Db,
  call: MongoCall,
  nowMs: () => number,
  close: () => Promise<void>,
): PartStore {
  const parts = db.collection<PartRecord>('parts');
  // Sparse: marked parts are not in it.
  const ensureIndex = ensuredIndex(parts, { putAt: 1 }, { name: 'putAt', sparse: true });
  // Of writes too: an append waits for its parts, and needs time of its own after that.
  const within = <Result>(attempt: (maxTimeMS: number) => Promise<Result>) =>
    call(READ_DEADLINE_MS, PartsUnavailable, attempt);

  return {
    put: (stored) =>
      within(async (maxTimeMS) => {
        await ensureIndex();
        const $max = { putAt: new Date(nowMs()) };
        const operations = stored.map(
          ({ commitment: _id, ...$setOnInsert }): AnyBulkWriteOperation<PartRecord> => {
            return { updateOne: { filter: { _id }, update: { $setOnInsert, $max }, upsert: true } };
          },
        );
        const write = () => parts.bulkWrite(operations, { ordered: false, maxTimeMS });
        // Of two upserts at once one may collide with the record of the other, and some servers leave out what comes after it.
        await write().catch((error) => {
          collisionsIn(error);
          return write();
        });
      }),
    find: (commitments) =>
      within(async (maxTimeMS) => {
        const projection = { salt: 1, text: 1, putAt: 1 } as const;
        const options = { maxTimeMS, projection, batchSize: commitments.length + 1 };
        const found = await parts.find({ _id: { $in: [...commitments] } }, options).toArray();
        return new Map(
          found.map(({ _id, salt, text, putAt }) => [_id, { salt, text, isMarked: putAt === undefined }]),
        );
      }),
    mark: (commitments) =>
      within(async (maxTimeMS) => {
        await parts.updateMany({ _id: { $in: [...commitments] } }, { $unset: { putAt: 1 } }, { maxTimeMS });
      }),
    unmarked: (beforeMs, limit) =>
      within(async (maxTimeMS) => {
        const options = { maxTimeMS, projection: { stream: 1 } as const, batchSize: limit + 1 };
        const old = parts.find({ putAt: { $lt: new Date(beforeMs) } }, options);
        const found = await old.sort({ putAt: 1 }).limit(limit).toArray();
        return found.map(({ _id, stream }) => ({ commitment: _id, stream }));
      }),
    remove: (commitments, beforeMs) =>
      within(async (maxTimeMS) => {
        const old = { _id: { $in: [...commitments] }, putAt: { $lt: new Date(beforeMs) } };
        await parts.deleteMany(old, { maxTimeMS });
      }),
    cut: (commitments) =>
      within(async (maxTimeMS) => {
        await parts.deleteMany({ _id: { $in: [...commitments] } }, { maxTimeMS });
      }),
    close,
  };
}
