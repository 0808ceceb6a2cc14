import { LRUCache } from 'lru-cache';
import { ledgerPath, openLedgerToRead } from '../src/adapters/embedded/log/ledgerFile.ts';
import { rowBytes, rowCrc, rowHash } from '../src/adapters/embedded/log/rowHash.ts';
import { inTransaction, openSqlite } from '../src/adapters/embedded/sqlite.ts';
import { positionAt } from '../src/adapters/position.ts';
import { type NewEvent, PART_KINDS, type RecordedEvent } from '../src/events/event.ts';
import { divided } from '../src/events/parts.ts';
import type { AnyProjection } from '../src/follow/fold/projection.ts';
import { type EventStore, type ExpectedRevision, RevisionConflict } from '../src/ports/eventStore.ts';
import type { Ids } from '../src/ports/ids.ts';

/** Of either write-ahead log before a commit copies it back: 8 MiB. */
const AUTOCHECKPOINT_PAGES = 4_096;
const SALT_BYTES = 16;

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly NewEvent[];
  resolve(last: RecordedEvent): void;
  reject(error: unknown): void;
}

/**
 * The log of the reference: the service's file and format, each commit synced, by the one thread that there is; what comes in one
 * turn of the event loop is one commit. `appended` gets the events of a commit, as they were given, once they are on disk.
 */
export function referenceLog(
  folder: string,
  ids: Pick<Ids, 'randomBytes'>,
  appended: (events: readonly RecordedEvent[]) => void,
): Pick<EventStore, 'append'> {
  openLedgerToRead(folder).db.close();
  const db = openSqlite(ledgerPath(folder), {
    busyTimeoutMs: 10_000,
    autocheckpointPages: AUTOCHECKPOINT_PAGES,
  });
  db.exec(
    'PRAGMA secure_delete = ON; DROP INDEX places; CREATE UNIQUE INDEX byStream ON events (stream, revision)',
  );
  const lastOf = db.prepare('SELECT max(revision) AS last FROM events WHERE stream = ?');
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)');
  const insertPart = PART_KINDS.map((kind) => db.prepare(`INSERT INTO ${kind} VALUES (?, ?, ?)`));
  const salt = () => ids.randomBytes(SALT_BYTES).toString('base64url');
  let position = 0;
  let waiting: Waiting[] = [];

  const write = (event: NewEvent, stream: string, revision: number): RecordedEvent => {
    const { type, id, data, metadata, parts = {} } = divided(event, salt);
    const { at, workspace } = metadata;
    const texts = [stream, type, id, at, workspace, JSON.stringify(data), JSON.stringify(metadata)] as const;
    position++;
    const row = rowBytes({ position, revision, texts });
    const [, , , , , ...stored] = texts;
    const hash = Buffer.from(rowHash(row), 'hex');
    insert.run(position, stream, revision, type, id, at, workspace, hash, rowCrc(row), ...stored);
    for (const [n, kind] of PART_KINDS.entries()) {
      const part = parts[kind];
      if (part !== undefined) insertPart[n]?.run(position, part.salt, part.text);
    }
    return { ...event, stream, revision, position: positionAt(position) };
  };

  const commit = () => {
    const batch = waiting;
    waiting = [];
    const answers: (() => void)[] = [];
    const written: RecordedEvent[] = [];
    inTransaction(db, () => {
      for (const { stream, expected, events, resolve, reject } of batch) {
        const last = (lastOf.get(stream) as { last: number | null }).last ?? -1;
        const fits = last === expected;
        const own = fits ? events.map((event, n) => write(event, stream, expected + 1 + n)) : [];
        const end = own.at(-1);
        written.push(...own);
        answers.push(() =>
          end === undefined ? reject(new RevisionConflict(stream, expected, last)) : resolve(end),
        );
      }
    });
    for (const answer of answers) answer();
    appended(written);
  };

  return {
    append: (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) =>
      new Promise<RecordedEvent>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commit);
        waiting.push({ stream, expected: expected === 'no-stream' ? -1 : expected, events, resolve, reject });
      }),
  };
}

/** As long as the service gathers what no one waits for. */
const GATHER_MS = 250;
const CACHED_DOCUMENTS = 10_000;

/**
 * Read models of the reference, folded from memory: what comes within a quarter of a second is folded and written at once, each
 * document as one row of JSON. It has no indexes of fields, no sums and no checkpoint.
 */
export function referenceReadModels(
  folder: string,
  models: readonly AnyProjection[],
): (events: readonly RecordedEvent[]) => void {
  const db = openSqlite(`${folder}/read-models.sqlite`, {
    synchronous: 'NORMAL',
    busyTimeoutMs: 0,
    autocheckpointPages: AUTOCHECKPOINT_PAGES,
  });
  db.exec('CREATE TABLE documents (key TEXT PRIMARY KEY, position TEXT, document TEXT) WITHOUT ROWID');
  const find = db.prepare('SELECT document FROM documents WHERE key = ?');
  const put = db.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM documents WHERE key = ?');
  const documents = new LRUCache<string, { readonly document: object | null }>({
    max: CACHED_DOCUMENTS,
    memoMethod: (key) => ({
      document: JSON.parse((find.get(key) as { document: string } | undefined)?.document ?? 'null'),
    }),
  });
  let gathered: RecordedEvent[] = [];

  const fold = () => {
    const changed = new Map<string, string>();
    for (const model of models)
      for (const event of gathered)
        for (const key of model.types.includes(event.type) ? model.keys(event) : []) {
          const place = `${model.name}/${key}`;
          const before = documents.memo(place).document;
          const document = model.fold(before, event, key);
          if (document === before) continue;
          documents.set(place, { document });
          changed.set(place, event.position);
        }
    gathered = [];
    inTransaction(db, () => {
      for (const [place, position] of changed) {
        const { document } = documents.memo(place);
        if (document === null) remove.run(place);
        else put.run(place, position, JSON.stringify(document));
      }
    });
  };

  return (events) => {
    if (gathered.length === 0 && events.length > 0) setTimeout(fold, GATHER_MS);
    gathered.push(...events);
  };
}
