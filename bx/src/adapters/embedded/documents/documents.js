// src/adapters/embedded/documents/documents.ts
import { setImmediate as nextTurn } from "node:timers/promises";
import { embeddedCollection } from "./documentCollection.js";
import { openDocumentStore } from "./documentStore.js";
import {
  checkDefinition,
  checkTableName,
  createTable,
  indexesIn,
  putInPlace,
  quoted,
  tableNames
} from "./documentTable.js";
var REMOVED_KEPT_MS = 24 * 36e5;
var SWEEP_EVERY_MS = 6e5;
var DELETED_ROWS = 500;
function openEmbeddedDocuments(dataFolder, { clock, log, marksDamage = true }) {
  const store = openDocumentStore(dataFolder, { clock, log, marksDamage });
  const sweep = removedSweep(store, { clock, log });
  const created = async (definition) => {
    const { name, indexes } = definition;
    const known = await store.read(null, (db) => indexesIn(db, name));
    if (known !== null) return known;
    return store.write(name, (db) => {
      const raced = indexesIn(db, name);
      if (raced !== null) return raced;
      createTable(db, definition);
      return indexes;
    });
  };
  return {
    async collection(definition) {
      checkDefinition(definition);
      if (inOrder(await created(definition)) !== inOrder(definition.indexes))
        throw new Error(`collection ${definition.name} exists with other indexes: its name must change`);
      return embeddedCollection(definition, store, { clock, onWritten: sweep.tick });
    },
    async drop(name) {
      checkTableName(name);
      await emptied(store, name);
      await store.write(name, (db) => db.exec(`DROP TABLE IF EXISTS ${quoted(name)}`));
    },
    async replace(pairs) {
      for (const { name, by } of pairs) {
        checkTableName(name);
        checkTableName(by);
      }
      const [first] = pairs;
      if (first === void 0) return;
      await store.write(first.name, (db) => {
        for (const { name, by } of pairs) putInPlace(db, name, by);
      });
    },
    list: () => store.read([], tableNames),
    async close() {
      await sweep.close();
      await store.close();
    }
  };
}
function inOrder(indexes) {
  return JSON.stringify(Object.entries(indexes).sort(([one], [other]) => one < other ? -1 : 1));
}
async function emptied(store, name) {
  const table = quoted(name);
  const first = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY rowid LIMIT ${DELETED_ROWS})`;
  await deleteInSlices(
    store,
    name,
    (db) => indexesIn(db, name) === null ? 0 : Number(db.prepare(first).run().changes)
  );
}
async function deleteInSlices(store, name, deleteSome, goesOn = () => true) {
  for (let deleted = DELETED_ROWS; deleted === DELETED_ROWS && goesOn(); ) {
    deleted = await store.write(name, deleteSome, DELETED_ROWS);
    await nextTurn();
  }
}
function removedSweep(store, { clock, log }) {
  let lastMs = clock.nowMs();
  let running = Promise.resolve();
  let closed = false;
  const sweep = async () => {
    const before = BigInt(Math.floor(clock.nowMs() - REMOVED_KEPT_MS));
    for (const name of await store.read([], tableNames)) {
      const table = quoted(name);
      const forget = `DELETE FROM ${table} WHERE rowid IN
        (SELECT rowid FROM ${table} WHERE removed_at IS NOT NULL AND removed_at < ? LIMIT ${DELETED_ROWS})`;
      const some = (db) => Number(db.prepare(forget).run(before).changes);
      await deleteInSlices(store, name, some, () => !closed);
    }
  };
  return {
    /** Called after a write: every ten minutes it starts a sweep, which the writer does not wait for. */
    tick() {
      const nowMs = clock.nowMs();
      if (nowMs < lastMs) lastMs = nowMs;
      if (nowMs - lastMs < SWEEP_EVERY_MS) return;
      lastMs = nowMs;
      running = running.then(sweep).catch((error) => log.warn({ err: error }, "removed documents stay for now, they are swept later"));
    },
    /** Resolves when the sweep in progress has ended, which it does before its next transaction. */
    async close() {
      closed = true;
      await running;
    }
  };
}
export {
  openEmbeddedDocuments
};
//# sourceMappingURL=documents.js.map
