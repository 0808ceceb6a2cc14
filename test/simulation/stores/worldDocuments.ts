import type { Position } from '../../../src/events/event.ts';
import type { CollectionDefinition, PageQuery } from '../../../src/ports/documents.ts';
import { sortedDates } from './sortedDates.ts';
import { type SortedIndex, sortedIndex } from './sortedIndex.ts';

/**
 * A document as it lies there. Null: it was removed, and its position is remembered. Every reader gets the same object, which
 * nobody can change.
 */
export interface Row {
  readonly key: string;
  readonly position: Position;
  readonly document: object | null;
}

export type PresentRow = Row & { readonly document: object };

/** One collection as it is, whether or not a process can reach it. */
export interface WorldCollection {
  row(key: string): Row | undefined;
  /** Unless the stored one is at the same or a later position. Resolves whether it was written. */
  write(row: Row): boolean;
  forget(key: string): void;
  /** Those that have documents. */
  rows(query: PageQuery): readonly PresentRow[];
  /** Of a work index: the first due time at or after a date; null where there is none. */
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
  /** The first due time of anything at or after a date; null where nothing is due. */
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
  /** Puts another collection in the place of one, or none. */
  const put = (name: string, collection: WorldCollection | undefined) => {
    if (collection === undefined) all.delete(name);
    else all.set(name, collection);
  };
  const exchange = (name: string, collection: WorldCollection | undefined) => {
    const before = all.get(name);
    put(name, collection);
    undos.push({ atMs: nowMs(), undo: () => put(name, before) });
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
    drop: (name) => exchange(name, undefined),
    replace(pairs) {
      for (const { name, by } of pairs) {
        const taking = all.get(by);
        if (taking === undefined) continue;
        exchange(name, taking);
        exchange(by, undefined);
      }
    },
    names: () => [...all.keys()],
    onWrite: (act) => void listeners.push(act),
    dueAtMs(fromMs) {
      let first: number | null = null;
      for (const one of all.values()) {
        const due = one.dueAtMs(fromMs);
        if (due !== null && (first === null || due < first)) first = due;
      }
      return first;
    },
    fallBackTo(atMs) {
      while (undos.length > 0 && (undos.at(-1)?.atMs ?? 0) > atMs) undos.pop()?.undo();
    },
  };
}

/** Whether there is a document: not where it was removed. */
export const isPresent = (row: Row | undefined): row is PresentRow =>
  row !== undefined && row.document !== null;

function worldCollection(
  { indexes }: CollectionDefinition,
  onChange: (undo: () => void) => void,
): WorldCollection {
  const rows = new Map<string, Row>();
  const sorted = new Map<string, SortedIndex>(
    Object.entries(indexes).map(([name, fields]) => [name, sortedIndex(fields)]),
  );
  const dates = sortedDates();
  const set = (key: string, row: Row | undefined) => {
    const before = rows.get(key);
    if (isPresent(before)) {
      for (const index of sorted.values()) index.remove(before);
      dates.remove(before.document);
    }
    if (row === undefined) rows.delete(key);
    else rows.set(key, row);
    if (isPresent(row)) {
      for (const index of sorted.values()) index.put(row);
      dates.put(row.document);
    }
  };
  const change = (key: string, row: Row | undefined) => {
    const before = rows.get(key);
    set(key, row);
    onChange(() => set(key, before));
  };
  return {
    row: (key) => rows.get(key),
    write(row) {
      if ((rows.get(row.key)?.position ?? '') >= row.position) return false;
      change(row.key, row);
      return true;
    },
    forget: (key) => change(key, undefined),
    rows: (query) => sorted.get(query.index)?.rows(query) ?? [],
    dueAtMs: dates.from,
    sortedKeys: () => [...rows.keys()].sort(),
  };
}
