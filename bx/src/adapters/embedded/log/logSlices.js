// src/adapters/embedded/log/logSlices.ts
import { LogDamaged } from "../../../ports/eventStore.js";
import { COLUMNS, decoded } from "./eventRow.js";
import { ledgerPath } from "./ledgerFile.js";
var TURN_CHARACTERS = 512 * 1024;
var TURN_RECORDS = 4e3;
var FEW_EVENTS = 16;
var lengthOf = (text) => typeof text === "string" ? text.length : 0;
var charactersOf = ([, , , , , , , , data, metadata]) => lengthOf(data) + lengthOf(metadata);
function logSlices(folder, statement, last) {
  const countBetween = (after, until) => {
    const [row] = statement("SELECT count(*) FROM events WHERE position > ? AND position <= ?").all(
      after,
      until
    );
    return row[0];
  };
  const refuseHoles = (after, reached, there) => {
    if (there === reached - after) return;
    throw new LogDamaged(
      `${ledgerPath(folder)} is damaged: of the events at positions ${after + 1} to ${reached} only ${there} are there`
    );
  };
  const slice = (after, limit, { types, until: furthest = Number.POSITIVE_INFINITY }) => {
    const end = last();
    const until = Math.min(end, furthest, types === void 0 ? end : after + TURN_RECORDS);
    const asked = (types ?? []).map(() => "?").join(", ");
    const wanted = types === void 0 ? "" : `AND (type IN (${asked}) OR typeof(type) <> 'text')`;
    const rows = statement(
      `SELECT ${COLUMNS} FROM events WHERE position > ? AND position <= ? ${wanted} ORDER BY position LIMIT ?`
    ).iterate(after, until, ...types ?? [], Math.min(limit, TURN_RECORDS));
    const events = [];
    let characters = 0;
    let full = false;
    for (const row of rows) {
      events.push(decoded(folder, row));
      characters += charactersOf(row);
      full = events.length >= limit || events.length >= TURN_RECORDS || characters > TURN_CHARACTERS;
      if (full) break;
    }
    const reached = full ? Number(events.at(-1)?.position ?? after) : Math.max(after, until);
    const there = types === void 0 ? events.length : countBetween(after, reached);
    refuseHoles(after, reached, there);
    return { events, position: reached, atEnd: reached >= end };
  };
  const few = (after, types) => {
    const rows = statement(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`).all(
      after,
      FEW_EVENTS + 1
    );
    const characters = rows.reduce((sum, row) => sum + charactersOf(row), 0);
    if (rows.length > FEW_EVENTS || characters > TURN_CHARACTERS) return null;
    const reached = rows.at(-1)?.[0] ?? after;
    refuseHoles(after, reached, rows.length);
    const isWanted = ([, , , type]) => types === void 0 || typeof type !== "string" || types.includes(type);
    return {
      events: rows.filter(isWanted).map((row) => decoded(folder, row)),
      position: reached,
      atEnd: true
    };
  };
  return { slice, few };
}
export {
  FEW_EVENTS,
  logSlices
};
//# sourceMappingURL=logSlices.js.map
