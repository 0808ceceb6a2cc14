import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Below this nothing is accepted for long; once that was so, there must be more room before it counts as over. */
const LEAST_BYTES = 1_048_576;
const AGAIN_BYTES = 16 * LEAST_BYTES;
const PAGE_BYTES = 4_096;

/**
 * Whether the disk of a data folder takes what the log would write. After a failure that is tried, after the end of the log's
 * own files, since these may be limited where the disk is not.
 */
export async function hasRoom(data: string, hasFailed: boolean): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(data);
    if (bavail * bsize < (hasFailed ? AGAIN_BYTES : LEAST_BYTES)) return false;
    if (hasFailed) await tryWrite(data);
    return true;
  } catch {
    return false;
  }
}

async function tryWrite(data: string): Promise<void> {
  const sizes = ['ledger.sqlite', 'ledger.sqlite-wal'].map((name) =>
    stat(join(data, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  const end = Math.max(...(await Promise.all(sizes)));
  const path = join(data, 'room.probe');
  const file = await open(path, 'w', 0o600);
  try {
    await file.write(Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, end);
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
