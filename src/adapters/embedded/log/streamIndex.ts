import { hash } from 'node:crypto';
import { isDamaged, type Sqlite } from '../sqlite.ts';
import { HAS_PLACE } from './ledgerFile.ts';

/**
 * From a stream and a revision to positions of the log. It is a hint: other places may have the same hash, so the row
 * itself is looked at. It knows up to which position it was written.
 */
export interface StreamIndex {
  readonly db: Sqlite;
  /** Positions of the rows that may have the place of this `placeHash`. */
  positions(place: number): readonly number[];
  /** Position of the last event that is entered; 0 when there is none. */
  last(): number;
  /** Begins to enter events after the last one, within a transaction. */
  entries(): NewEntries;
}

interface NewEntries {
  /** Position of the last event that is entered. */
  last(): number;
  /** The next event, by its position. It is found at once. */
  enter(event: IndexedEvent): void;
  /** Writes how far the index goes: before the transaction's end. */
  save(): void;
}

interface IndexedEvent {
  readonly position: number;
  /** Its `placeHash`. */
  readonly place: number;
  /** Of the event's row: the last one says which log this is the index of. */
  readonly hash: Uint8Array;
}

interface FoundEvent extends Pick<IndexedEvent, 'position' | 'hash'> {
  readonly stream: string;
  readonly revision: number;
  readonly hasPlace: 0 | 1;
}

/** What the index says of itself: the last event, and the sums of the lower and the upper halves of all hashes. */
interface State {
  readonly last: number;
  readonly tip: Uint8Array;
  readonly low: number;
  readonly high: number;
}

/** Stored in `user_version`. */
const FORMAT = 1;
const SCHEMA = `
  CREATE TABLE entries (
    hash INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (hash, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE state (last INTEGER NOT NULL, tip BLOB NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL) STRICT;
  INSERT INTO state VALUES (0, x'', 0, 0);
  PRAGMA user_version = ${FORMAT};
`;
/** So many bytes of the SHA-256 are an exact number for JavaScript. */
const HASH_BYTES = 6;
/** A sum of whole hashes would exceed an exact number. */
const HALF = 2 ** 24;

/** Makes the tables of an empty index. */
export function createIndex(db: Sqlite): void {
  db.exec(SCHEMA);
}

/** The index of an open file that has its tables. */
export function streamIndex(db: Sqlite): StreamIndex {
  const find = db.prepare('SELECT position FROM entries WHERE hash = ?');
  const insert = db.prepare('INSERT INTO entries (hash, position) VALUES (?, ?)');
  const update = db.prepare('UPDATE state SET last = ?, tip = ?, low = ?, high = ?');
  const state = db.prepare('SELECT last, tip, low, high FROM state');
  const end = db.prepare('SELECT last FROM state');
  return {
    db,
    positions: (place) => (find.all(place) as { position: number }[]).map(({ position }) => position),
    last: () => (end.get() as unknown as Pick<State, 'last'>).last,
    entries() {
      let { last, tip, low, high } = state.get() as unknown as State;
      return {
        last: () => last,
        enter({ position, place, hash: rowHash }) {
          // `run` would make an object of what it did.
          insert.get(place, position);
          low += place % HALF;
          high += Math.floor(place / HALF);
          last = position;
          tip = rowHash;
        },
        save: () => void update.run(last, tip, low, high),
      };
    },
  };
}

/**
 * Enters the events after the index's end, within a transaction: up to the first row that can't be read or is missing.
 * What can be read of a damaged ledger is served, and who needs the rest meets the damage.
 */
export function enterMissing(
  index: StreamIndex,
  ledger: Sqlite,
  onEntered: (position: number) => void = () => {},
): void {
  const { last, enter, save } = index.entries();
  const rows = ledger.prepare(
    `SELECT position, stream, revision, ifnull(CAST(hash AS BLOB), x'') AS hash, ${HAS_PLACE} AS hasPlace
     FROM events WHERE position > ? ORDER BY position`,
  );
  try {
    for (const row of rows.iterate(last()) as Iterable<unknown> as Iterable<FoundEvent>) {
      const { position, stream, revision, hash: rowHash, hasPlace } = row;
      if (position !== last() + 1 || hasPlace === 0) break;
      enter({ position, place: placeHash(stream, revision), hash: rowHash });
      onEntered(position);
    }
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  save();
}

/**
 * Whether the file is an index of this log without a hole: every position is entered once, no entry was changed, and the
 * last one is the row that it was. A hole would let a repeated key be accepted twice.
 */
export function isIndexOf(ledger: Sqlite, db: Sqlite): boolean {
  const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (format !== FORMAT) return false;
  const { last, tip, low, high } = db
    .prepare('SELECT last, tip, low, high FROM state')
    .get() as unknown as State;
  const sums = db
    .prepare(
      `SELECT count(*) AS entries, total(position) AS positions, total(hash % ${HALF}) AS low, total(hash / ${HALF}) AS high
       FROM entries`,
    )
    .get() as Record<'entries' | 'positions' | 'low' | 'high', number>;
  const isWhole = sums.entries === last && sums.positions === (last * (last + 1)) / 2;
  if (!isWhole || sums.low !== low || sums.high !== high) return false;
  const hash = ledger.prepare('SELECT hash FROM events WHERE position = ?').get(last)?.hash;
  return last === 0 || (hash instanceof Uint8Array && Buffer.compare(hash, tip) === 0);
}

/** A place in a stream, as the index knows it: the first bytes of the SHA-256 of the revision (8 bytes, the highest first) and the stream's name. */
export function placeHash(stream: string, revision: number): number {
  const name = Buffer.from(stream);
  const place = Buffer.allocUnsafe(8 + name.length);
  place.writeUIntBE(revision, 2, 6);
  place.writeUInt16BE(0, 0);
  place.set(name, 8);
  return Number.parseInt(hash('sha256', place).slice(0, 2 * HASH_BYTES), 16);
}
