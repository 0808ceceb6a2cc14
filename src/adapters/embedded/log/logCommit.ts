import { PART_KINDS } from '../../../events/event.ts';
import { type Sqlite, untilUnlocked } from '../sqlite.ts';
import { type AppendTexts, TEXTS_AN_EVENT } from './logFormat.ts';
import { firstPlace, laterPlace } from './places.ts';
import { rowBytes, rowCrc, rowHash } from './rowHash.ts';
import { refuseOther, rowOfStream } from './streamIndex.ts';

/**
 * What became of an append: the position of its last event, and whether it was written now or before, when it was made the
 * first time; or, where it conflicts, the revision that its stream is at, -1 when there is none.
 */
export type AppendOutcome =
  | { readonly position: number; readonly isRepeated: boolean }
  | { readonly actual: number };

/**
 * Decides appends in order, each on the log that the ones before it left, and commits them in one transaction. When it
 * returns, all are on disk; when it throws, none of them is visible.
 * @returns their outcomes
 */
export type CommitBatch = (appends: readonly AppendTexts[]) => readonly AppendOutcome[];

/** How long a batch waits for other processes that write; then it fails. */
const LOCK_TIMEOUT_MS = 10_000;

/** Commits the batches of one connection. */
export function logCommit(db: Sqlite): CommitBatch {
  const { firstPosition, lastRevision, repetition, lastPosition } = logQueries(db);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, type, id, at, workspace, hash, crc, place, data, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertParts = PART_KINDS.map((kind) =>
    db.prepare(`INSERT INTO ${kind} (position, salt, text) VALUES (?, ?, ?)`),
  );

  return (appends) => {
    untilUnlocked(() => db.exec('BEGIN IMMEDIATE'), LOCK_TIMEOUT_MS);
    let last = lastPosition();
    const write = ({ stream, expected, texts }: AppendTexts, first: number): AppendOutcome => {
      for (let at = 0; at < texts.length; at += TEXTS_AN_EVENT) {
        const [id = '', type = '', time = '', workspace = '', data = '', metadata = '', ...parts] =
          texts.slice(at, at + TEXTS_AN_EVENT);
        const position = last + 1;
        const revision = expected + 1 + at / TEXTS_AN_EVENT;
        const row = rowBytes({
          position,
          revision,
          texts: [stream, type, id, time, workspace, data, metadata],
        });
        const hash = Buffer.from(rowHash(row), 'hex');
        const crc = rowCrc(row);
        const place = revision === 0 ? firstPlace(stream) : laterPlace(first);
        // `run` would make an object of what it did.
        insert.get(position, stream, revision, type, id, time, workspace, hash, crc, place, data, metadata);
        for (const [kind, insertPart] of insertParts.entries()) {
          const [salt = '', text = ''] = parts.slice(2 * kind);
          if (text !== '') insertPart.get(position, salt, text);
        }
        last = position;
      }
      return { position: last, isRepeated: false };
    };
    const outcomes = appends.map((append): AppendOutcome => {
      const first = firstPosition(append.stream);
      const actual = first === undefined ? -1 : lastRevision(append.stream, first);
      if (append.expected === actual) return write(append, first ?? last + 1);
      if (first === undefined || append.expected > actual) return { actual };
      return repetition(append, first) ?? { actual };
    });
    db.exec('COMMIT');
    return outcomes;
  };
}

/** Position, stream, revision, id. */
type PlacedRow = readonly [number, string, number, string];

/** The queries of a commit. */
function logQueries(db: Sqlite) {
  const rowsOf = (where: string) => {
    const statement = db.prepare(`SELECT position, stream, revision, id FROM events WHERE ${where}`);
    statement.setReturnArrays(true);
    return (...values: number[]) => statement.all(...values) as unknown as readonly PlacedRow[];
  };
  const atPlace = rowsOf('place = ?');
  const lastAtPlace = rowsOf('place = ? ORDER BY revision DESC LIMIT 1');
  const later = rowsOf('place = ? AND revision = ?');
  const atPosition = rowsOf('position = ?');
  const lastOfAll = db.prepare('SELECT max(position) AS position FROM events');

  return {
    /** Of a stream's first event. */
    firstPosition: (stream: string) => rowOfStream(db, atPlace(firstPlace(stream)), stream)?.[0],
    lastRevision(stream: string, first: number): number {
      const [row] = lastAtPlace(laterPlace(first));
      if (row === undefined) return 0;
      refuseOther(db, row, stream, row[2]);
      return row[2];
    },
    /** Where the append's place is taken by its own events, from an earlier attempt; null when it is by others. */
    repetition({ stream, expected, texts }: AppendTexts, first: number): AppendOutcome | null {
      let position = first;
      for (let at = 0; at < texts.length; at += TEXTS_AN_EVENT) {
        const revision = expected + 1 + at / TEXTS_AN_EVENT;
        const [row] = revision === 0 ? atPosition(first) : later(laterPlace(first), revision);
        if (row === undefined || row[3] !== texts[at]) return null;
        refuseOther(db, row, stream, revision);
        [position] = row;
      }
      return { position, isRepeated: true };
    },
    lastPosition: () => (lastOfAll.get() as { position: number | null }).position ?? 0,
  };
}
