import type { Collection, CollectionDefinition, Stored } from '../ports/documents.ts';

/** Two versions of one read model, of which the older answers until it is switched over. */
export interface Versions<Document extends object> {
  readonly current: Collection<Document>;
  readonly older: Collection<object>;
  /** The indexes that the two have. */
  readonly indexes: Readonly<Record<'current' | 'older', CollectionDefinition['indexes']>>;
  /** A document of the older one as readers expect it. */
  readonly fromOlder: (document: object) => Document;
}

export interface AnsweredByOlder<Document extends object> {
  /** For readers. Waiting for one's own write and all writing concern the current version, from the beginning. */
  readonly collection: Collection<Document>;
  /** Documents and positions, removed ones too, of the version that answers. */
  readonly known: Pick<Collection<Document>, 'getForFold'>;
  readonly isSwitched: () => boolean;
  /** From now on the current version answers, for good. */
  switchOver(): void;
}

export function answeredByOlder<Document extends object>({
  current,
  older,
  indexes,
  fromOlder,
}: Versions<Document>): AnsweredByOlder<Document> {
  let switched = false;
  const lifted = ({ key, position, document }: Stored<object>): Stored<Document> => ({
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
        return stored === null ? null : lifted(stored);
      },
      async getMany(keys) {
        if (switched) return current.getMany(keys);
        const found = await older.getMany(keys);
        return new Map([...found].map(([key, stored]) => [key, lifted(stored)]));
      },
      async page(query) {
        if (switched || !hasIndex(query.index)) return current.page(query);
        return (await older.page(query)).map(lifted);
      },
      async *scan() {
        if (switched) yield* current.scan();
        else for await (const stored of older.scan()) yield lifted(stored);
      },
      getForFold: (keys) => current.getForFold(keys),
      writeMany: (writes) => current.writeMany(writes),
      forget: (keys) => current.forget(keys),
    },
  };
}
