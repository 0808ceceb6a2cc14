import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { type PartStore, PartsUnavailable, type StoredPart } from '../../../ports/parts.ts';
import { makeFolder, syncFolder } from '../../node/durableFiles.ts';
import { cutRows } from '../cut.ts';
import { DataFolderRefused } from '../dataFolderRefused.ts';
import { fileIdentity } from '../fileIdentity.ts';
import { sharedFile } from '../sharedFile.ts';
import { closedOnError, firstValue, inTransaction, openSqlite, type Sqlite } from '../sqlite.ts';

const PARTS_FILE = 'parts.sqlite';
const FORMAT = 1;
const OPENING_MS = 10_000;
/** The writer's own checkpoint, in case the thread is too slow: 64 MiB. */
const BACKSTOP_PAGES = 32_768;
/** For a lock: five seconds in all, as an append waits for it. */
const MAX_TRIES = 100;

/** `putAt`: when an unmarked part was put last, in milliseconds since 1970; NULL: it is marked. */
const SCHEMA = `
  CREATE TABLE parts (
    commitment TEXT PRIMARY KEY,
    stream TEXT NOT NULL,
    eventId TEXT NOT NULL,
    kind TEXT NOT NULL,
    salt TEXT NOT NULL,
    text TEXT NOT NULL,
    putAt INTEGER
  ) STRICT;
  CREATE INDEX unmarked ON parts (putAt) WHERE putAt IS NOT NULL;
  PRAGMA user_version = ${FORMAT};
`;

/** Parts in DATA/parts.sqlite, for all processes of this machine. @throws DataFolderRefused */
export async function openEmbeddedParts(
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<PartStore> {
  await makeFolder(folder);
  const path = join(folder, PARTS_FILE);
  const db = openPartsFile(path);
  // The file's own entry must be on disk before its content can count as durable.
  await syncFolder(folder);
  const identity = fileIdentity(path);
  const { put, find, mark, unmarked, remove } = statementsOf(db);
  const unavailable = (reason: string, options?: { cause?: unknown }) =>
    new PartsUnavailable(`${path}: ${reason}`, options);
  const refused = (cause: unknown) => {
    throw cause instanceof PartsUnavailable ? cause : unavailable((cause as Error).message, { cause });
  };
  const options = { clock, log, maxTries: MAX_TRIES, unavailable, close: () => db.close() };
  const { attempt, write, close } = sharedFile(path, db, options);
  const read = <Result>(operation: () => Result) => attempt(operation).catch(refused);
  const writeEach = <Item>(items: readonly Item[], writeOne: (item: Item) => void) =>
    write(() => {
      // What is written into a file that was removed or replaced is gone when the process ends.
      if (fileIdentity(path) !== identity)
        throw new Error('it was removed or replaced: put it back, or restore it and start again');
      items.forEach(writeOne);
    }).catch(refused);
  return {
    put: together((parts: readonly StoredPart[]) =>
      writeEach(parts, ({ commitment, stream, eventId, kind, salt, text }) =>
        put.run(commitment, stream, eventId, kind, salt, text, clock.nowMs()),
      ),
    ),
    find: (commitments) =>
      read(() => {
        const rows = commitments.flatMap((commitment) => find.all(commitment));
        return new Map(
          (rows as unknown as readonly (StoredPart & { readonly isMarked: number })[]).map(
            ({ commitment, salt, text, isMarked }) => [commitment, { salt, text, isMarked: isMarked === 1 }],
          ),
        );
      }),
    mark: (commitments) => writeEach(commitments, (commitment) => mark.run(commitment)),
    unmarked: (beforeMs, limit) =>
      read(() =>
        (unmarked.all(beforeMs, limit) as unknown as readonly StoredPart[]).map(({ commitment, stream }) => ({
          commitment,
          stream,
        })),
      ),
    async remove(commitments, beforeMs) {
      await writeEach(commitments, (commitment) => remove.run(commitment, beforeMs));
      // What the file no longer holds is still in its write-ahead log; while another process reads, until a later time.
      await read(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    cut: async (commitments) => cutRows(path, ['DELETE FROM parts WHERE commitment = ?'], commitments),
    close,
  };
}

/** One write of all that is given in a turn of the event loop: each costs a sync. */
function together<Item>(write: (items: readonly Item[]) => Promise<void>) {
  let next: { readonly items: Item[]; readonly written: Promise<void> } | null = null;
  return (items: readonly Item[]): Promise<void> => {
    if (next === null) {
      const all: Item[] = [];
      const written = nextTurn().then(() => {
        next = null;
        return write(all);
      });
      next = { items: all, written };
    }
    next.items.push(...items);
    return next.written;
  };
}

function openPartsFile(path: string): Sqlite {
  const db = openSqlite(path, { busyTimeoutMs: OPENING_MS, autocheckpointPages: BACKSTOP_PAGES });
  return closedOnError(db, () => {
    db.exec('PRAGMA secure_delete = ON');
    const format = () => firstValue(db, 'PRAGMA user_version');
    // Another process may have begun the file while this one waited for the lock.
    if (format() === 0) inTransaction(db, () => (format() === 0 ? db.exec(SCHEMA) : undefined));
    if (format() !== FORMAT)
      throw new DataFolderRefused(
        `${path} has the format ${format()}, and this version knows ${FORMAT}: start the version that wrote it.`,
      );
    db.exec('PRAGMA busy_timeout = 0');
    return db;
  });
}

const statementsOf = (db: Sqlite) => ({
  put: db.prepare(
    `INSERT INTO parts (commitment, stream, eventId, kind, salt, text, putAt) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (commitment) DO UPDATE SET putAt = max(excluded.putAt, ifnull(putAt, 0))`,
  ),
  find: db.prepare(
    'SELECT commitment, salt, text, putAt IS NULL AS isMarked FROM parts WHERE commitment = ?',
  ),
  mark: db.prepare('UPDATE parts SET putAt = NULL WHERE commitment = ? AND putAt IS NOT NULL'),
  unmarked: db.prepare('SELECT commitment, stream FROM parts WHERE putAt < ? ORDER BY putAt LIMIT ?'),
  remove: db.prepare('DELETE FROM parts WHERE commitment = ? AND putAt < ?'),
});
