import type { Collection } from 'mongodb';
import { BlobsUnavailable, type SweepOptions, type SweptBlob } from '../../ports/blobs.ts';
import type { ChunkRecord, FileRecord } from './blobRecords.ts';
import { type MongoCall, READ_DEADLINE_MS, WRITE_DEADLINE_MS } from './deadline.ts';

const PAGE = 1_000;

/**
 * Goes over `blobs.files` in the order of the names. A blob goes in two steps, each of which leaves what was put
 * meanwhile: its file if that is old, then those of its chunks that are old. A put in between finds no file and puts
 * every chunk, which makes it young.
 */
export async function* sweepBlobs(
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
      const isThere = deletedCount === 0 && (await files.findOne({ _id: sha256 })) !== null;
      if (!isThere) await chunks.deleteMany({ files_id: sha256, putAt: { $lt: before } });
      return !isThere;
    });
  for (let after = ''; ; ) {
    const page = await call(READ_DEADLINE_MS, BlobsUnavailable, (maxTimeMS) =>
      files
        .find(
          { _id: { $gt: after } },
          { maxTimeMS, batchSize: PAGE, projection: { length: 1, uploadDate: 1 } },
        )
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray(),
    );
    for (const { _id, length, uploadDate } of page) {
      const mayGo = uploadDate < before && !isNeeded(_id);
      yield { sha256: _id, bytes: length, removed: mayGo && (dryRun || (await remove(_id))) };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last._id;
  }
}
