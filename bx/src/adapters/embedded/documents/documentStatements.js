// src/adapters/embedded/documents/documentStatements.ts
import { DamagedRow, documentCrc, storedIn } from "./documentRow.js";
import { fieldsOf, quoted } from "./documentTable.js";
import { textFor } from "./documentText.js";
import { raiseNewest } from "./newestPosition.js";
function documentStatements(db, { name, indexes }) {
  const table = quoted(name);
  const fields = fieldsOf(indexes).map(quoted);
  const known = /* @__PURE__ */ new Map();
  const prepared = (sql) => {
    const found = known.get(sql) ?? db.prepare(sql);
    known.set(sql, found);
    return found;
  };
  const unchanged = fields.map((field) => ` AND ${field} IS ?`).join("");
  const update = prepared(
    `UPDATE ${table} SET position = ?, body = ?, crc = ?
     WHERE key = ? AND position < ? AND removed_at IS NULL${unchanged}`
  );
  const columns = ["position", "body", "crc", "removed_at", ...fields];
  const upsert = prepared(
    `INSERT INTO ${table} (key, ${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length)})
     ON CONFLICT (key) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}
     WHERE excluded.position > ${table}.position`
  );
  const raise = raiseNewest(db);
  const scan = (where) => prepared(`SELECT key, position, body, crc FROM ${table} ${where} ORDER BY key LIMIT ?`);
  return {
    /** Parameter: key. Columns: position, body, crc. */
    get: prepared(`SELECT position, body, crc FROM ${table} WHERE key = ?`),
    /** Parameters: key after which rows are read, how many. Removed documents are among them. */
    scanAfter: scan("WHERE key > ?"),
    /** Parameter: how many rows. */
    scanFirst: scan(""),
    /** The statement of this text, prepared once. */
    prepared,
    /** Writes one document unless the stored one is at least as new. Within a write transaction. */
    write({ key, position, body, crc, removedAtMs, fields: values }) {
      if (body !== null && update.run(position, body, crc, key, position, ...values).changes > 0) return;
      upsert.run(key, position, body, crc, removedAtMs, ...values);
    },
    /** Remembers the newest position of what was written. Within the same transaction. */
    wrote(writes) {
      let newest = "";
      for (const { position } of writes) if (position > newest) newest = position;
      raise.run(newest, newest);
    }
  };
}
function prepareWrite({ key, position, document }, fields, nowMs) {
  const stored = textFor(key);
  const body = document === null ? null : JSON.stringify(document);
  return {
    key: stored,
    position,
    body,
    crc: documentCrc(stored, position, body),
    removedAtMs: document === null ? BigInt(Math.floor(nowMs)) : null,
    fields: fields.map((field) => document === null ? null : boundField(document, field))
  };
}
function pageStatement({ name, indexes }, query) {
  const { index, equals = [], from, to, after, descending = false, limit } = query;
  const fields = indexes[index] ?? [];
  const terms = fields.map((field) => `${quoted(field)} IS NOT NULL`);
  const values = [];
  for (const [at, value] of equals.entries()) {
    terms.push(`${quoted(fields[at] ?? "")} = ?`);
    values.push(bound(value));
  }
  const ranged = quoted(fields[equals.length] ?? "key");
  if (from !== void 0) {
    terms.push(`${after !== void 0 && !descending ? "+" : ""}${ranged} >= ?`);
    values.push(bound(from));
  }
  if (to !== void 0) {
    terms.push(`${after !== void 0 && descending ? "+" : ""}${ranged} <= ?`);
    values.push(bound(to));
  }
  if (after !== void 0) {
    const fixed = isWithin(after, equals) ? equals.length : 0;
    const place = [...fields.slice(fixed).map(quoted), "key"];
    terms.push(`(${place.join(", ")}) ${descending ? "<" : ">"} (${place.map(() => "?").join(", ")})`);
    values.push(...after.values.slice(fixed).map(bound), textFor(after.key));
  }
  const order = [...fields.map(quoted), "key"].map((column) => descending ? `${column} DESC` : column);
  return {
    sql: `SELECT ${["key, position, body, crc", ...fields.map(quoted)].join(", ")} FROM ${quoted(name)} WHERE ${terms.join(" AND ")}
          ORDER BY ${order.join(", ")} LIMIT ?`,
    values: [...values, limit]
  };
}
function listedIn(row, fields) {
  const found = storedIn(row);
  for (const { key, document } of found)
    for (const field of fields)
      if (String(boundField(document, field)) !== String(row[field])) throw new DamagedRow(key);
  return found;
}
function isWithin(after, equals) {
  return equals.every((value, at) => {
    const placed = after.values[at];
    return placed !== void 0 && bound(placed) === bound(value);
  });
}
function bound(value) {
  if (typeof value === "string") return textFor(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return Number.isSafeInteger(value) && Math.abs(value) > 2147483647 ? BigInt(value) : value;
}
function boundField(document, field) {
  const value = document[field];
  if (typeof value !== "string" && typeof value !== "boolean" && !Number.isFinite(value)) return null;
  return bound(value);
}
export {
  documentStatements,
  listedIn,
  pageStatement,
  prepareWrite
};
//# sourceMappingURL=documentStatements.js.map
