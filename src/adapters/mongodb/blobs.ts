import { createHash } from 'node:crypto';
import { Binary, type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import type { BlobRef } from '../../events/schema.ts';
import { BlobMissing, type Blobs, BlobsUnavailable } from '../../ports/blobs.ts';
import type { Call } from './deadline.ts';

/** GridFS's own size. Fixed: two puts of the same bytes must cut them the same way. */
const CHUNK_BYTES = 255 * 1024;
/** Chunks sent or fetched at once: about 4 MB. */
const CHUNKS_AT_ONCE = 16;
const DUPLICATE_KEY = 11_000;

/** Time for one call: a little, and time for the bytes at one megabyte a second. */
const deadlineMs = (bytes: number) => 10_000 + bytes / 1_000;

interface FileRecord {
  readonly _id: string;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
}

interface ChunkRecord {
  /** `SHA256:N`, so that a chunk can be written any number of times and is there once. */
  readonly _id: string;
  readonly files_id: string;
  readonly n: number;
  readonly data: Binary;
}

/**
 * Blobs in GridFS's layout (`blobs.files`, `blobs.chunks`), readable by every GridFS tool. The driver's own
 * bucket is not used: names that follow from the contents make every write repeatable, also by two at once.
 */
export function mongoBlobs(db: Db, call: Call, nowMs: () => number, close: () => Promise<void>): Blobs {
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
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await call(deadlineMs(bytes.length), BlobsUnavailable, async () => {
        await ensureIndex();
        const known = await files.findOne({ _id: sha256 }, { projection: { _id: 1 } });
        if (known === null) await putChunks(chunks, sha256, bytes);
        // Also for a known blob: a refused insert waits for the majority like any other, so that what another
        // process has only just put is as durable as the caller may assume.
        await unlessThere(files.insertMany([fileRecord(sha256, bytes.length, nowMs())], { ordered: false }));
      });
      return { sha256, length: bytes.length };
    },
    async get({ sha256, length }: BlobRef) {
      const bytes = await call(deadlineMs(length), BlobsUnavailable, (remainingMs) =>
        readChunks(chunks, sha256, length, remainingMs),
      );
      if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new BlobMissing(sha256);
      }
      return bytes;
    },
    close,
  };
}

function fileRecord(sha256: string, length: number, nowMs: number): FileRecord {
  return { _id: sha256, length, chunkSize: CHUNK_BYTES, uploadDate: new Date(nowMs), filename: sha256 };
}

async function putChunks(chunks: Collection<ChunkRecord>, sha256: string, bytes: Uint8Array): Promise<void> {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  for (let first = 0; first < count; first += CHUNKS_AT_ONCE) {
    const some = Array.from({ length: Math.min(CHUNKS_AT_ONCE, count - first) }, (_, offset) => {
      const n = first + offset;
      const data = new Binary(Buffer.from(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)));
      return { _id: `${sha256}:${n}`, files_id: sha256, n, data };
    });
    await unlessThere(chunks.insertMany(some, { ordered: false }));
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
    const found = await chunks.find({ _id: { $in } }, { maxTimeMS }).toArray();
    if (found.length !== many) return null;
    parts.push(...found.sort((a, b) => a.n - b.n).map(({ data }) => data.value()));
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === length ? bytes : null;
}

/** What is there already has the same contents, since its name says what it holds. */
async function unlessThere(insert: Promise<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    // Both may come at once, and then the refusals stand in front of a missing majority.
    const unsafe = error.result.getWriteConcernError() !== undefined;
    if (unsafe || refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  }
}
