import { PART_KINDS } from '../../../events/event.ts';
import { type Sqlite, untilUnlocked } from '../sqlite.ts';
import { type BatchMemory, conflictWith, HEADS_AN_APPEND } from './batchMemory.ts';
import { eventFault } from './ledgerCheck.ts';
import { rowBytes, rowCrc, rowHash } from './rowHash.ts';
import { enterMissing, placeHash, type StreamIndex } from './streamIndex.ts';

/**
 * Decides the batch's appends in order, each on the log that the ones before it left, and commits them in one
 * transaction. When it returns, all are on disk and their outcomes written, and the index's transaction, which holds
 * them too, is to be committed; when it throws, none of them is visible.
 * @returns the position of the log's last event, before and after the commit
 */
export type CommitBatch = (
  batch: BatchMemory,
  appends: number,
) => { readonly before: number; readonly last: number };

const text = 'CAST(? AS TEXT)';
/** How long a batch waits for other processes that write; then it fails. */
const LOCK_TIMEOUT_MS = 10_000;

/** Begins a transaction with the one write lock of a database, in the writer's thread, which may wait. */
const beginWriting = (db: Sqlite) => untilUnlocked(() => db.exec('BEGIN IMMEDIATE'), LOCK_TIMEOUT_MS);

/** Commits the batches of one connection. */
export function logCommit(db: Sqlite, index: StreamIndex): CommitBatch {
  const { found, lastRevision, repetition, lastPosition } = logQueries(db, index);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, type, id, at, workspace, hash, crc, data, metadata)
     VALUES (?, ${text}, ?, ${text}, ${text}, ${text}, ${text}, ?, ?, ${text}, ${text})`,
  );
  const insertParts = PART_KINDS.map((kind) =>
    db.prepare(`INSERT INTO ${kind} (position, salt, text) VALUES (?, ${text}, ${text})`),
  );

  return ({ heads, bytes, outcomes }, appends) => {
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
    let head = 0;
    let at = 0;
    const take = (): Uint8Array => {
      const part = bytes.subarray(at, at + (heads[head] ?? 0));
      head++;
      at += part.length;
      return part;
    };
    for (let append = 0; append < appends; append++) {
      const expected = heads[head] ?? 0;
      const events = heads[head + 1] ?? 0;
      head += HEADS_AN_APPEND - 1;
      const stream = take();
      // Streams have no gaps: a stream that has the expected revision and lacks the next one takes all events.
      const exists = expected < 0 || found(stream, expected) !== undefined;
      const firstPlace = placeHash(stream, expected + 1);
      const writes = exists && found(stream, expected + 1, firstPlace) === undefined;
      const ids: Uint8Array[] = [];
      for (let event = 0; event < events; event++) {
        const [id, type, time, workspace, data, metadata] = [take(), take(), take(), take(), take(), take()];
        ids.push(id);
        const parts = PART_KINDS.map(() => [take(), take()] as const);
        if (!writes) continue;
        const position = last + 1;
        const revision = expected + 1 + event;
        const row = rowBytes({
          position,
          revision,
          texts: [stream, type, id, time, workspace, data, metadata],
        });
        const hash = Buffer.from(rowHash(row), 'hex');
        // `run` would make an object of what it did.
        insert.get(position, stream, revision, type, id, time, workspace, hash, rowCrc(row), data, metadata);
        for (const [at, [salt, part]] of parts.entries())
          if (part.length > 0) insertParts[at]?.get(position, salt, part);
        entries.enter({ position, place: event === 0 ? firstPlace : placeHash(stream, revision), hash });
        last = position;
      }
      if (writes) outcomes[append] = last;
      else outcomes[append] = exists ? repetition(stream, expected, ids) : conflictWith(lastRevision(stream));
    }
    entries.save();
    db.exec('COMMIT');
    return { before, last };
  };
}

/** The queries of a commit. Texts are bytes: this thread makes no strings of them. */
function logQueries(db: Sqlite, index: StreamIndex) {
  const eventAt = db.prepare(
    `SELECT position, CAST(id AS BLOB) AS id FROM events WHERE position = ? AND stream = ${text} AND revision = ?`,
  );
  const lastOfAll = db.prepare('SELECT max(position) AS position FROM events');

  const found = (stream: Uint8Array, revision: number, place = placeHash(stream, revision)) => {
    for (const position of index.positions(place)) {
      const event = eventAt.get(position, stream, revision);
      if (event !== undefined) return event as { position: number; id: Uint8Array };
      const fault = eventFault(db, position);
      if (fault !== null) throw new Error(`ledger.sqlite is damaged: ${fault}`);
    }
    return undefined;
  };
  /** Streams have no gaps, so the end is found by halves. */
  const lastRevision = (stream: Uint8Array): number => {
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
  const repetition = (stream: Uint8Array, expected: number, ids: readonly Uint8Array[]): number => {
    let position = 0;
    for (const [at, id] of ids.entries()) {
      const stored = found(stream, expected + 1 + at);
      if (stored === undefined || Buffer.compare(stored.id, id) !== 0)
        return conflictWith(lastRevision(stream));
      ({ position } = stored);
    }
    return position;
  };

  return {
    lastRevision,
    found,
    repetition,
    lastPosition: () => (lastOfAll.get() as { position: number | null }).position ?? 0,
  };
}
