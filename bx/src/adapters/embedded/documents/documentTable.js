// src/adapters/embedded/documents/documentTable.ts
var TABLE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,119}$/;
var FIELD_NAME = /^[A-Za-z]\w{0,119}$/;
var OWN_COLUMNS = /* @__PURE__ */ new Set(["key", "position", "body", "crc", "removed_at", "rowid", "oid"]);
var REMOVED = "removed_at";
function checkDefinition({ name, indexes }) {
  checkTableName(name);
  for (const [index, fields] of Object.entries(indexes)) {
    if (!FIELD_NAME.test(index) || index === REMOVED)
      throw new TypeError(`${JSON.stringify(index)} is no name of an index`);
    for (const field of fields)
      if (!FIELD_NAME.test(field) || OWN_COLUMNS.has(field.toLowerCase()))
        throw new TypeError(`${JSON.stringify(field)} is no name of an indexed field`);
  }
}
function checkTableName(name) {
  if (!TABLE_NAME.test(name) || /^sqlite_/i.test(name))
    throw new TypeError(`${JSON.stringify(name)} is no name of a collection`);
}
var quoted = (name) => `"${name}"`;
function fieldsOf(indexes) {
  return [...new Set(Object.values(indexes).flat())];
}
function tableNames(db) {
  return db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '[A-Za-z]*'
              AND name NOT LIKE 'sqlite%' ORDER BY name`).all().map(({ name }) => String(name));
}
function indexesIn(db, table) {
  if (!exists(db, table)) return null;
  const found = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`).all(table);
  const columns = db.prepare("SELECT name FROM pragma_index_info(?) ORDER BY seqno");
  const indexes = {};
  for (const row of found) {
    const full = String(row.name);
    const index = full.split(".")[1] ?? "";
    if (index !== REMOVED)
      indexes[index] = columns.all(full).map(({ name }) => String(name)).slice(0, -1);
  }
  return indexes;
}
function createTable(db, { name, indexes }) {
  const table = quoted(name);
  const fields = fieldsOf(indexes).map((field) => `${quoted(field)} ANY`);
  const columns = [
    "key TEXT NOT NULL PRIMARY KEY",
    "position TEXT NOT NULL",
    "body TEXT",
    "crc INTEGER NOT NULL"
  ];
  db.exec(`CREATE TABLE ${table} (${[...columns, "removed_at INTEGER", ...fields].join(", ")}) STRICT`);
  const createIndex = (suffix, on, where) => db.exec(
    `CREATE INDEX ${quoted(freeName(db, `${name}.${suffix}`))} ON ${table} (${on.join(", ")})
       WHERE ${where.map((column) => `${column} IS NOT NULL`).join(" AND ")}`
  );
  for (const [index, own] of Object.entries(indexes))
    createIndex(index, [...own.map(quoted), "key"], own.map(quoted));
  createIndex(REMOVED, [REMOVED], [REMOVED]);
}
function putInPlace(db, name, by) {
  if (!exists(db, by)) return;
  db.exec(`DROP TABLE IF EXISTS ${quoted(name)}`);
  db.exec(`ALTER TABLE ${quoted(by)} RENAME TO ${quoted(name)}`);
}
function exists(db, name) {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== void 0;
}
function freeName(db, start) {
  for (let n = 1; ; n++) if (!exists(db, `${start}.${n}`)) return `${start}.${n}`;
}
export {
  checkDefinition,
  checkTableName,
  createTable,
  fieldsOf,
  indexesIn,
  putInPlace,
  quoted,
  tableNames
};
//# sourceMappingURL=documentTable.js.map
