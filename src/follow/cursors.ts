import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Unsaved } from './checkpointSaver.ts';

/** How far one consumer has come in each partition that it holds, and what of it is not yet a checkpoint. */
export interface Cursors extends Unsaved {
  /** Follows what is held: drops the cursors of lost partitions, loads those of new ones. */
  adopt(): Promise<void>;
  /** How far it has come in each partition, finished or not. */
  positions(): ReadonlyMap<number, Position>;
  /** The position of the slowest partition; null while none is held. */
  slowest(): Position | null;
  /** Whether an event at this position is still to be handled for the partition, or for any of them. */
  isBefore(position: Position, partition: number | 'all'): boolean;
  /** Moves every cursor before it up to it. `touched`: the partitions for which something was handled. */
  moveTo(position: Position, touched: ReadonlySet<number | 'all'>): void;
  /** Whether partitions were adopted that have not come to the log's end. */
  isNew(): boolean;
  /** All have come to the log's end. */
  atHead(): void;
}

export interface CursorsDependencies {
  /** What its checkpoints name. */
  readonly names: () => readonly string[];
  /** Where it begins in a partition. */
  readonly begin: (partition: number) => Promise<Position>;
  /** The partitions held now. */
  readonly partitions: () => ReadonlySet<number>;
  /** No checkpoint passes this position; null or absent: none is held back. */
  readonly safe?: () => Position | null;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

interface Cursor {
  position: Position;
  saved: Position;
  savedAtMs: number;
  /** Where something was handled last: if that is after `saved`, a crash would make us handle it again. */
  touched: Position;
}

/** How long a partition in which nothing happens waits for its checkpoint: it only saves reading. */
const IDLE_SAVE_EVERY_MS = 10_000;

export function cursorsOf(dependencies: CursorsDependencies): Cursors {
  const { begin, partitions, clock } = dependencies;
  const cursors = new Map<number, Cursor>();
  let isNew = false;
  const adoptOne = async (partition: number) => {
    const saved = await begin(partition);
    cursors.set(partition, { position: saved, saved, savedAtMs: clock.monotonicMs(), touched: saved });
    isNew = true;
  };
  return {
    ...unsavedOf(cursors, dependencies),
    async adopt() {
      const held = partitions();
      for (const partition of cursors.keys()) if (!held.has(partition)) cursors.delete(partition);
      await Promise.all([...held].filter((partition) => !cursors.has(partition)).map(adoptOne));
    },
    positions: () => new Map([...cursors].map(([partition, { position }]) => [partition, position])),
    slowest() {
      let slowest: Position | null = null;
      for (const { position } of cursors.values())
        if (slowest === null || position < slowest) slowest = position;
      return slowest;
    },
    isBefore(position, partition) {
      if (partition !== 'all') return (cursors.get(partition)?.position ?? position) < position;
      for (const cursor of cursors.values()) if (cursor.position < position) return true;
      return false;
    },
    moveTo(position, touched) {
      for (const [partition, cursor] of cursors) {
        if (cursor.position >= position) continue;
        cursor.position = position;
        if (touched.has(partition) || touched.has('all')) cursor.touched = position;
      }
    },
    isNew: () => isNew,
    atHead() {
      isNew = false;
    },
  };
}

function unsavedOf(
  cursors: ReadonlyMap<number, Cursor>,
  { names, partitions, safe, clock }: CursorsDependencies,
): Unsaved {
  const isDue = ({ touched, saved, savedAtMs }: Cursor) =>
    touched > saved || clock.monotonicMs() - savedAtMs >= IDLE_SAVE_EVERY_MS;
  return {
    names,
    reached() {
      const limit = safe?.() ?? null;
      return new Map([...cursors].map(([partition, { position }]) => [partition, lower(position, limit)]));
    },
    due(all) {
      // A partition that was lost since then is another process's: its documents may have been rebuilt and exchanged.
      const held = partitions();
      const limit = safe?.() ?? null;
      const due = new Map<number, Position>();
      for (const [partition, cursor] of cursors) {
        const reached = lower(cursor.position, limit);
        if (reached <= cursor.saved || !held.has(partition)) continue;
        if (all || isDue(cursor)) due.set(partition, reached);
      }
      return due;
    },
    saved(positions) {
      for (const [partition, position] of positions) {
        const cursor = cursors.get(partition);
        if (cursor === undefined) continue;
        cursor.saved = position;
        cursor.savedAtMs = clock.monotonicMs();
      }
    },
  };
}

const lower = (position: Position, limit: Position | null) =>
  limit !== null && limit < position ? limit : position;
