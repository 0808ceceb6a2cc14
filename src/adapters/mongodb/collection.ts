import type { Collection as MongoCollection, WithId } from 'mongodb';
import type { Clock } from '../../ports/clock.ts';
import {
  type Collection,
  type CollectionDefinition,
  DocumentsUnavailable,
  type PageQuery,
  type PartQuery,
  type Stored,
} from '../../ports/documents.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { readPosition } from '../position.ts';
import { batchedLookUps, MAX_KEYS_PER_QUERY } from './batchedLookUps.ts';
import { writeGuarded } from './bulkWrite.ts';
import { type MongoCall, READ_DEADLINE_MS, WRITE_DEADLINE_MS } from './deadline.ts';
import { foundByBeginning } from './foundByBeginning.ts';
import { BEYOND, encodeValue, encodeValues } from './indexKey.ts';
import { type DocumentRecord, fromRecord, storedOf } from './record.ts';

const SCAN_PAGE = 500;
// Each find sets its batchSize: otherwise MongoDB returns the documents after the first 101 page by page, and each page is
// one more call that can fail.

export function mongoCollection<Document extends object>(
  collection: MongoCollection<DocumentRecord>,
  call: MongoCall,
  definition: CollectionDefinition,
  { clock, metrics }: { readonly clock: Clock; readonly metrics: Metrics | undefined },
): Collection<Document> {
  const { name, indexes, hasParts } = definition;
  const read: Read = (attempt) => {
    metrics?.count('postledger_mongodb_reads_total', { collection: name });
    return call(READ_DEADLINE_MS, DocumentsUnavailable, attempt);
  };

  const recordsOf = (keys: readonly string[]) => recordsByKey(collection, read, keys);
  const lookUp = batchedLookUps(recordsOf, ({ _id }) => _id);

  const page = async (query: PageQuery): Promise<readonly Stored<Document>[]> => {
    if (!(query.index in indexes)) throw new Error(`no index ${query.index} in ${collection.collectionName}`);
    if (query.limit <= 0) return [];
    const records = await read((maxTimeMS) =>
      collection
        .find(filterOf(query), { maxTimeMS, batchSize: query.limit })
        .sort({ [`index.${query.index}`]: query.descending ? -1 : 1 })
        .limit(query.limit)
        .toArray(),
    );
    return records.flatMap((record) => storedOf<Document>(record) ?? []);
  };

  return {
    async get(key) {
      const [record] = await lookUp([key]);
      return record === undefined ? null : storedOf<Document>(record);
    },
    async getForFold(keys) {
      const records = await recordsOf(keys);
      return new Map(
        records.map((record) => [
          record._id,
          { position: readPosition(record.position), document: fromRecord<Document>(record) },
        ]),
      );
    },
    async getMany(keys) {
      const present = (await lookUp(keys)).flatMap((record) => storedOf<Document>(record) ?? []);
      return new Map(present.map((stored) => [stored.key, stored]));
    },
    writeMany(writes) {
      metrics?.count('postledger_mongodb_writes_total', { collection: name }, writes.length);
      return writeGuarded(collection, call, definition, writes, clock.nowMs());
    },
    async forget(keys) {
      for (let at = 0; at < keys.length; at += MAX_KEYS_PER_QUERY)
        await call(WRITE_DEADLINE_MS, DocumentsUnavailable, (maxTimeMS) =>
          collection.deleteMany({ _id: { $in: keys.slice(at, at + MAX_KEYS_PER_QUERY) } }, { maxTimeMS }),
        );
    },
    page,
    ...(hasParts && {
      byPart: (query: PartQuery) => read((maxTimeMS) => foundByBeginning(collection, query, maxTimeMS)),
    }),
    scan: () => scanned<Document>((after) => read((maxTimeMS) => scanPage(collection, after, maxTimeMS))),
  };
}

type Read = <Result>(attempt: (maxTimeMS: number) => Promise<Result>) => Promise<Result>;

async function recordsByKey(
  collection: MongoCollection<DocumentRecord>,
  read: Read,
  keys: readonly string[],
): Promise<readonly WithId<DocumentRecord>[]> {
  const records: WithId<DocumentRecord>[] = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS_PER_QUERY) {
    const $in = keys.slice(at, at + MAX_KEYS_PER_QUERY);
    const find = (maxTimeMS: number) =>
      collection.find({ _id: { $in } }, { maxTimeMS, batchSize: $in.length + 1 }).toArray();
    records.push(...(await read(find)));
  }
  return records;
}

function scanPage(
  collection: MongoCollection<DocumentRecord>,
  after: string | null,
  maxTimeMS: number,
): Promise<readonly WithId<DocumentRecord>[]> {
  return collection
    .find({ _id: after === null ? { $gte: '' } : { $gt: after } }, { maxTimeMS, batchSize: SCAN_PAGE })
    .sort({ _id: 1 })
    .limit(SCAN_PAGE)
    .toArray();
}

async function* scanned<Document extends object>(
  pageAfter: (key: string | null) => Promise<readonly WithId<DocumentRecord>[]>,
): AsyncIterable<Stored<Document>> {
  for (let after: string | null = null; ; ) {
    const records = await pageAfter(after);
    for (const record of records) {
      const stored = storedOf<Document>(record);
      if (stored !== null) yield stored;
    }
    const last = records.at(-1);
    if (last === undefined || records.length < SCAN_PAGE) return;
    after = last._id;
  }
}

/** Bounds on one index field, for a find with a sort on the same field: MongoDB reads exactly the page. */
interface IndexRange {
  readonly $gte: string;
  readonly $lt: string;
  /** The page's cursor: one more bound; the tighter bound counts. */
  readonly $gt?: string;
}

function rangeOf({ equals = [], from, to, after }: PageQuery): IndexRange {
  const prefix = encodeValues(equals);
  return {
    $gte: from === undefined ? prefix : prefix + encodeValue(from),
    $lt: prefix + (to === undefined ? '' : encodeValue(to)) + BEYOND,
    ...(after && { $gt: encodeValues([...after.values, after.key]) }),
  };
}

/** The range with the page's cursor, which bounds it from above where it is read backwards. */
function filterOf(query: PageQuery): Record<string, unknown> {
  const { $gt: cursor, ...range } = rangeOf(query);
  const field = `index.${query.index}`;
  if (cursor === undefined) return { [field]: range };
  if (!query.descending) return { [field]: { ...range, $gt: cursor } };
  // Only one upper bound is possible; the cursor is inside the range or the page is empty.
  return { [field]: { $gte: range.$gte, $lt: lower(range.$lt, cursor) } };
}

function lower(a: string, b: string): string {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? a : b;
}
