import { type CollectionDefinition, type Documents, DocumentsUnavailable } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import { folderOfBoot } from './bootFolder.ts';
import { embeddedCollection, numbered, type WithEnvironment } from './documentCollection.ts';
import { type DocumentEnvironment, openDocumentEnvironment } from './documentEnvironment.ts';
import { behind } from './documentKeys.ts';
import { nextTurn } from './logReader.ts';

/** Rows removed in one transaction of a drop, so that it holds up nobody. */
const DROP_ROWS = 2_000;
/** Under names that no collection has: the last number given, and the numbers whose rows are being removed. */
const LAST_NUMBER = '#last';
const DROPPED = '#dropped/';

/** Read models in a folder, on an lmdb environment of their own. Other processes may read and write it too. */
export function openEmbeddedDocuments(folder: string, { log }: { log?: Log } = {}): Documents {
  const unsynced = folderOfBoot(folder);
  const openFolder = () => openDocumentEnvironment(unsynced ?? folder, { synced: unsynced === null });
  let environment: DocumentEnvironment | null = openFolder();
  let closed = false;

  const withEnvironment: WithEnvironment = async (operation) => {
    if (closed) throw new DocumentsUnavailable('it is closed');
    const used = environment ?? openAgain();
    try {
      used.refresh();
      return await operation(used);
    } catch (cause) {
      // A disk that failed may have spoilt the environment: it is let go of, and opened anew by the next call.
      if (environment === used) {
        environment = null;
        log?.error({ err: cause }, 'the documents could not be read or written, they are opened anew');
        await used.close().catch(() => {});
      }
      throw new DocumentsUnavailable((cause as Error).message, { cause });
    }
  };
  const openAgain = (): DocumentEnvironment => {
    try {
      environment = openFolder();
      return environment;
    } catch (cause) {
      throw new DocumentsUnavailable((cause as Error).message, { cause });
    }
  };

  /** Gives a collection its number when it is new; tells whether its indexes are those it was made with. */
  const create = ({ name, indexes }: CollectionDefinition) =>
    withEnvironment((open) => {
      const wanted = JSON.stringify(indexes);
      const known = open.collections.get(name);
      if (known !== undefined) return { same: JSON.stringify(known.indexes) === wanted };
      return open.write(2, 0, () => {
        const raced = open.collections.get(name);
        if (raced !== undefined) return { same: JSON.stringify(raced.indexes) === wanted };
        const number = (open.collections.get(LAST_NUMBER)?.number ?? 0) + 1;
        open.collections.putSync(LAST_NUMBER, { number, indexes: {} });
        open.collections.putSync(name, { number, indexes });
        return { same: true };
      });
    });

  /** Removes what a dropped collection left, in small transactions; safe to break off and begin again. */
  const sweep = async (number: number) => {
    for (const table of ['rows', 'entries'] as const) {
      for (let removed = DROP_ROWS; removed === DROP_ROWS && !closed; ) {
        removed = await withEnvironment((open) => {
          const range = { start: numbered(number), end: behind(numbered(number)), limit: DROP_ROWS };
          const keys = Array.from(open[table].getKeys(range));
          return open.write(DROP_ROWS, 0, () => {
            for (const key of keys) open[table].removeSync(key);
            return keys.length;
          });
        });
        await nextTurn();
      }
    }
    await withEnvironment((open) =>
      open.write(1, 0, () => open.collections.removeSync(`${DROPPED}${number}`)),
    );
  };

  /** What drops of an earlier process left undone goes on beside everything else. */
  const sweepLeftovers = async () => {
    const left = await withEnvironment((open) =>
      Array.from(open.collections.getRange({ start: DROPPED, end: `${DROPPED}~` })),
    );
    for (const { value } of left) await sweep(value.number);
  };
  const sweeping = sweepLeftovers().catch((error) =>
    log?.warn({ err: error }, 'what is left of dropped collections stays for now'),
  );

  return {
    async collection(definition) {
      if (definition.name === '' || definition.name.startsWith('#'))
        throw new TypeError(`${JSON.stringify(definition.name)} is no name of a collection`);
      const { same } = await create(definition);
      if (!same)
        throw new Error(`collection ${definition.name} exists with other indexes: its name must change`);
      return embeddedCollection(definition, withEnvironment);
    },
    async drop(name) {
      const number = await withEnvironment((open) =>
        open.write(2, 0, () => {
          const known = open.collections.get(name);
          if (known === undefined) return null;
          open.collections.putSync(`${DROPPED}${known.number}`, known);
          open.collections.removeSync(name);
          return known.number;
        }),
      );
      if (number !== null) await sweep(number);
    },
    async replace(name, by) {
      const replaced = await withEnvironment((open) =>
        open.write(3, 0, () => {
          const next = open.collections.get(by);
          const known = open.collections.get(name);
          if (next === undefined) return null;
          open.collections.putSync(name, next);
          open.collections.removeSync(by);
          if (known === undefined) return null;
          open.collections.putSync(`${DROPPED}${known.number}`, known);
          return known.number;
        }),
      );
      if (replaced !== null) await sweep(replaced);
    },
    list: () =>
      withEnvironment((open) =>
        Array.from(open.collections.getKeys()).filter((name) => !name.startsWith('#')),
      ),
    async close() {
      closed = true;
      await sweeping;
      await environment?.close();
      environment = null;
    },
  };
}
