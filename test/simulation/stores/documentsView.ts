import type { Position } from '../../../src/events/event.ts';
import {
  type Collection,
  type CollectionDefinition,
  type Documents,
  DocumentsUnavailable,
  type Stored,
} from '../../../src/ports/documents.ts';
import type { Journal } from '../journal.ts';
import { type Calls, callsOf, type StoreCallsParts } from './calls.ts';
import { frozenCopy } from './frozen.ts';
import {
  isPresent,
  type PresentRow,
  type Row,
  type WorldCollection,
  type WorldDocuments,
} from './worldDocuments.ts';

export type DocumentsViewParts = StoreCallsParts & {
  readonly documents: WorldDocuments;
  readonly journal: Journal;
  /** Whether all collections are replaced in one step; else one after another. */
  readonly replacesAtOnce: boolean;
};

const TAKES_MS = [0.2, 3] as const;

/** The documents as one process sees them. */
export function documentsView(parts: DocumentsViewParts): Documents {
  const { documents, journal, life, replacesAtOnce } = parts;
  const unavailable = (reason: string) => new DocumentsUnavailable(reason);
  const calls = callsOf({ ...parts, store: 'documents', takesMs: TAKES_MS, unavailable });
  const onWrite = (collection: string, count: number) =>
    journal.note('writes', { process: life.process, collection, documents: count });
  return {
    collection: <Document extends object>(definition: CollectionDefinition) =>
      calls.write(() => {
        const opened = documents.collection(definition);
        return collectionView<Document>(opened, calls, (count) => onWrite(definition.name, count));
      }),
    drop: (name) => calls.write(() => documents.drop(name)),
    async replace(pairs) {
      const steps = replacesAtOnce ? [pairs] : pairs.map((pair) => [pair]);
      for (const step of steps) await calls.write(() => documents.replace(step));
    },
    list: () => calls.read(() => documents.names()),
    close: async () => {},
  };
}

/** One collection over calls. `own`: makes what is handed out the reader's own; absent, it cannot be changed. */
export function collectionView<Document extends object>(
  opened: () => WorldCollection,
  calls: Calls,
  onWrite: (documents: number) => void,
  own: <Known extends Row>(row: Known) => Known = (row) => row,
): Collection<Document> {
  const stored = (row: PresentRow) => own(row) as Stored<Document>;
  const present = (keys: readonly string[]) =>
    keys
      .map((key) => opened().row(key))
      .filter(isPresent)
      .map(stored);
  return {
    get: (key) => calls.read(() => present([key])[0] ?? null),
    getMany: (keys) => calls.read(() => new Map(present(keys).map((one) => [one.key, one]))),
    getForFold: (keys) =>
      calls.read(() => {
        const found = new Map<string, { position: Position; document: Document | null }>();
        for (const key of keys) {
          const row = opened().row(key);
          if (row === undefined) continue;
          const { position, document } = own(row);
          found.set(key, { position, document: document as Document | null });
        }
        return found;
      }),
    async writeMany(writes) {
      // What is written is what it was at the call, whatever the caller does to it afterwards.
      const rows: readonly Row[] = writes.map(({ key, position, document }) =>
        Object.freeze({ key, position, document: frozenCopy(document) }),
      );
      await calls.write(() => {
        const collection = opened();
        const written = rows.filter((row) => collection.write(row)).length;
        if (written > 0) onWrite(written);
      });
    },
    forget: (keys) =>
      calls.write(() => {
        for (const key of keys) opened().forget(key);
        if (keys.length > 0) onWrite(keys.length);
      }),
    page: (query) => calls.read(() => opened().rows(query).map(stored)),
    async *scan() {
      const keys = await calls.read(() => opened().sortedKeys());
      for (let at = 0; at < keys.length; at += 500)
        yield* await calls.read(() => present(keys.slice(at, at + 500)));
    },
  };
}
