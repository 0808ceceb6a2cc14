import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PART_KINDS } from '../../events/event.ts';
import { DOCUMENT_FILES } from './documents/documentFile.ts';
import { ledgerPath } from './log/ledgerFile.ts';
import { firstValue, inTransaction, openSqlite, PAGE_BYTES, type Sqlite } from './sqlite.ts';

/** Others may write meanwhile, or read what the write-ahead log holds. */
const BUSY_MS = 10_000;
/** Rows or pages of one transaction: other writers wait for it. */
const AT_ONCE = 300;
/** No collection can have its name. */
const ZEROS = '_zeros';

/** Removes the parts of events, and every byte of them. @throws when the write-ahead log stays in use */
export function cutParts(folder: string, positions: readonly number[]): void {
  const deletions = PART_KINDS.map((kind) => `DELETE FROM ${kind} WHERE position = ?`);
  cutRows(ledgerPath(folder), deletions, positions);
}

/** Removes the rows of each key, and every byte of them. @throws when the write-ahead log stays in use */
export function cutRows(
  path: string,
  deletions: readonly string[],
  keys: readonly (string | number)[],
): void {
  inFile(path, BUSY_MS, (db) => {
    db.exec('PRAGMA secure_delete = ON');
    const cuts = deletions.map((deletion) => db.prepare(deletion));
    for (let first = 0; first < keys.length; first += AT_ONCE)
      inTransaction(db, () => {
        for (const key of keys.slice(first, first + AT_ONCE)) for (const cut of cuts) cut.run(key);
      });
  });
}

interface CutBounds {
  /** How long the files are waited for. */
  readonly busyMs?: number;
}

/**
 * Overwrites what documents that were removed have left in pages that are free; within other pages nothing is left
 * (`secure_delete`, documentFile.ts). @throws when the write-ahead log stays in use
 */
export function overwriteFreePages(folder: string, bounds: CutBounds = {}): void {
  const { busyMs = BUSY_MS } = bounds;
  for (const name of DOCUMENT_FILES)
    if (existsSync(join(folder, name))) inFile(join(folder, name), busyMs, fillFreePages);
}

function fillFreePages(db: Sqlite): void {
  db.exec(`CREATE TABLE IF NOT EXISTS ${ZEROS} (zeros BLOB) STRICT`);
  const fill = db.prepare(`INSERT INTO ${ZEROS} VALUES (zeroblob(?))`);
  for (let free = freePages(db); free > 0; free = freePages(db))
    fill.run(Math.min(free, AT_ONCE) * PAGE_BYTES);
  const drop = db.prepare(`DELETE FROM ${ZEROS} WHERE rowid = (SELECT max(rowid) FROM ${ZEROS})`);
  while (Number(drop.run().changes) > 0);
  db.exec(`DROP TABLE ${ZEROS}`);
}

const freePages = (db: Sqlite) => Number(firstValue(db, 'PRAGMA freelist_count'));

/** What was written before is in the write-ahead log too, until that is cut off. */
function inFile(path: string, busyTimeoutMs: number, action: (db: Sqlite) => void): void {
  const db = openSqlite(path, { busyTimeoutMs });
  try {
    action(db);
    if (firstValue(db, 'PRAGMA wal_checkpoint(TRUNCATE)') !== 0)
      throw new Error(`${path}-wal is in use, and still holds what was cut: cut it again`);
  } finally {
    db.close();
  }
}
