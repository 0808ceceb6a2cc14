import { BEGINNING, type Position } from '../../src/events/event.ts';
import type { Checkpoints } from '../../src/follow/checkpoints.ts';

/** Saves what a name has come to by itself. */
export const saveCheckpoints = (
  checkpoints: Pick<Checkpoints, 'save'>,
  name: string,
  positions: ReadonlyMap<number, Position>,
): Promise<void> => checkpoints.save(new Map([[name, { names: [name], positions }]]));

/** The highest checkpoint of a name in a partition. */
export const loadCheckpoint = async (
  checkpoints: Pick<Checkpoints, 'positions'>,
  name: string,
  partition: number,
): Promise<Position> => (await checkpoints.positions()).get(name)?.get(partition) ?? BEGINNING;
