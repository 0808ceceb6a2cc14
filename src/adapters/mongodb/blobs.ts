import { type AnyBulkWriteOperation, Binary, type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import type { BlobRef } from '../../events/schema.ts';
import { BlobMissing, type Blobs, BlobsUnavailable } from '../../ports/blobs.ts';
import { sha256Of } from '../node/sha256.ts';
import type { ChunkRecord, FileRecord } from './blobRecords.ts';
import type { MongoCall } from './deadline.ts';
import { sweepBlobs } from './sweepBlobs.ts';

/** GridFS's own size. Fixed: two puts of the same bytes must cut them the same way. */
const CHUNK_BYTES = 255 * 1024;
/** Chunks sent or fetched at once: about 4 MB. */
const CHUNKS_AT_ONCE = 16;
const DUPLICATE_KEY = 11_000;

/** Time for one call: a little, and time for the bytes at one megabyte a second. */
const deadlineMs = (bytes: number) => 10_000 + bytes / 1_000;

/**
 * Blobs in GridFS's layout (`blobs.files`, `blobs.chunks`), readable by every GridFS tool. The driver's own
 * bucket is not used: names that follow from the contents make every write repeatable, also by two at once.
 */
export function mongoBlobs(db: Db, call: MongoCall, nowMs: () => number, close: () => Promise<void>): Blobs {
  const files = db.collection<FileRecord>('blobs.files');
  const chunks = db.collection<ChunkRecord>('blobs.chunks');
  let indexed: Promise<unknown> | null = null;
  const ensureIndex = () => {
    indexed ??= chunks.createIndex({ files_id: 1, n: 1 }, { name: 'files_id_1_n_1', unique: true });
    return indexed.catch((error) => {
      indexed = null;
      throw error;
    });
  };

  return {
    async put(bytes) {
      const sha256 = await sha256Of(bytes);
      await call(deadlineMs(bytes.length), BlobsUnavailable, async () => {
        await ensureIndex();
        const uploadDate = new Date(nowMs());
        // A known file is made young, so that no sweep takes it away. The update waits for the majority like any other:
        // what another process has only just put is as durable as the caller may assume.
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
      // A chunk that is there is made young: a sweep may be about to remove the old ones.
      return { updateOne: { filter, update: { $setOnInsert, $max: { putAt } }, upsert: true } };
    });
    await upsert(chunks, some);
  }
}

/** Null when a chunk is missing or has another size than it must have. */
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

/** Of two upserts at once one may find the other's record: put just now, under a name that says what it holds. */
async function upsert<Kept extends FileRecord | ChunkRecord>(
  collection: Collection<Kept>,
  operations: AnyBulkWriteOperation<Kept>[],
): Promise<void> {
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    // Both may come at once, and then the refusals stand in front of a missing majority.
    const unsafe = error.result.getWriteConcernError() !== undefined;
    if (unsafe || refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  }
}
