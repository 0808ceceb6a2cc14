import { BEGINNING, type Position } from '../events/event.ts';
import { openCheckpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, projectionConsumerName } from '../follow/fold/projection.ts';
import { projectionList } from '../projections/readModels.ts';
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
  const all = projectionList(projections);
  const lowest = await checkpoints.lowestOfEach(all.map(projectionConsumerName));
  return all.map((projection) => ({
    projection,
    position: lowest.get(projectionConsumerName(projection)) ?? BEGINNING,
  }));
}
