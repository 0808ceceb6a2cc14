import { stat, writeFile } from 'node:fs/promises';
import { syncFile } from '../node/durableFiles.ts';
import { backupSqlite, openSqlite } from './sqlite.ts';

/** How often a look is taken at how far the copy has come. */
const LOOK_MS = 250;
const ALL_PAGES = -1;
/** Another process may be recovering the write-ahead log at this moment. */
const BUSY_MS = 10_000;

/**
 * Copies a database that others read and write meanwhile, as it was when the copy began, and syncs the copy to the
 * disk. All pages go in one step: a copy in several begins again whenever another process commits in between.
 * Resolves with its bytes.
 * @param onBytes told how many bytes more there are in the copy
 * @throws what SQLite or the file system says; what is there of the copy is then of no use
 */
export async function copySqlite(
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const db = openSqlite(from, {
    synchronous: 'FULL',
    busyTimeoutMs: BUSY_MS,
    autocheckpointPages: 0,
    readOnly: true,
  });
  let told = 0;
  const look = async () => {
    const { size } = await stat(to);
    onBytes(size - told);
    told = size;
  };
  const looking = setInterval(() => void look().catch(() => {}), LOOK_MS);
  try {
    // Recipients and contents lie in it: it is made for its owner alone before anything is in it.
    await writeFile(to, '', { mode: 0o600 });
    await backupSqlite(db, to, { rate: ALL_PAGES });
  } finally {
    clearInterval(looking);
    db.close();
  }
  await syncFile(to);
  await look();
  return told;
}
