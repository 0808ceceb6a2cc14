import type { Position } from '../events/event.ts';
import { projectionList } from '../projections/readModels.ts';
import type { AnyProjection } from '../runtime/fold/projection.ts';
import { openCheckpoints } from '../runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';
import type { CliDependencies } from './cli.ts';

export interface ReadModelPosition {
  readonly projection: AnyProjection;
  /** The lowest checkpoint of its partitions. */
  readonly position: Position;
}

/** How far each read model has come. */
export async function readModelPositions({
  documents,
  partitions,
  projections,
}: Pick<CliDependencies, 'documents' | 'partitions' | 'projections'>): Promise<readonly ReadModelPosition[]> {
  const checkpoints = await openCheckpoints(documents, partitions);
  const found: ReadModelPosition[] = [];
  for (const projection of projectionList(projections))
    found.push({ projection, position: await checkpoints.lowest(projectionConsumerName(projection)) });
  return found;
}
