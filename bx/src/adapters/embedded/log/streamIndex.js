// src/adapters/embedded/log/streamIndex.ts
import { hash } from "node:crypto";
import { isDamaged } from "../sqlite.js";
import { HAS_PLACE } from "./ledgerFile.js";
var FORMAT = 1;
var SCHEMA = `
  CREATE TABLE entries (
    hash INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (hash, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE state (last INTEGER NOT NULL, tip BLOB NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL) STRICT;
  INSERT INTO state VALUES (0, x'', 0, 0);
  PRAGMA user_version = ${FORMAT};
`;
var HASH_BYTES = 6;
var HALF = 2 ** 24;
function createIndex(db) {
  db.exec(SCHEMA);
}
function streamIndex(db) {
  const find = db.prepare("SELECT position FROM entries WHERE hash = ?");
  const insert = db.prepare("INSERT INTO entries (hash, position) VALUES (?, ?)");
  const update = db.prepare("UPDATE state SET last = ?, tip = ?, low = ?, high = ?");
  const state = db.prepare("SELECT last, tip, low, high FROM state");
  const end = db.prepare("SELECT last FROM state");
  return {
    db,
    positions: (place) => find.all(place).map(({ position }) => position),
    last: () => end.get().last,
    entries() {
      let { last, tip, low, high } = state.get();
      return {
        last: () => last,
        enter({ position, place, hash: rowHash }) {
          insert.get(place, position);
          low += place % HALF;
          high += Math.floor(place / HALF);
          last = position;
          tip = rowHash;
        },
        save: () => void update.run(last, tip, low, high)
      };
    }
  };
}
function enterMissing(index, ledger, onEntered = () => {
}) {
  const { last, enter, save } = index.entries();
  const rows = ledger.prepare(
    `SELECT position, stream, revision, ifnull(CAST(hash AS BLOB), x'') AS hash, ${HAS_PLACE} AS hasPlace
     FROM events WHERE position > ? ORDER BY position`
  );
  try {
    for (const row of rows.iterate(last())) {
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
function isIndexOf(ledger, db) {
  const { user_version: format } = db.prepare("PRAGMA user_version").get();
  if (format !== FORMAT) return false;
  const { last, tip, low, high } = db.prepare("SELECT last, tip, low, high FROM state").get();
  const sums = db.prepare(
    `SELECT count(*) AS entries, total(position) AS positions, total(hash % ${HALF}) AS low, total(hash / ${HALF}) AS high
       FROM entries`
  ).get();
  const isWhole = sums.entries === last && sums.positions === last * (last + 1) / 2;
  if (!isWhole || sums.low !== low || sums.high !== high) return false;
  const hash2 = ledger.prepare("SELECT hash FROM events WHERE position = ?").get(last)?.hash;
  return last === 0 || hash2 instanceof Uint8Array && Buffer.compare(hash2, tip) === 0;
}
function placeHash(stream, revision) {
  const name = typeof stream === "string" ? Buffer.from(stream) : stream;
  const place = Buffer.allocUnsafe(8 + name.length);
  place.writeUIntBE(revision, 2, 6);
  place.writeUInt16BE(0, 0);
  place.set(name, 8);
  return Number.parseInt(hash("sha256", place).slice(0, 2 * HASH_BYTES), 16);
}
export {
  createIndex,
  enterMissing,
  isIndexOf,
  placeHash,
  streamIndex
};
//# sourceMappingURL=streamIndex.js.map
