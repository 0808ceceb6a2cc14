import type { Position } from '../../../src/events/event.ts';
import type { CollectionDefinition, PageQuery } from '../../../src/ports/documents.ts';
import { type SortedIndex, sortedIndex } from './sortedIndex.ts';

/** A document as it lies there. `json` null: it was removed, and its position is remembered. */
export interface Row {
  readonly position: Position;
  readonly json: string | null;
}

/** One collection as it is, whoever may reach it. */
export interface WorldCollection {
  row(key: string): Row | undefined;
  /** Unless the stored one is at the same or a later position. Resolves whether it was written. */
  write(key: string, row: Row): boolean;
  forget(key: string): void;
  keys(query: PageQuery): readonly string[];
  /** Of a work index: the first due time at or behind a date; null where there is none. */
  dueAtMs(fromMs: number): number | null;
  sortedKeys(): readonly string[];
}

/** All collections: what outlives every process. */
export interface WorldDocuments {
  collection(definition: CollectionDefinition): () => WorldCollection;
  drop(name: string): void;
  replace(pairs: readonly { readonly name: string; readonly by: string }[]): void;
  names(): readonly string[];
  /** Called with the collection's name whenever a document is written. */
  onWrite(act: (collection: string) => void): void;
  /** The first due time of anything at or behind a date; null where nothing is due. */
  dueAtMs(fromMs: number): number | null;
  /** Makes the documents what they were at a moment, as a power cut does that comes before they are synced. */
  fallBackTo(atMs: number): void;
}

interface Undo {
  readonly atMs: number;
  undo(): void;
}

/** What was written longer ago was synced. */
const SYNCED_AFTER_MS = 30_000;

export function worldDocuments(nowMs: () => number): WorldDocuments {
  const all = new Map<string, WorldCollection>();
  const listeners: ((collection: string) => void)[] = [];
  let undos: Undo[] = [];
  const onChange = (collection: string, undo: () => void) => {
    for (const listener of listeners) listener(collection);
    undos.push({ atMs: nowMs(), undo });
    if (undos.length > 50_000) undos = undos.filter(({ atMs }) => atMs > nowMs() - SYNCED_AFTER_MS);
  };
  const opened = (definition: CollectionDefinition) => {
    const found =
      all.get(definition.name) ?? worldCollection(definition, (undo) => onChange(definition.name, undo));
    all.set(definition.name, found);
    return found;
  };
  return {
    collection(definition) {
      opened(definition);
      // Another may take its place while it is open.
      return () => opened(definition);
    },
    drop: (name) => void all.delete(name),
    replace(pairs) {
      for (const { name, by } of pairs) {
        const taking = all.get(by);
        if (taking === undefined) continue;
        all.set(name, taking);
        all.delete(by);
      }
    },
    names: () => [...all.keys()],
    onWrite: (act) => void listeners.push(act),
    dueAtMs(fromMs) {
      const dues = [...all.values()].flatMap((one) => one.dueAtMs(fromMs) ?? []);
      return dues.length === 0 ? null : Math.min(...dues);
    },
    fallBackTo(atMs) {
      while (undos.length > 0 && (undos.at(-1)?.atMs ?? 0) > atMs) undos.pop()?.undo();
    },
  };
}

/** What work is due at, and the world's own index by it. */
const DUE = 'dueAtMs';
const BY_DATE = 'by date, for the world';

function worldCollection(
  { indexes }: CollectionDefinition,
  onChange: (undo: () => void) => void,
): WorldCollection {
  const rows = new Map<string, Row>();
  const sorted = new Map<string, SortedIndex>(
    Object.entries(indexes).map(([name, fields]) => [name, sortedIndex(fields)]),
  );
  const isWork = Object.values(indexes).some((fields) => fields.includes(DUE));
  if (isWork) sorted.set(BY_DATE, sortedIndex([DUE]));
  const set = (key: string, row: Row | undefined) => {
    const before = rows.get(key);
    if (before !== undefined && before.json !== null)
      for (const index of sorted.values()) index.remove(key, JSON.parse(before.json) as object);
    if (row === undefined) rows.delete(key);
    else rows.set(key, row);
    if (row !== undefined && row.json !== null)
      for (const index of sorted.values()) index.put(key, JSON.parse(row.json) as object);
  };
  const change = (key: string, row: Row | undefined) => {
    const before = rows.get(key);
    set(key, row);
    onChange(() => set(key, before));
  };
  return {
    row: (key) => rows.get(key),
    write(key, row) {
      if ((rows.get(key)?.position ?? '') >= row.position) return false;
      change(key, row);
      return true;
    },
    forget: (key) => change(key, undefined),
    keys: (query) => sorted.get(query.index)?.keys(query) ?? [],
    dueAtMs(fromMs) {
      const [key] = sorted.get(BY_DATE)?.keys({ index: BY_DATE, from: fromMs, limit: 1 }) ?? [];
      const json = key === undefined ? null : (rows.get(key)?.json ?? null);
      return json === null ? null : (JSON.parse(json) as { readonly [DUE]: number })[DUE];
    },
    sortedKeys: () => [...rows.keys()].sort(),
  };
}
