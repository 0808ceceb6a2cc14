import type { Collection, CollectionDefinition, Stored } from '../ports/documents.ts';

/** Two versions of one read model. The older one answers until the switch. */
export interface Versions<Document extends object> {
  readonly current: Collection<Document>;
  readonly older: Collection<object>;
  /** The indexes of both. */
  readonly indexes: Readonly<Record<'current' | 'older', CollectionDefinition['indexes']>>;
  /** Converts a document of the older version to the current form. */
  readonly fromOlder: (document: object) => Document;
}

export interface VersionSwitch<Document extends object> {
  /** For readers. Writes, and waiting for one's own write, always use the current version. */
  readonly collection: Collection<Document>;
  /** Documents and positions, also removed ones, of the version that answers. */
  readonly known: Pick<Collection<Document>, 'getForFold'>;
  readonly isSwitched: () => boolean;
  /** From now on the current version answers. */
  switchOver(): void;
}

/** A read model whose older version answers first, and its current one after `switchOver`. */
export function versionSwitch<Document extends object>({
  current,
  older,
  indexes,
  fromOlder,
}: Versions<Document>): VersionSwitch<Document> {
  let switched = false;
  const converted = ({ key, position, document }: Stored<object>): Stored<Document> => ({
    key,
    position,
    document: fromOlder(document),
  });
  const hasIndex = (name: string) => {
    const [own, its] = [indexes.older[name], indexes.current[name]];
    return own !== undefined && own.join() === its?.join();
  };

  return {
    isSwitched: () => switched,
    switchOver() {
      switched = true;
    },
    known: {
      async getForFold(keys) {
        if (switched) return current.getForFold(keys);
        const found = await older.getForFold(keys);
        return new Map(
          [...found].map(([key, { position, document }]) => [
            key,
            { position, document: document === null ? null : fromOlder(document) },
          ]),
        );
      },
    },
    collection: {
      async get(key) {
        if (switched) return current.get(key);
        const stored = await older.get(key);
        return stored === null ? null : converted(stored);
      },
      async getMany(keys) {
        if (switched) return current.getMany(keys);
        const found = await older.getMany(keys);
        return new Map([...found].map(([key, stored]) => [key, converted(stored)]));
      },
      async page(query) {
        if (switched || !hasIndex(query.index)) return current.page(query);
        return (await older.page(query)).map(converted);
      },
      async *scan() {
        if (switched) yield* current.scan();
        else for await (const stored of older.scan()) yield converted(stored);
      },
      getForFold: (keys) => current.getForFold(keys),
      writeMany: (writes) => current.writeMany(writes),
      forget: (keys) => current.forget(keys),
      ...(current.byPart && { byPart: current.byPart }),
    },
  };
}
