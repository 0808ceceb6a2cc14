// src/adapters/embedded/log/logCommit.ts
import { untilUnlocked } from "../sqlite.js";
import { conflictWith, HEADS_AN_APPEND } from "./batchMemory.js";
import { eventFault } from "./ledgerCheck.js";
import { rowBytes, rowCrc, rowHash } from "./rowHash.js";
import { enterMissing, placeHash } from "./streamIndex.js";
var text = "CAST(? AS TEXT)";
var LOCK_TIMEOUT_MS = 1e4;
var beginWriting = (db) => untilUnlocked(() => db.exec("BEGIN IMMEDIATE"), LOCK_TIMEOUT_MS);
function logCommit(db, index) {
  const { found, lastRevision, repetition, lastPosition } = logQueries(db, index);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, type, id, at, workspace, hash, crc, data, metadata)
     VALUES (?, ${text}, ?, ${text}, ${text}, ${text}, ${text}, ?, ?, ${text}, ${text})`
  );
  return ({ heads, bytes, outcomes }, appends) => {
    beginWriting(db);
    beginWriting(index.db);
    const before = lastPosition();
    let entries = index.entries();
    if (entries.last() < before) {
      enterMissing(index, db);
      index.db.exec("COMMIT");
      beginWriting(index.db);
      entries = index.entries();
    }
    if (entries.last() !== before)
      throw new Error(`the index of streams does not end at position ${before}: run \`postledger doctor\``);
    let last = before;
    let head = 0;
    let at = 0;
    const take = () => {
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
      const exists = expected < 0 || found(stream, expected) !== void 0;
      const firstPlace = placeHash(stream, expected + 1);
      const writes = exists && found(stream, expected + 1, firstPlace) === void 0;
      const ids = [];
      for (let event = 0; event < events; event++) {
        const [id, type, time, workspace, data, metadata] = [take(), take(), take(), take(), take(), take()];
        ids.push(id);
        if (!writes) continue;
        const position = last + 1;
        const revision = expected + 1 + event;
        const row = rowBytes({
          position,
          revision,
          texts: [stream, type, id, time, workspace, data, metadata]
        });
        const hash = Buffer.from(rowHash(row), "hex");
        insert.get(position, stream, revision, type, id, time, workspace, hash, rowCrc(row), data, metadata);
        entries.enter({ position, place: event === 0 ? firstPlace : placeHash(stream, revision), hash });
        last = position;
      }
      if (writes) outcomes[append] = last;
      else outcomes[append] = exists ? repetition(stream, expected, ids) : conflictWith(lastRevision(stream));
    }
    entries.save();
    db.exec("COMMIT");
    return { before, last };
  };
}
function logQueries(db, index) {
  const eventAt = db.prepare(
    `SELECT position, CAST(id AS BLOB) AS id FROM events WHERE position = ? AND stream = ${text} AND revision = ?`
  );
  const lastOfAll = db.prepare("SELECT max(position) AS position FROM events");
  const found = (stream, revision, place = placeHash(stream, revision)) => {
    for (const position of index.positions(place)) {
      const event = eventAt.get(position, stream, revision);
      if (event !== void 0) return event;
      const fault = eventFault(db, position);
      if (fault !== null) throw new Error(`ledger.sqlite is damaged: ${fault}`);
    }
    return void 0;
  };
  const lastRevision = (stream) => {
    let low = -1;
    let high = 1;
    while (found(stream, high - 1) !== void 0) {
      low = high - 1;
      high *= 2;
    }
    high--;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (found(stream, middle) === void 0) high = middle;
      else low = middle;
    }
    return low;
  };
  const repetition = (stream, expected, ids) => {
    let position = 0;
    for (const [at, id] of ids.entries()) {
      const stored = found(stream, expected + 1 + at);
      if (stored === void 0 || Buffer.compare(stored.id, id) !== 0)
        return conflictWith(lastRevision(stream));
      ({ position } = stored);
    }
    return position;
  };
  return {
    lastRevision,
    found,
    repetition,
    lastPosition: () => lastOfAll.get().position ?? 0
  };
}
export {
  logCommit
};
//# sourceMappingURL=logCommit.js.map
