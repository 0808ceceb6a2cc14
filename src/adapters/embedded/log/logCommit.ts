import { PART_KINDS } from '../../../events/event.ts';
import { type Sqlite, untilUnlocked } from '../sqlite.ts';
import { eventFault } from './ledgerCheck.ts';
import { type AppendTexts, TEXTS_AN_EVENT } from './logFormat.ts';
import { rowBytes, rowCrc, rowHash } from './rowHash.ts';
import { enterMissing, placeHash, type StreamIndex } from './streamIndex.ts';

/**
 * What became of an append: the position of its last event, and whether it was written now or before, when it was made the
 * first time; or, where it conflicts, the revision that its stream is at, -1 when there is none.
 */
export type AppendOutcome =
  | { readonly position: number; readonly isRepeated: boolean }
  | { readonly actual: number };

/**
 * Decides appends in order, each on the log that the ones before it left, and commits them in one transaction. When it
 * returns, all are on disk, and the index's transaction, which holds them too, is to be committed; when it throws, none of
 * them is visible.
 * @returns their outcomes
 */
export type CommitBatch = (appends: readonly AppendTexts[]) => readonly AppendOutcome[];

/** How long a batch waits for other processes that write; then it fails. */
const LOCK_TIMEOUT_MS = 10_000;

/** Begins a transaction with the one write lock of a database, in the writer's thread, which may wait. */
const beginWriting = (db: Sqlite) => untilUnlocked(() => db.exec('BEGIN IMMEDIATE'), LOCK_TIMEOUT_MS);

/** Commits the batches of one connection. */
export function logCommit(db: Sqlite, index: StreamIndex): CommitBatch {
  const { found, lastRevision, repetition, lastPosition } = logQueries(db, index);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, type, id, at, workspace, hash, crc, data, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertParts = PART_KINDS.map((kind) =>
    db.prepare(`INSERT INTO ${kind} (position, salt, text) VALUES (?, ?, ?)`),
  );

  return (appends) => {
    beginWriting(db);
    // Always after the log's lock, so that no two processes wait for each other.
    beginWriting(index.db);
    const before = lastPosition();
    let entries = index.entries();
    if (entries.last() < before) {
      // A commit of the index failed, or its process was killed before it. This one must be possible before the log goes on.
      enterMissing(index, db);
      index.db.exec('COMMIT');
      beginWriting(index.db);
      entries = index.entries();
    }
    if (entries.last() !== before)
      throw new Error(`the index of streams does not end at position ${before}: run \`postledger doctor\``);
    let last = before;
    const write = ({ stream, expected, texts }: AppendTexts, firstPlace: number): AppendOutcome => {
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
        // `run` would make an object of what it did.
        insert.get(position, stream, revision, type, id, time, workspace, hash, rowCrc(row), data, metadata);
        for (const [kind, insertPart] of insertParts.entries()) {
          const [salt = '', text = ''] = parts.slice(2 * kind);
          if (text !== '') insertPart.get(position, salt, text);
        }
        entries.enter({ position, place: at === 0 ? firstPlace : placeHash(stream, revision), hash });
        last = position;
      }
      return { position: last, isRepeated: false };
    };
    const outcomes = appends.map((append): AppendOutcome => {
      const { stream, expected } = append;
      // Streams have no gaps: a stream that has the expected revision and lacks the next one takes all events.
      const exists = expected < 0 || found(stream, expected) !== undefined;
      const firstPlace = placeHash(stream, expected + 1);
      if (!exists) return { actual: lastRevision(stream) };
      return found(stream, expected + 1, firstPlace) === undefined
        ? write(append, firstPlace)
        : repetition(append);
    });
    entries.save();
    db.exec('COMMIT');
    return outcomes;
  };
}

/** The queries of a commit. */
function logQueries(db: Sqlite, index: StreamIndex) {
  const eventAt = db.prepare(
    'SELECT position, id FROM events WHERE position = ? AND stream = ? AND revision = ?',
  );
  const lastOfAll = db.prepare('SELECT max(position) AS position FROM events');

  const found = (stream: string, revision: number, place = placeHash(stream, revision)) => {
    for (const position of index.positions(place)) {
      const event = eventAt.get(position, stream, revision);
      if (event !== undefined) return event as { position: number; id: unknown };
      const fault = eventFault(db, position);
      if (fault !== null) throw new Error(`ledger.sqlite is damaged: ${fault}`);
    }
    return undefined;
  };
  /** Streams have no gaps, so the end is found by halves. */
  const lastRevision = (stream: string): number => {
    let low = -1;
    let high = 1;
    while (found(stream, high - 1) !== undefined) {
      low = high - 1;
      high *= 2;
    }
    high--;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (found(stream, middle) === undefined) high = middle;
      else low = middle;
    }
    return low;
  };

  /** The append's place is taken: by its own events, from an earlier attempt, or by other events. */
  const repetition = ({ stream, expected, texts }: AppendTexts): AppendOutcome => {
    let position = 0;
    for (let at = 0; at < texts.length; at += TEXTS_AN_EVENT) {
      const stored = found(stream, expected + 1 + at / TEXTS_AN_EVENT);
      if (stored === undefined || stored.id !== texts[at]) return { actual: lastRevision(stream) };
      ({ position } = stored);
    }
    return { position, isRepeated: true };
  };

  return {
    lastRevision,
    found,
    repetition,
    lastPosition: () => (lastOfAll.get() as { position: number | null }).position ?? 0,
  };
}
