import { overwriteFreePages } from '../adapters/embedded/cut.ts';
import type { Collection } from '../ports/documents.ts';
import { openReadModelRecords } from '../projections/olderVersions.ts';
import type { Held, Search } from './place.ts';

/** Documents, by `COLLECTION KEY`. */
export const inCollections = (collections: RegExp): Search => ({
  async *find(held, person) {
    // One that was dropped or took another's place meanwhile must not be made again.
    for (const name of await held.documents.list())
      if (collections.test(name) && (await held.documents.list()).includes(name))
        for await (const { key, document } of (await opened(held, name)).scan())
          if (person.isIn(`${key} ${JSON.stringify(document)}`)) yield `${name} ${key}`;
  },
  async cut(held, found) {
    for (const each of found) {
      const [name = ''] = each.split(' ', 1);
      await (await opened(held, name)).forget([each.slice(name.length + 1)]);
    }
    overwriteFreePages(held.folder);
  },
});

/** One that is being folded has the indexes of its version. */
async function opened({ documents }: Held, name: string): Promise<Collection<object>> {
  const records = await openReadModelRecords(documents);
  const record = await records.get(name.replace(/_(?:next|scratch)$/, ''));
  return documents.collection<object>({ name, indexes: record?.document.indexes ?? {} });
}
