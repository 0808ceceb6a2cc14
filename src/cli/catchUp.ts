import type { Position } from '../events/envelope.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { projectionConsumerName } from '../projections/consumer.ts';
import { type FoldTarget, foldLog } from '../projections/foldLog.ts';
import { type AnyProjection, openProjection } from '../projections/projection.ts';
import { openCheckpoints } from '../runtime/checkpoints.ts';

/**
 * Brings every read model up to the end of the log. A service that folds the same stretch meanwhile does no harm:
 * documents and checkpoints are written only over older positions.
 */
export async function catchUp(
  store: EventStore,
  documents: Documents,
  projections: readonly AnyProjection[],
  partitions: number,
): Promise<void> {
  const checkpoints = await openCheckpoints(documents, partitions);
  const head = await store.head();
  const behind = new Map<Position, FoldTarget[]>();
  for (const projection of projections) {
    const reached = await checkpoints.lowest(projectionConsumerName(projection));
    if (reached >= head) continue;
    const target = { projection, collection: await openProjection(documents, projection) };
    behind.set(reached, [...(behind.get(reached) ?? []), target]);
  }
  for (const [reached, targets] of behind) {
    const position = await foldLog(store, targets, reached);
    for (const { projection } of targets) {
      const everywhere = Array.from({ length: partitions }, (_, partition) => [partition, position] as const);
      await checkpoints.save(projectionConsumerName(projection), new Map(everywhere));
    }
  }
}
