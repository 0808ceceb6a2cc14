import { type AnyBulkWriteOperation, Binary, type Collection, type Db } from 'mongodb';
import type { BlobRef } from '../../events/schema.ts';
import {
  BlobMissing,
  type Blobs,
  BlobsUnavailable,
  type SweepOptions,
  type SweptBlob,
} from '../../ports/blobs.ts';
import { sha256Of } from '../node/sha256.ts';
import { collisionsIn } from './bulkWrite.ts';
import { type MongoCall, READ_DEADLINE_MS, WRITE_DEADLINE_MS } from './deadline.ts';
import { ensuredIndex } from './ensuredIndex.ts';

/** `blobs.files`, in GridFS's layout. */
interface FileRecord {
  /** The SHA-256 of the contents. */
  readonly _id: string;
  readonly length: number;
  readonly chunkSize: number;
  /** When it was put last. */
  readonly uploadDate: Date;
  readonly filename: string;
}

/** `blobs.chunks`, in GridFS's layout. */
interface ChunkRecord {
  /** `SHA256:N`, so that a chunk can be written any number of times and is there once. */
  readonly _id: string;
  readonly files_id: string;
  readonly n: number;
  readonly data: Binary;
  /** When it was put last, by a put that knew of no file. */
  readonly putAt: Date;
}

/** GridFS's own size. Fixed: two puts of the same bytes must cut them the same way. */
const CHUNK_BYTES = 255 * 1024;
/** Chunks sent or fetched at once: about 4 MB. */
const CHUNKS_AT_ONCE = 16;
const SWEEP_PAGE = 1_000;

/** Time for one call: ten seconds, and time for the bytes at one megabyte a second. */
const deadlineMs = (bytes: number) => 10_000 + bytes / 1_000;

/**
 * Blobs in GridFS's layout (`blobs.files`, `blobs.chunks`), readable by every GridFS tool. The driver's own
 * bucket is not used: names that are hashes of the contents make every write repeatable, also by two processes at once.
 */
export function mongoBlobs(db: Db, call: MongoCall, nowMs: () => number, close: () => Promise<void>): Blobs {
  const files = db.collection<FileRecord>('blobs.files');
  const chunks = db.collection<ChunkRecord>('blobs.chunks');
  const ensureIndex = ensuredIndex(chunks, { files_id: 1, n: 1 }, { name: 'files_id_1_n_1', unique: true });

  return {
    async put(bytes) {
      const sha256 = await sha256Of(bytes);
      await call(deadlineMs(bytes.length), BlobsUnavailable, async () => {
        await ensureIndex();
        const uploadDate = new Date(nowMs());
        // A known file gets the present time, so that no sweep removes it. The update waits for the majority like any other:
        // a file that another process has just put is as durable as the caller may assume.
        const known = await files.updateOne({ _id: sha256 }, { $max: { uploadDate } });
        if (known.matchedCount > 0) return;
        await putChunks(chunks, sha256, bytes, uploadDate);
        const $setOnInsert = { length: bytes.length, chunkSize: CHUNK_BYTES, filename: sha256 };
        await upsert(files, [
          {
            updateOne: {
              filter: { _id: sha256 },
              update: { $setOnInsert, $max: { uploadDate } },
              upsert: true,
            },
          },
        ]);
      });
      return { sha256, length: bytes.length };
    },
    async get({ sha256, length }: BlobRef) {
      const bytes = await call(deadlineMs(length), BlobsUnavailable, (remainingMs) =>
        readChunks(chunks, sha256, length, remainingMs),
      );
      if (bytes === null || (await sha256Of(bytes)) !== sha256) {
        throw new BlobMissing(sha256);
      }
      return bytes;
    },
    sweep: (options) => sweepBlobs(files, chunks, call, options),
    close,
  };
}

async function putChunks(
  chunks: Collection<ChunkRecord>,
  sha256: string,
  bytes: Uint8Array,
  putAt: Date,
): Promise<void> {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  for (let first = 0; first < count; first += CHUNKS_AT_ONCE) {
    const some = Array.from({ length: Math.min(CHUNKS_AT_ONCE, count - first) }, (_, offset) => {
      const n = first + offset;
      const data = new Binary(Buffer.from(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)));
      const $setOnInsert = { files_id: sha256, n, data };
      const filter = { _id: `${sha256}:${n}` };
      // A chunk that exists gets the present time: a sweep may be about to remove the old ones.
      return { updateOne: { filter, update: { $setOnInsert, $max: { putAt } }, upsert: true } };
    });
    await upsert(chunks, some);
  }
}

