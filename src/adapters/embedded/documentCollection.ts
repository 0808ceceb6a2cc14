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

/** One collection: rows under its number, entries under its number and each index's place in the definition. */
export function embeddedCollection<Document extends object>(
  { name, indexes }: CollectionDefinition,
  number: number,
  withEnvironment: WithEnvironment,
): Collection<Document> {
  const prefix = numbered(number);
  const indexList = Object.entries(indexes).map(([index, fields], at) => ({
    name: index,
    fields,
    prefix: Buffer.concat([prefix, Buffer.from([at])]),
  }));
  const rowKey = (key: string) => Buffer.concat([prefix, keyBytes(key)]);

  const write = (environment: DocumentEnvironment, prepared: readonly Prepared[]) => {
    for (const { position, rowKey, row, entries } of prepared) {
      const before = environment.rows.get(rowKey);
      if (before !== undefined && positionOf(before) >= position) continue;
      const stale = before === undefined ? [] : entriesOf(indexList, before);
      for (const entry of stale)
        if (!entries.some((kept) => kept.equals(entry))) environment.entries.removeSync(entry);
      for (const entry of entries)
        if (!stale.some((kept) => kept.equals(entry))) environment.entries.putSync(entry, rowKey);
      environment.rows.putSync(rowKey, row);
    }
  };

  const prepare = ({ key, position, document }: DocumentWrite<Document>): Prepared => ({
    position,
    rowKey: rowKey(key),
    row: encodeRow(key, position, document === null ? null : JSON.stringify(document)),
    entries: document === null ? [] : entriesOfDocument(indexList, key, document),
  });

  const look = ({ rows }: DocumentEnvironment, key: string) => {
    const row = rows.get(rowKey(key));
    if (row === undefined) return null;
    const { position, json } = decodeRow(row);
    return { position, document: json === null ? null : (JSON.parse(json) as Document) };
  };
  const present = (environment: DocumentEnvironment, key: string): Stored<Document> | null => {
    const found = look(environment, key);
    return found === null || found.document === null ? null : { key, ...found, document: found.document };
  };

  return {
    get: (key) => withEnvironment((environment) => present(environment, key)),
    getForFold: (keys) =>
      withEnvironment(
        (environment) =>
          new Map(
            keys.flatMap((key) => {
              const found = look(environment, key);
              return found === null ? [] : [[key, found] as const];
            }),
          ),
      ),
    getMany: (keys) =>
      withEnvironment(
        (environment) =>
          new Map(
            keys.flatMap((key) => {
              const found = present(environment, key);
              return found === null ? [] : [[key, found] as const];
            }),
          ),
      ),
    async writeMany(writes) {
      for (let from = 0; from < writes.length; from += TURN_WRITES) {
        if (from > 0) await nextTurn();
        const prepared = writes.slice(from, from + TURN_WRITES).map(prepare);
        let puts = 0;
        let bytes = 0;
        for (const { row, entries } of prepared) {
          puts += 2 + 2 * entries.length;
          bytes += row.length;
        }
        await withEnvironment((environment) =>
          environment.write(puts, bytes, () => write(environment, prepared)),
        );
      }
    },
    async page(query) {
      const index = indexList.find((one) => one.name === query.index);
      if (index === undefined) throw new Error(`collection ${name} has no index ${query.index}`);
      return withEnvironment((environment) => readPage<Document>(environment, index, query));
    },
    async *scan() {
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

interface Prepared {
  readonly position: string;
  readonly rowKey: Buffer;
  readonly row: Buffer;
  readonly entries: readonly Buffer[];
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
