import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Checkpoints } from './checkpoints.ts';

/** How far one consumer has come in each partition that it holds, and what of it is not yet a checkpoint. */
export interface Cursors {
  /** Follows what is held: drops the cursors of lost partitions, loads those of new ones. */
  adopt(held: ReadonlySet<number>): Promise<void>;
  /** The position of the slowest partition; null while none is held. */
  slowest(): Position | null;
  /** Whether an event at this position is still to be handled for the partition, or for any of them. */
  isBefore(position: Position, partition: number | 'all'): boolean;
  /** Moves every cursor that is behind it. */
  moveTo(position: Position): void;
  readonly hasUnsaved: boolean;
  /** Whether the last save lies so far back that another is worth its write. */
  isSaveDue(): boolean;
  /** Writes the checkpoints; none beyond `limit`, where one is given. */
  save(limit?: Position): Promise<void>;
}

/** A checkpoint is written this often at most while events keep coming: what a crash repeats at worst. */
const SAVE_EVERY_MS = 1_000;

export function cursorsOf(
  consumer: string,
  { checkpoints, clock }: { checkpoints: Checkpoints; clock: Pick<Clock, 'monotonicMs'> },
): Cursors {
  const cursors = new Map<number, Position>();
  const unsaved = new Map<number, Position>();
  let savedAtMs = clock.monotonicMs();
  return {
    async adopt(held) {
      for (const partition of cursors.keys()) {
        if (held.has(partition)) continue;
        cursors.delete(partition);
        unsaved.delete(partition);
      }
      for (const partition of held) {
        if (!cursors.has(partition)) cursors.set(partition, await checkpoints.load(consumer, partition));
      }
    },
    slowest() {
      let slowest: Position | null = null;
      for (const cursor of cursors.values()) if (slowest === null || cursor < slowest) slowest = cursor;
      return slowest;
    },
    isBefore(position, partition) {
      if (partition !== 'all') return (cursors.get(partition) ?? position) < position;
      for (const cursor of cursors.values()) if (cursor < position) return true;
      return false;
    },
    moveTo(position) {
      for (const [partition, cursor] of cursors) {
        if (cursor >= position) continue;
        cursors.set(partition, position);
        unsaved.set(partition, position);
      }
    },
    get hasUnsaved() {
      return unsaved.size > 0;
    },
    isSaveDue: () => clock.monotonicMs() - savedAtMs >= SAVE_EVERY_MS,
    async save(limit) {
      const within = new Map<number, Position>();
      for (const [partition, position] of unsaved)
        within.set(partition, limit !== undefined && limit < position ? limit : position);
      if (within.size > 0) await checkpoints.save(consumer, within);
      for (const [partition, position] of within)
        if (unsaved.get(partition) === position) unsaved.delete(partition);
      savedAtMs = clock.monotonicMs();
    },
  };
}
