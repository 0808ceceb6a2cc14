// src/adapters/embedded/documents/documentCollection.ts
import { setImmediate as nextTurn } from "node:timers/promises";
import { foundIn, presentIn, storedIn } from "./documentRow.js";
import {
  documentStatements,
  listedIn,
  pageStatement,
  prepareWrite
} from "./documentStatements.js";
import { fieldsOf, quoted } from "./documentTable.js";
import { textFor } from "./documentText.js";
var SCAN_ROWS = 500;
var TURN_WRITES = 250;
function embeddedCollection(definition, store, { clock, onWritten }) {
  const { name, indexes } = definition;
  const fields = fieldsOf(indexes);
  let statements = null;
  const read = (empty, operation) => store.read(empty, (db) => {
    statements ??= documentStatements(db, definition);
    return operation(statements);
  });
  const findAll = (keys, findOne) => read(/* @__PURE__ */ new Map(), (own) => {
    const all = /* @__PURE__ */ new Map();
    for (const key of keys) {
      const found = findOne(own, key);
      if (found !== null) all.set(key, found);
    }
    return all;
  });
  return {
    get: (key) => read(null, (own) => present(own, key)),
    getForFold: (keys) => findAll(keys, find),
    getMany: (keys) => findAll(keys, present),
    async writeMany(writes) {
      for (let from = 0; from < writes.length; from += TURN_WRITES) {
        if (from > 0) await nextTurn();
        const nowMs = clock.nowMs();
        const some = writes.slice(from, from + TURN_WRITES).map((each) => prepareWrite(each, fields, nowMs));
        await store.write(
          name,
          (db) => {
            statements ??= documentStatements(db, definition);
            for (const each of some) statements.write(each);
            statements.wrote(some);
          },
          some.length
        );
      }
      onWritten();
    },
    async forget(keys) {
      await store.write(name, (db) => {
        const row = db.prepare(`DELETE FROM ${quoted(name)} WHERE key = ?`);
        for (const key of keys) row.run(textFor(key));
      });
    },
    async page(query) {
      const indexed = indexes[query.index];
      if (indexed === void 0) throw new Error(`collection ${name} has no index ${query.index}`);
      if (query.limit <= 0) return [];
      const { sql, values } = pageStatement(definition, query);
      return read(
        [],
        (own) => own.prepared(sql).all(...values).flatMap((row) => listedIn(row, indexed))
      );
    },
    scan: () => scanned(read)
  };
}
async function* scanned(read) {
  for (let after = null; ; await nextTurn()) {
    const from = after;
    const part = (own) => {
      const found = from === null ? own.scanFirst.all(SCAN_ROWS) : own.scanAfter.all(from, SCAN_ROWS);
      return [found, found.flatMap(storedIn)];
    };
    const [rows, documents] = await read([[], []], part);
    yield* documents;
    const last = rows.at(-1);
    if (last === void 0 || rows.length < SCAN_ROWS) return;
    after = String(last.key);
  }
}
function find(own, key) {
  const stored = textFor(key);
  const row = own.get.get(stored);
  return row === void 0 ? null : foundIn({ ...row, key: stored });
}
function present(own, key) {
  const found = find(own, key);
  return found === null ? null : presentIn(key, found);
}
export {
  embeddedCollection
};
//# sourceMappingURL=documentCollection.js.map
