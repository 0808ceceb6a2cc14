import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../../events/event.ts';
import { DocumentsUnavailable, type Stored } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import type { SetAside } from '../../../ports/setAside.ts';
import { inTransaction, openSqlite, type Sqlite } from '../sqlite.ts';
import { storedIn } from './documentRow.ts';
import { quoted, tableNames } from './documentTable.ts';

/** Of an unusable file: the names begin with a number, so that a later one replaces no earlier one. */
const NAME = /^(read-models|search)\.(damaged|ahead)-(\d{1,9})\.sqlite$/;
/** A table of one row in a file that is ahead: where the log ended. No collection can have its name. */
const NOTE = '_ahead';
/** Rows of one read: a few milliseconds. */
const SLICE_ROWS = 500;

/** What a file that is ahead of the log says of that. */
interface Ahead {
  readonly logEnd: Position;
  readonly newest: Position;
  /** ISO 8601. */
  readonly at: string;
}

/** The name under which the next file of a kind is kept. */
export function nextAside(folder: string, base: string, is: 'damaged' | 'ahead'): string {
  const start = `${base}.${is}-`;
  const numbers = readdirSync(folder).map((name) => (name.startsWith(start) ? numberOf(name) : 0));
  return `${start}${Math.max(0, ...numbers) + 1}.sqlite`;
}

const numberOf = (name: string) => Number(NAME.exec(name)?.[3] ?? 0);

/** Written into the file itself, which may be moved or copied. */
export function noteAhead(db: Sqlite, { logEnd, newest, at }: Ahead): void {
  inTransaction(db, () => {
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${NOTE} (log_end TEXT, newest TEXT, at TEXT) STRICT; DELETE FROM ${NOTE}`,
    );
    db.prepare(`INSERT INTO ${NOTE} VALUES (?, ?, ?)`).run(logEnd, newest, at);
  });
}

/** The read models in a data folder that were ahead of the log, oldest first. What cannot be read of them is logged. */
export function setAsideIn(folder: string, log: Log): readonly SetAside[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => {
    const [, base, is] = NAME.exec(name) ?? [];
    return base === 'read-models' && is === 'ahead';
  });
  return names
    .sort((one, other) => numberOf(one) - numberOf(other))
    .flatMap((file) => {
      try {
        const { logEnd, newest, at } = noteIn(join(folder, file));
        const events = Number(newest) - Number(logEnd);
        return [
          { file, at, events, documents: (of: string) => documentsAfter(join(folder, file), of, logEnd) },
        ];
      } catch (error) {
        log.error(
          { err: error, file },
          `${file} cannot be read: it is not known which events it had before the log`,
        );
        return [];
      }
    });
}

function noteIn(path: string): Ahead {
  const db = openToRead(path);
  try {
    const row = db.prepare(`SELECT log_end AS logEnd, newest, at FROM ${NOTE}`).get();
    if (row === undefined) throw new Error('it does not say where the log ended');
    return row as unknown as Ahead;
  } finally {
    db.close();
  }
}

async function* documentsAfter(path: string, of: string, logEnd: Position): AsyncIterable<Stored<object>> {
  const db = sound(path, () => openToRead(path));
  try {
    const [table] = sound(path, () => tableNames(db))
      .filter((name) => new RegExp(`^${of}_v\\d+$`).test(name))
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
    if (table === undefined) return;
    const slice = db.prepare(
      `SELECT rowid, key, position, body, crc FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE_ROWS}`,
    );
    for (let after = -1; ; await nextTurn()) {
      const rows = sound(path, () => slice.all(after));
      for (const row of rows)
        if (String(row.position) > logEnd) yield* sound(path, () => storedIn<object>(row));
      if (rows.length < SLICE_ROWS) return;
      after = Number(rows.at(-1)?.rowid);
    }
  } finally {
    db.close();
  }
}

const openToRead = (path: string) => openSqlite(path, { busyTimeoutMs: 1_000, readOnly: true });

function sound<Result>(path: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    throw new DocumentsUnavailable(`${path}: ${(cause as Error).message}`, { cause });
  }
}