/** Null when a chunk is missing or has a wrong size. */
async function readChunks(
  chunks: Collection<ChunkRecord>,
  sha256: string,
  length: number,
  maxTimeMS: number,
): Promise<Buffer | null> {
  const count = Math.ceil(length / CHUNK_BYTES);
  const parts: Uint8Array[] = [];
  for (let first = 0; first < count; first += CHUNKS_AT_ONCE) {
    const many = Math.min(CHUNKS_AT_ONCE, count - first);
    const $in = Array.from({ length: many }, (_, offset) => `${sha256}:${first + offset}`);
    const found = await chunks.find({ _id: { $in } }, { maxTimeMS, batchSize: many + 1 }).toArray();
    if (found.length !== many) return null;
    parts.push(...found.sort((a, b) => a.n - b.n).map(({ data }) => data.value()));
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === length ? bytes : null;
}

/** One of two upserts at once may collide with the record of the other, which is the same. */
async function upsert<BlobRecord extends FileRecord | ChunkRecord>(
  collection: Collection<BlobRecord>,
  operations: AnyBulkWriteOperation<BlobRecord>[],
): Promise<void> {
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    collisionsIn(error);
  }
}

/**
 * Reads `blobs.files` in the order of the names, then looks for chunks that have no file. A blob is removed in two steps, which both leave everything that was put
 * meanwhile: its file if that is old, then those of its chunks that are old. A put in between finds no file and puts
 * every chunk again, with the present time.
 */
async function* sweepBlobs(
  files: Collection<FileRecord>,
  chunks: Collection<ChunkRecord>,
  call: MongoCall,
  { isNeeded, putBeforeMs, dryRun }: SweepOptions,
): AsyncIterable<SweptBlob> {
  const before = new Date(putBeforeMs);
  const remove = (sha256: string) =>
    call(WRITE_DEADLINE_MS, BlobsUnavailable, async () => {
      const { deletedCount } = await files.deleteOne({ _id: sha256, uploadDate: { $lt: before } });
      // Also when there was no file: then an earlier attempt removed it, or died before the chunks.
      const isPresent = deletedCount === 0 && (await files.findOne({ _id: sha256 })) !== null;
      if (!isPresent) await chunks.deleteMany({ files_id: sha256, putAt: { $lt: before } });
      return !isPresent;
    });
  for (let after = ''; ; ) {
    const page = await call(READ_DEADLINE_MS, BlobsUnavailable, (maxTimeMS) =>
      files
        .find(
          { _id: { $gt: after } },
          { maxTimeMS, batchSize: SWEEP_PAGE, projection: { length: 1, uploadDate: 1 } },
        )
        .sort({ _id: 1 })
        .limit(SWEEP_PAGE)
        .toArray(),
    );
    for (const { _id, length, uploadDate } of page) {
      const mayGo = uploadDate < before && !isNeeded(_id);
      yield { sha256: _id, bytes: length, removed: mayGo && (dryRun || (await remove(_id))) };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < SWEEP_PAGE) break;
    after = last._id;
  }
  for await (const sha256 of namesWithoutFile(files, chunks, call)) {
    if (isNeeded(sha256)) continue;
    const bytes = await call(READ_DEADLINE_MS, BlobsUnavailable, async (maxTimeMS) => {
      const old = { files_id: sha256, putAt: { $lt: before } };
      // All but the last are of one length: a large blob's contents would not come in time.
      const count = await chunks.countDocuments(old, { maxTimeMS });
      const last = await chunks.findOne(old, { sort: { n: -1 }, maxTimeMS });
      return last === null ? 0 : (count - 1) * CHUNK_BYTES + last.data.length();
    });
    if (bytes > 0) yield { sha256, bytes, removed: dryRun || (await remove(sha256)) };
  }
}

/** Names of blobs that have chunks and no file: their put, or a sweep, ended between the two. */
async function* namesWithoutFile(
  files: Collection<FileRecord>,
  chunks: Collection<ChunkRecord>,
  call: MongoCall,
): AsyncIterable<string> {
  for (let after = ''; ; ) {
    const filter = { files_id: { $gt: after } };
    const page = await call(READ_DEADLINE_MS, BlobsUnavailable, (maxTimeMS) =>
      chunks
        // Of the index alone.
        .find(filter, { maxTimeMS, batchSize: SWEEP_PAGE, projection: { _id: 0, files_id: 1 } })
        .sort({ files_id: 1, n: 1 })
        .limit(SWEEP_PAGE)
        .toArray(),
    );
    const names = new Set(page.map(({ files_id }) => files_id));
    const last = page.at(-1)?.files_id;
    const found = await call(READ_DEADLINE_MS, BlobsUnavailable, (maxTimeMS) =>
      files.find({ _id: { $in: [...names] } }, { maxTimeMS, projection: { _id: 1 } }).toArray(),
    );
    for (const { _id } of found) names.delete(_id);
    yield* names;
    if (last === undefined || page.length < SWEEP_PAGE) return;
    after = last;
  }
}
