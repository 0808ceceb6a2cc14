// src/adapters/embedded/log/logReader.ts
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { EventStoreUnavailable, LogDamaged } from "../../../ports/eventStore.js";
import { closedOnError, isBusy, isDamaged } from "../sqlite.js";
import { COLUMNS, decoded } from "./eventRow.js";
import { checkedRows, LEAF_ROWS, STORED_LEAVES, storedLeafSlice } from "./leaves.js";
import { eventFault, tailFault } from "./ledgerCheck.js";
import {
  HAS_PLACE,
  lastReadableOf,
  ledgerPath,
  openLedgerToRead
} from "./ledgerFile.js";
import { logSlices } from "./logSlices.js";
import { placeHash } from "./streamIndex.js";
import { openIndex } from "./streamIndexFile.js";
var TURN_EVENTS = 512;
var BUSY_RETRY_MS = 5;
var BUSY_TRIES = 400;
var MAX_STATEMENTS = 200;
function logReader(folder) {
  const ledger = openLedgerToRead(folder);
  return closedOnError(ledger.db, () => openedReader(folder, ledger));
}
function openedReader(folder, { db, damage, lastReadable: readable }) {
  let lastReadable = readable;
  const { statement, read, close } = ledgerQueries(db, folder);
  const last = () => {
    if (lastReadable !== null) return lastReadable;
    const [row] = statement("SELECT max(position) FROM events").all();
    return row[0] ?? 0;
  };
  const tailDamage = () => {
    try {
      const fault = tailFault(db);
      return fault === null ? null : `${ledgerPath(folder)} is damaged: ${fault}`;
    } catch (error) {
      if (isBusy(error)) return null;
      if (isDamaged(error)) lastReadable = lastReadableOf(db);
      return unreadable(folder, error).message;
    }
  };
  const found = damage ?? tailDamage();
  const index = openIndex(folder);
  const { slice, few } = logSlices(folder, statement, last);
  const streamNow = streamRows(db, index, statement, last);
  const leafRange = (after, limit) => {
    return { after, until: last(), limit: Math.min(limit, TURN_EVENTS) };
  };
  return {
    damage: found,
    slice: (after, limit, options = {}) => read(() => slice(after, limit, options)),
    few: (after, types) => read(() => lastReadable === null ? few(after, types) : null),
    async stream(stream, fromRevision, limit) {
      const events = [];
      while (events.length < limit) {
        const room = Math.min(TURN_EVENTS, limit - events.length);
        const rows = await read(() => streamNow(stream, fromRevision + events.length, room));
        for (const row of rows) events.push(decoded(folder, row));
        if (rows.length < room) break;
        await nextTurn();
      }
      return events;
    },
    storedLeaves: (after, limit) => read(() => storedLeafSlice(statement(STORED_LEAVES), leafRange(after, limit))),
    rows: (after, limit) => read(() => checkedRows(statement(LEAF_ROWS), leafRange(after, limit))),
    lastPosition: () => read(last),
    db,
    close() {
      close();
      index.db.close();
    }
  };
}
function streamRows(db, index, statement, last) {
  return (stream, fromRevision, limit) => {
    const indexed = index.last();
    const rows = [];
    const next = () => {
      for (const position of index.positions(placeHash(stream, fromRevision + rows.length))) {
        const [row] = statement(
          `SELECT ${COLUMNS} FROM events WHERE position = ? AND stream = ? AND revision = ?`
        ).all(position, stream, fromRevision + rows.length);
        if (row !== void 0) return row;
        const fault = eventFault(db, position);
        if (fault !== null) throw new LogDamaged(`ledger.sqlite is damaged: ${fault}`);
      }
      return void 0;
    };
    for (let row = next(); row !== void 0; row = rows.length < limit ? next() : void 0) rows.push(row);
    if (rows.length === limit || indexed >= last()) return rows;
    const later = statement(
      `SELECT ${COLUMNS} FROM events WHERE position > ? AND position <= ?
         AND (stream = ? AND revision >= ? OR NOT (${HAS_PLACE})) ORDER BY position LIMIT ?`
    ).all(indexed, last(), stream, fromRevision + rows.length, limit - rows.length);
    return [...rows, ...later];
  };
}
function ledgerQueries(db, folder) {
  const statements = new LRUCache({ max: MAX_STATEMENTS });
  let closed = false;
  return {
    /** A prepared statement whose rows are arrays, cached. */
    statement(sql) {
      const cached = statements.get(sql);
      if (cached !== void 0) return cached;
      const prepared = db.prepare(sql);
      prepared.setReturnArrays(true);
      statements.set(sql, prepared);
      return prepared;
    },
    /**
     * One read, tried again while another connection locks the database.
     * @throws EventStoreUnavailable when the file can't be read, is damaged, or the connection was closed
     */
    async read(query) {
      for (let tries = 1; ; tries++) {
        if (closed) throw new EventStoreUnavailable("it is closed");
        try {
          return query();
        } catch (cause) {
          statements.clear();
          if (!isBusy(cause) || tries === BUSY_TRIES) throw unreadable(folder, cause);
          await sleep(BUSY_RETRY_MS);
        }
      }
    },
    close() {
      closed = true;
      statements.clear();
      db.close();
    }
  };
}
function unreadable(folder, cause) {
  if (cause instanceof EventStoreUnavailable) return cause;
  const { message } = cause;
  if (isDamaged(cause)) return new LogDamaged(`${ledgerPath(folder)} is damaged: ${message}`, { cause });
  return new EventStoreUnavailable(message, { cause });
}
export {
  logReader
};
//# sourceMappingURL=logReader.js.map
