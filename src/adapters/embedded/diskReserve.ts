import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';

/**
 * Room on the disk ahead of lmdb's own writes. A full disk is met here, where a transaction can still be given up
 * in order, and not amid the writing of pages, which lmdb 3.5 does not bear: the text of its error overruns the
 * memory set aside for it. Blocks that are there already are also faster to sync.
 */
export interface DiskReserve {
  /** Called first in a write transaction: sees to it that so many bytes can be written. Throws what the disk says. */
  ensure(bytes: number): void;
  close(): void;
}

const CHUNK_BYTES = 8 * 1_048_576;
const ZEROS = Buffer.alloc(1_048_576);
export const PAGE_BYTES = 4_096;

/** @param folder the environment's, on which `root` is open */
export function diskReserve(
  root: Pick<RootDatabase, 'getStats' | 'getWriteTxnId'>,
  folder: string,
): DiskReserve {
  const file = openSync(join(folder, 'data.mdb'), 'r+');
  /** Bytes that lie behind the last page in use, less what was promised since they were counted. */
  let room = 0;
  let lastTransaction = 0;

  const count = (): { usedBytes: number; fileBytes: number } => {
    const { lastPageNumber, pageSize } = root.getStats() as { lastPageNumber: number; pageSize: number };
    return { usedBytes: (lastPageNumber + 1) * pageSize, fileBytes: fstatSync(file).size };
  };

  return {
    ensure(bytes) {
      const transaction = root.getWriteTxnId();
      const alone = transaction === lastTransaction || transaction === lastTransaction + 1;
      lastTransaction = transaction;
      if (!alone || room < bytes) {
        const { usedBytes, fileBytes } = count();
        // Behind the end of the file nothing is in use, and while this transaction lasts nobody else writes.
        if (fileBytes - usedBytes < bytes) {
          extend(file, fileBytes, usedBytes + bytes);
          extendIfPossible(file, usedBytes + bytes, CHUNK_BYTES);
        }
        room = fstatSync(file).size - usedBytes;
      }
      room -= bytes;
    },
    close: () => closeSync(file),
  };
}

function extend(file: number, fromBytes: number, toBytes: number): void {
  for (let at = fromBytes; at < toBytes; )
    at += writeSync(file, ZEROS, 0, Math.min(ZEROS.length, toBytes - at), at);
}

/** Room beyond what is needed now, so that the next transactions need not ask; on a disk almost full it is not had. */
function extendIfPossible(file: number, fromBytes: number, bytes: number): void {
  try {
    extend(file, fromBytes, fromBytes + bytes);
  } catch {
    // What is needed now is there. Whoever needs more is told so then.
  }
}
