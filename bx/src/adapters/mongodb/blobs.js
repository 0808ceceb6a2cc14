// src/adapters/mongodb/blobs.ts
import { Binary } from "mongodb";
import {
  BlobMissing,
  BlobsUnavailable
} from "../../ports/blobs.js";
import { sha256Of } from "../node/sha256.js";
import { collisionsIn } from "./bulkWrite.js";
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from "./deadline.js";
var CHUNK_BYTES = 255 * 1024;
var CHUNKS_AT_ONCE = 16;
var SWEEP_PAGE = 1e3;
var deadlineMs = (bytes) => 1e4 + bytes / 1e3;
function mongoBlobs(db, call, nowMs, close) {
  const files = db.collection("blobs.files");
  const chunks = db.collection("blobs.chunks");
  let indexed = null;
  const ensureIndex = () => {
    indexed ??= chunks.createIndex({ files_id: 1, n: 1 }, { name: "files_id_1_n_1", unique: true });
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
        const known = await files.updateOne({ _id: sha256 }, { $max: { uploadDate } });
        if (known.matchedCount > 0) return;
        await putChunks(chunks, sha256, bytes, uploadDate);
        const $setOnInsert = { length: bytes.length, chunkSize: CHUNK_BYTES, filename: sha256 };
        await upsert(files, [
          {
            updateOne: {
              filter: { _id: sha256 },
              update: { $setOnInsert, $max: { uploadDate } },
              upsert: true
            }
          }
        ]);
      });
      return { sha256, length: bytes.length };
    },
    async get({ sha256, length }) {
      const bytes = await call(
        deadlineMs(length),
        BlobsUnavailable,
        (remainingMs) => readChunks(chunks, sha256, length, remainingMs)
      );
      if (bytes === null || await sha256Of(bytes) !== sha256) {
        throw new BlobMissing(sha256);
      }
      return bytes;
    },
    sweep: (options) => sweepBlobs(files, chunks, call, options),
    close
  };
}
async function putChunks(chunks, sha256, bytes, putAt) {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  for (let first = 0; first < count; first += CHUNKS_AT_ONCE) {
    const some = Array.from({ length: Math.min(CHUNKS_AT_ONCE, count - first) }, (_, offset) => {
      const n = first + offset;
      const data = new Binary(Buffer.from(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)));
      const $setOnInsert = { files_id: sha256, n, data };
      const filter = { _id: `${sha256}:${n}` };
      return { updateOne: { filter, update: { $setOnInsert, $max: { putAt } }, upsert: true } };
    });
    await upsert(chunks, some);
  }
}
async function readChunks(chunks, sha256, length, maxTimeMS) {
  const count = Math.ceil(length / CHUNK_BYTES);
  const parts = [];
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
async function upsert(collection, operations) {
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    collisionsIn(error);
  }
}
async function* sweepBlobs(files, chunks, call, { isNeeded, putBeforeMs, dryRun }) {
  const before = new Date(putBeforeMs);
  const remove = (sha256) => call(WRITE_DEADLINE_MS, BlobsUnavailable, async () => {
    const { deletedCount } = await files.deleteOne({ _id: sha256, uploadDate: { $lt: before } });
    const isPresent = deletedCount === 0 && await files.findOne({ _id: sha256 }) !== null;
    if (!isPresent) await chunks.deleteMany({ files_id: sha256, putAt: { $lt: before } });
    return !isPresent;
  });
  for (let after = ""; ; ) {
    const page = await call(
      READ_DEADLINE_MS,
      BlobsUnavailable,
      (maxTimeMS) => files.find(
        { _id: { $gt: after } },
        { maxTimeMS, batchSize: SWEEP_PAGE, projection: { length: 1, uploadDate: 1 } }
      ).sort({ _id: 1 }).limit(SWEEP_PAGE).toArray()
    );
    for (const { _id, length, uploadDate } of page) {
      const mayGo = uploadDate < before && !isNeeded(_id);
      yield { sha256: _id, bytes: length, removed: mayGo && (dryRun || await remove(_id)) };
    }
    const last = page.at(-1);
    if (last === void 0 || page.length < SWEEP_PAGE) break;
    after = last._id;
  }
  for await (const sha256 of namesWithoutFile(files, chunks, call)) {
    if (isNeeded(sha256)) continue;
    const bytes = await call(READ_DEADLINE_MS, BlobsUnavailable, async (maxTimeMS) => {
      const old = { files_id: sha256, putAt: { $lt: before } };
      const count = await chunks.countDocuments(old, { maxTimeMS });
      const last = await chunks.findOne(old, { sort: { n: -1 }, maxTimeMS });
      return last === null ? 0 : (count - 1) * CHUNK_BYTES + last.data.length();
    });
    if (bytes > 0) yield { sha256, bytes, removed: dryRun || await remove(sha256) };
  }
}
async function* namesWithoutFile(files, chunks, call) {
  for (let after = ""; ; ) {
    const filter = { files_id: { $gt: after } };
    const page = await call(
      READ_DEADLINE_MS,
      BlobsUnavailable,
      (maxTimeMS) => chunks.find(filter, { maxTimeMS, batchSize: SWEEP_PAGE, projection: { _id: 0, files_id: 1 } }).sort({ files_id: 1, n: 1 }).limit(SWEEP_PAGE).toArray()
    );
    const names = new Set(page.map(({ files_id }) => files_id));
    const last = page.at(-1)?.files_id;
    const found = await call(
      READ_DEADLINE_MS,
      BlobsUnavailable,
      (maxTimeMS) => files.find({ _id: { $in: [...names] } }, { maxTimeMS, projection: { _id: 1 } }).toArray()
    );
    for (const { _id } of found) names.delete(_id);
    yield* names;
    if (last === void 0 || page.length < SWEEP_PAGE) return;
    after = last;
  }
}
export {
  mongoBlobs
};
//# sourceMappingURL=blobs.js.map
