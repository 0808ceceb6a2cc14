import type { Clock } from '../../../ports/clock.ts';
import type { CollectionDefinition, Documents } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import type { Ports } from '../../../ports/ports.ts';
import { closedOnError, type Sqlite } from '../sqlite.ts';
import { embeddedCollection } from './documentCollection.ts';
import { type DocumentFileName, READ_MODELS, SEARCH } from './documentFile.ts';
import { dropParts } from './documentParts.ts';
import { type DocumentStore, openDocumentStore } from './documentStore.ts';
import {
  checkDefinition,
  checkTableName,
  createTable,
  indexesIn,
  putInPlace,
  quoted,
  tableNames,
} from './documentTable.ts';
import { readTurns } from './readTurns.ts';

/**
 * How long the position of a removed document is kept: no process holds a folded document for so long before it
 * writes it. Without a limit every finished work item would stay for ever.
 */
const REMOVED_KEPT_MS = 24 * 3_600_000;
const SWEEP_EVERY_MS = 600_000;
/** Rows deleted in one transaction. */
const DELETED_ROWS = 500;

interface EmbeddedDocumentsOptions extends Pick<Ports, 'clock' | 'log'> {
  /** False for a command: what it finds is no reason to condemn what a running service has open. Absent: true. */
  readonly marksDamage?: boolean;
}

/**
 * Read models in a data folder, in `read-models.sqlite`, and in `search.sqlite` those that are found by parts. Other processes may
 * read and write them too.
 * @throws DocumentsUnavailable when a file cannot be opened
 */
export function openEmbeddedDocuments(dataFolder: string, options: EmbeddedDocumentsOptions): Documents {
  const plain = documentsIn(dataFolder, READ_MODELS, options);
  const found = closedOnError(plain, () => documentsIn(dataFolder, SEARCH, options));
  const both = [plain, found];
  return {
    async collection(definition) {
      const isFound = definition.hasParts || (await found.list()).includes(definition.name);
      return (isFound ? found : plain).collection(definition);
    },
    async drop(name) {
      for (const each of both) await each.drop(name);
    },
    async replace(pairs) {
      for (const each of both) await each.replace(pairs);
    },
    list: async () => (await Promise.all(both.map((each) => each.list()))).flat().sort(),
    async close() {
      for (const each of both) await each.close();
    },
  };
}

function documentsIn(
  dataFolder: string,
  file: DocumentFileName,
  { clock, log, marksDamage = true }: EmbeddedDocumentsOptions,
): Documents {
  const store = openDocumentStore(dataFolder, file, { clock, log, marksDamage });
  const sweep = removedSweep(store, { clock, log });
  const turns = readTurns();

  /** The indexes that the collection has: those of the definition when it is new. */
  const created = async (definition: CollectionDefinition) => {
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
    async collection<Document extends object>(definition: CollectionDefinition) {
      checkDefinition(definition);
      if (inOrder(await created(definition)) !== inOrder(definition.indexes))
        throw new Error(`collection ${definition.name} exists with other indexes: its name must change`);
      return embeddedCollection<Document>(definition, store, { clock, turns, onWritten: sweep.tick });
    },
    async drop(name) {
      checkTableName(name);
      await store.write(name, (db) => dropParts(db, name));
      await emptied(store, name);
      await store.write(name, (db) => db.exec(`DROP TABLE IF EXISTS ${quoted(name)}`));
    },
    async replace(pairs) {
      for (const { name, by } of pairs) {
        checkTableName(name);
        checkTableName(by);
      }
      const [first] = pairs;
      if (first === undefined) return;
      await store.write(first.name, (db) => {
        for (const { name, by } of pairs) putInPlace(db, name, by);
      });
    },
    list: () => store.read([], tableNames),
    async close() {
      await sweep.close();
      await store.close();
    },
  };
}

function inOrder(indexes: CollectionDefinition['indexes']): string {
  return JSON.stringify(Object.entries(indexes).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Deletes the rows of a table, which need not exist. To drop a large table with them takes minutes of one turn of the event loop,
 * and where the process is killed for that, all is undone.
 */
async function emptied(store: DocumentStore, name: string): Promise<void> {
  const table = quoted(name);
  const first = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY rowid LIMIT ${DELETED_ROWS})`;
  await deleteInSlices(store, name, (db) =>
    indexesIn(db, name) === null ? 0 : Number(db.prepare(first).run().changes),
  );
}

/** Deletes in transactions of their own, with a turn of the event loop after each, while there is more and `goesOn`. */
async function deleteInSlices(
  store: DocumentStore,
  name: string,
  deleteSome: (db: Sqlite) => number,
  goesOn = () => true,
): Promise<void> {
  for (let deleted = DELETED_ROWS; deleted === DELETED_ROWS && goesOn(); ) {
    deleted = await store.write(name, deleteSome);
  }
}

/** Deletes the positions of documents that were removed a day ago. */
function removedSweep(store: DocumentStore, { clock, log }: { clock: Clock; log: Log }) {
  let lastMs = clock.nowMs();
  let running = Promise.resolve();
  let closed = false;

  const sweep = async () => {
    const before = BigInt(Math.floor(clock.nowMs() - REMOVED_KEPT_MS));
    for (const name of await store.read([], tableNames)) {
      const table = quoted(name);
      const forget = `DELETE FROM ${table} WHERE rowid IN
        (SELECT rowid FROM ${table} WHERE removed_at IS NOT NULL AND removed_at < ? LIMIT ${DELETED_ROWS})`;
      const some = (db: Sqlite) => Number(db.prepare(forget).run(before).changes);
      await deleteInSlices(store, name, some, () => !closed);
    }
  };

  return {
    /** Called after a write: every ten minutes it starts a sweep, which the writer does not wait for. */
    tick() {
      const nowMs = clock.nowMs();
      // After the clock was set back, the ten minutes begin again.
      if (nowMs < lastMs) lastMs = nowMs;
      if (nowMs - lastMs < SWEEP_EVERY_MS) return;
      lastMs = nowMs;
      running = running
        .then(sweep)
        .catch((error) => log.warn({ err: error }, 'removed documents stay for now, they are swept later'));
    },
    /** Resolves when the sweep in progress has ended, which it does before its next transaction. */
    async close() {
      closed = true;
      await running;
    },
  };
}
