// src/adapters/embedded/documents/newestPosition.ts
import { BEFORE_ALL } from "../../../events/event.js";
import { readPosition } from "../../position.js";
import { firstValue, isDamaged } from "../sqlite.js";
import { DamagedRow } from "./documentRow.js";
var TABLE = "_newest";
function createNewest(db) {
  db.exec(
    `CREATE TABLE ${TABLE} (position TEXT NOT NULL) STRICT; INSERT INTO ${TABLE} VALUES ('${BEFORE_ALL}')`
  );
}
function raiseNewest(db) {
  return db.prepare(`UPDATE ${TABLE} SET position = ? WHERE position < ?`);
}
function newestIn(db) {
  try {
    return readPosition(String(firstValue(db, `SELECT position FROM ${TABLE}`)));
  } catch (error) {
    if (isDamaged(error)) return null;
    throw new DamagedRow(TABLE, { cause: error });
  }
}
export {
  createNewest,
  newestIn,
  raiseNewest
};
//# sourceMappingURL=newestPosition.js.map
