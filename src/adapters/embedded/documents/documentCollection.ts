import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../ports/clock.ts';
import type {
  Collection,
  CollectionDefinition,
  FoundParts,
  PartQuery,
  Stored,
} from '../../../ports/documents.ts';
import { foundByPart } from './documentParts.ts';
import { type DocumentRow, type FoundRow, foundIn, presentIn, storedIn } from './documentRow.ts';
import {
  type DocumentStatements,
  documentStatements,
  listedIn,
  pageStatement,
  prepareWrite,
} from './documentStatements.ts';
import type { DocumentStore } from './documentStore.ts';
import { fieldsOf, quoted } from './documentTable.ts';
import { textFor } from './documentText.ts';
import type { readTurns } from './readTurns.ts';

/** Documents that a scan reads between two turns of the event loop. */
const SCAN_ROWS = 100;
/** Documents written in one transaction, and so in one turn: some milliseconds of work. */
const TURN_WRITES = 250;

/** One collection, found by its name in every call: another table may have taken its place. */
export function embeddedCollection<Document extends object>(
  definition: CollectionDefinition,
  store: DocumentStore,
  { clock, turns, onWritten }: { clock: Clock; turns: ReturnType<typeof readTurns>; onWritten: () => void },
): Collection<Document> {
  const { name, indexes, hasParts } = definition;
  const fields = fieldsOf(indexes);
  let statements: DocumentStatements | null = null;
  /** A collection that was dropped reads as empty. */
  const read = <Result>(empty: Result, operation: (own: DocumentStatements) => Result) =>
    store.read(empty, (db) => {
      statements ??= documentStatements(db, definition);
      return operation(statements);
    });

  const findAll = <Each>(
    keys: readonly string[],
    findOne: (own: DocumentStatements, key: string) => Each | null,
  ): Promise<ReadonlyMap<string, Each>> =>
    read(new Map<string, Each>(), (own) => {
      const all = new Map<string, Each>();
      for (const key of keys) {
        const found = findOne(own, key);
        if (found !== null) all.set(key, found);
      }
      return all;
    });

  return {
    get: (key) => read(null, (own) => present<Document>(own, key)),
    getForFold: (keys) => findAll(keys, find<Document>),
    getMany: (keys) => findAll(keys, present<Document>),
    isOrdered: true,
    async writeMany(writes) {
      for (let from = 0; from < writes.length; from += TURN_WRITES) {
        const nowMs = clock.nowMs();
        const some = writes.slice(from, from + TURN_WRITES).map((each) => prepareWrite(each, fields, nowMs));
        await store.write(name, (db) => {
          statements ??= documentStatements(db, definition);
          for (const each of some) statements.write(each);
          statements.wrote(some);
        });
      }
      onWritten();
    },
    async forget(keys) {
      await store.write(name, (db) => {
        const row = db.prepare(`DELETE FROM ${quoted(name)} WHERE key = ?`);
        for (const key of keys) row.run(textFor(key));
      });
    },
    async page(query) {
      const indexed = indexes[query.index];
      if (indexed === undefined) throw new Error(`collection ${name} has no index ${query.index}`);
      if (query.limit <= 0) return [];
      const { sql, values } = pageStatement(definition, query);
      while (turns.isFull()) await nextTurn();
      return read<readonly Stored<Document>[]>([], (own) => {
        const rows = own.prepared(sql).all(...values);
        turns.did(rows.length);
        return rows.flatMap((row) => listedIn<Document>(row, indexed));
      });
    },
    scan: () => scanned<Document>(read),
    ...(hasParts && {
      byPart: (query: PartQuery) =>
        read<FoundParts>({ keys: [], next: null }, (own) => foundByPart(own.prepared, name, query)),
    }),
  };
}

/** Every document in key order, a part at a time; the rows of a part are also those of removed documents. */
async function* scanned<Document>(
  read: <Result>(empty: Result, operation: (own: DocumentStatements) => Result) => Promise<Result>,
): AsyncGenerator<Stored<Document>> {
  for (let after: string | null = null; ; await nextTurn()) {
    const from = after;
    const part = (own: DocumentStatements): [readonly DocumentRow[], readonly Stored<Document>[]] => {
      const found = from === null ? own.scanFirst.all(SCAN_ROWS) : own.scanAfter.all(from, SCAN_ROWS);
      return [found, found.flatMap(storedIn<Document>)];
    };
    const [rows, documents]: ReturnType<typeof part> = await read([[], []], part);
    yield* documents;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_ROWS) return;
    after = String(last.key);
  }
}

function find<Document>(own: DocumentStatements, key: string): FoundRow<Document> | null {
  const stored = textFor(key);
  const row = own.get.get(stored);
  return row === undefined ? null : foundIn<Document>({ ...row, key: stored });
}

function present<Document>(own: DocumentStatements, key: string): Stored<Document> | null {
  const found = find<Document>(own, key);
  return found === null ? null : presentIn(key, found);
}
