import type { Collection, CollectionDefinition, DocumentWrite, Stored } from '../../ports/documents.ts';
import type { DocumentEnvironment } from './documentEnvironment.ts';
import { behind, keyBytes, next } from './documentKeys.ts';
import { readPage } from './documentPages.ts';
import { decodeRow, type EntryIndex, encodeRow, entryOf, positionOf } from './documentRows.ts';
import { nextTurn } from './logReader.ts';

/** Documents that a scan reads between two turns of the event loop. */
const SCAN_ROWS = 500;
/** Documents written in one transaction, and so in one turn: some milliseconds of work. */
const TURN_WRITES = 250;

/** Runs an operation on the open environment, or rejects with `DocumentsUnavailable`. */
export type WithEnvironment = <Result>(
  operation: (environment: DocumentEnvironment) => Result | Promise<Result>,
) => Promise<Result>;

/** Where a collection's rows and entries lie: under its number, and each index's place in the definition. */
interface Layout {
  readonly number: number;
  readonly prefix: Buffer;
  readonly indexes: readonly (EntryIndex & { readonly name: string })[];
}

/** One collection. Its number is looked up for every call: another collection may have been put in its place. */
export function embeddedCollection<Document extends object>(
  { name, indexes }: CollectionDefinition,
  withEnvironment: WithEnvironment,
): Collection<Document> {
  let known: Layout | null = null;
  const layoutIn = ({ collections }: DocumentEnvironment): Layout => {
    // Nothing lies under the number 0: what is left of a collection that was dropped is empty.
    const number = collections.get(name)?.number ?? 0;
    if (known?.number !== number) known = layoutOf(number, indexes);
    return known;
  };
  const withLayout = <Result>(
    operation: (environment: DocumentEnvironment, layout: Layout) => Result | Promise<Result>,
  ) => withEnvironment((environment) => operation(environment, layoutIn(environment)));

  const look = ({ rows }: DocumentEnvironment, layout: Layout, key: string) => {
    const row = rows.get(rowKeyIn(layout, key));
    if (row === undefined) return null;
    const { position, json } = decodeRow(row);
    return { position, document: json === null ? null : (JSON.parse(json) as Document) };
  };
  const present = (
    environment: DocumentEnvironment,
    layout: Layout,
    key: string,
  ): Stored<Document> | null => {
    const found = look(environment, layout, key);
    return found === null || found.document === null ? null : { key, ...found, document: found.document };
  };

  return {
    get: (key) => withLayout((environment, layout) => present(environment, layout, key)),
    getForFold: (keys) =>
      withLayout(
        (environment, layout) =>
          new Map(
            keys.flatMap((key) => {
              const found = look(environment, layout, key);
              return found === null ? [] : [[key, found] as const];
            }),
          ),
      ),
    getMany: (keys) =>
      withLayout(
        (environment, layout) =>
          new Map(
            keys.flatMap((key) => {
              const found = present(environment, layout, key);
              return found === null ? [] : [[key, found] as const];
            }),
          ),
      ),
    async writeMany(writes) {
      for (let from = 0; from < writes.length; from += TURN_WRITES) {
        if (from > 0) await nextTurn();
        const some = writes.slice(from, from + TURN_WRITES);
        await withLayout((environment, layout) => {
          const prepared = some.map((one) => prepare(layout, one));
          let puts = 0;
          let bytes = 0;
          for (const { row, entries } of prepared) {
            puts += 2 + 2 * entries.length;
            bytes += row.length;
          }
          return environment.write(puts, bytes, () => write(environment, layout, prepared));
        });
      }
    },
    async page(query) {
      if (!(query.index in indexes)) throw new Error(`collection ${name} has no index ${query.index}`);
      return withLayout((environment, layout) => {
        const index = layout.indexes.find((one) => one.name === query.index);
        return index === undefined ? [] : readPage<Document>(environment, index, query);
      });
    },
    async *scan() {
      const { prefix } = await withLayout((_, layout) => layout);
      for (let from: Buffer | null = prefix; from !== null; ) {
        const start: Buffer = from;
        const rows: { key: Buffer; value: Buffer }[] = await withEnvironment((environment) =>
          Array.from(environment.rows.getRange({ start, end: behind(prefix), limit: SCAN_ROWS })),
        );
        for (const { value } of rows) {
          const { key, position, json } = decodeRow(value);
          if (json !== null) yield { key, position, document: JSON.parse(json) as Document };
        }
        const last: Buffer | undefined = rows.at(-1)?.key;
        from = last === undefined ? null : next(last);
        await nextTurn();
      }
    },
  };
}

function layoutOf(number: number, indexes: CollectionDefinition['indexes']): Layout {
  const prefix = numbered(number);
  return {
    number,
    prefix,
    indexes: Object.entries(indexes).map(([name, fields], at) => ({
      name,
      fields,
      prefix: Buffer.concat([prefix, Buffer.from([at])]),
    })),
  };
}

const rowKeyIn = ({ prefix }: Layout, key: string) => Buffer.concat([prefix, keyBytes(key)]);

interface Prepared {
  readonly position: string;
  readonly rowKey: Buffer;
  readonly row: Buffer;
  readonly entries: readonly Buffer[];
}

function prepare(layout: Layout, { key, position, document }: DocumentWrite<object>): Prepared {
  return {
    position,
    rowKey: rowKeyIn(layout, key),
    row: encodeRow(key, position, document === null ? null : JSON.stringify(document)),
    entries: document === null ? [] : entriesOfDocument(layout.indexes, key, document),
  };
}

/** Within a write transaction: each row over an older one only, with the entries that it has in the indexes. */
function write(environment: DocumentEnvironment, layout: Layout, prepared: readonly Prepared[]): void {
  for (const { position, rowKey, row, entries } of prepared) {
    const before = environment.rows.get(rowKey);
    if (before !== undefined && positionOf(before) >= position) continue;
    const stale = before === undefined ? [] : entriesOf(layout.indexes, before);
    for (const entry of stale)
      if (!entries.some((kept) => kept.equals(entry))) environment.entries.removeSync(entry);
    for (const entry of entries)
      if (!stale.some((kept) => kept.equals(entry))) environment.entries.putSync(entry, rowKey);
    environment.rows.putSync(rowKey, row);
  }
}

/** What every key of a collection begins with. */
export function numbered(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function entriesOf(indexes: readonly EntryIndex[], row: Buffer): Buffer[] {
  if (indexes.length === 0) return [];
  const { key, json } = decodeRow(row);
  return json === null ? [] : entriesOfDocument(indexes, key, JSON.parse(json) as object);
}

function entriesOfDocument(indexes: readonly EntryIndex[], key: string, document: object): Buffer[] {
  return indexes.flatMap((index) => entryOf(index, key, document) ?? []);
}
