import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstValue, isDamaged, openSqlite, type Sqlite } from '../sqlite.ts';
import { READ_MODELS } from './documentFile.ts';
import { DamagedRow, foundIn } from './documentRow.ts';
import { quoted, tableNames } from './documentTable.ts';

/** Result of a check of the read models' file. */
export interface DocumentsChecked {
  /** Rows that were checked, those of removed documents among them. */
  readonly documents: number;
  /** Whether every row and every index was looked at. */
  readonly isWhole: boolean;
  /** What is wrong, as a sentence; null when nothing was found. */
  readonly fault: string | null;
}

/** Rows checked in one read, some milliseconds: a longer snapshot would keep the WAL from beginning again. */
const SLICE_ROWS = 1_000;
/** Between two reads: the service's processes share the disk and the cores. */
const PAUSE_MS = 1;
/** Largest file whose pages and indexes are checked, which is one read of some seconds. */
const MAX_PAGES_BYTES = 256 * 1_048_576;
const BUSY_MS = 5_000;

/**
 * Checks the read models in a data folder: the checksum of every row, then that every page can be read and that each
 * index leads to each row. Only this finds an entry of an index that was changed: to a look-up its document is missing.
 * Others may read and write meanwhile.
 * @param goOn called after each slice; when it returns false the check ends there
 */
export async function checkDocumentsFile(folder: string, goOn: () => boolean): Promise<DocumentsChecked> {
  const file = join(folder, READ_MODELS);
  if (!existsSync(file)) return { documents: 0, isWhole: true, fault: null };
  const db = openSqlite(file, { busyTimeoutMs: BUSY_MS, readOnly: true });
  let documents = 0;
  try {
    for (const table of tableNames(db))
      for await (const rows of slicesOf(db, table)) {
        documents += rows;
        if (!goOn()) return { documents, isWhole: false, fault: null };
      }
    if (statSync(file).size > MAX_PAGES_BYTES) return { documents, isWhole: false, fault: null };
    const found = firstValue(db, 'PRAGMA integrity_check(1)');
    return { documents, isWhole: true, fault: found === 'ok' ? null : String(found) };
  } catch (error) {
    if (!isDamaged(error) && !(error instanceof DamagedRow)) throw error;
    return { documents, isWhole: false, fault: (error as Error).message };
  } finally {
    db.close();
  }
}

/** Checks a table slice by slice, and gives the number of rows in each. @throws DamagedRow */
async function* slicesOf(db: Sqlite, table: string): AsyncIterable<number> {
  const slice = db.prepare(
    `SELECT rowid, key, position, body, crc FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE_ROWS}`,
  );
  for (let after = -1; ; await sleep(PAUSE_MS)) {
    const rows = slice.all(after);
    for (const row of rows) foundIn(row);
    yield rows.length;
    if (rows.length < SLICE_ROWS) return;
    after = Number(rows.at(-1)?.rowid);
  }
}
