import type { Clock } from '../../../ports/clock.ts';
import type { CollectionDefinition, Documents } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import { embeddedCollection } from './documentCollection.ts';
import { openDocumentStore } from './documentStore.ts';
import {
  checkDefinition,
  checkTableName,
  createTable,
  indexesIn,
  putInPlace,
  quoted,
  tableNames,
} from './documentTable.ts';
import { removedSweep } from './removedSweep.ts';

/**
 * Read models in a data folder, in `read-models.sqlite`. Other processes may read and write it too.
 * @throws DocumentsUnavailable when the file cannot be opened
 */
export function openEmbeddedDocuments(
  dataFolder: string,
  { clock, log }: { clock: Clock; log: Log },
): Documents {
  const store = openDocumentStore(dataFolder, { clock, log });
  const sweep = removedSweep(store, { clock, log });

  /** The indexes the collection has, which are the wanted ones when it is new. */
  const created = async (definition: CollectionDefinition) => {
    const { name, indexes } = definition;
    const known = await store.read(name, null, (db) => indexesIn(db, name));
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
      return embeddedCollection<Document>(definition, store, { clock, onWritten: sweep.tick });
    },
    async drop(name) {
      checkTableName(name);
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
    list: () => store.read('', [], tableNames),
    async close() {
      await sweep.close();
      await store.close();
    },
  };
}

function inOrder(indexes: CollectionDefinition['indexes']): string {
  return JSON.stringify(Object.entries(indexes).sort(([one], [other]) => (one < other ? -1 : 1)));
}
