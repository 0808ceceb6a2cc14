import { BEGINNING, type Position } from '../events/event.ts';
import { highestCheckpoints } from '../follow/checkpoints.ts';
import {
  type AnyProjection,
  collectionOf,
  projectionConsumerName,
  temporaryCollection,
} from '../follow/fold/projection.ts';
import { refuseOlderLog } from '../follow/refuseOlderLog.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { foldLog } from './foldLog.ts';

/**
 * Folds read models again from the whole log, next to the ones in use, and replaces those when it is done: readers find
 * the old ones until then, and the new ones afterwards. If the process dies on the way, the old ones stay.
 *
 * Services may run at the same time. Only the last events and the exchange are done `alone`, while no other process
 * projects: what it folded into the old ones after our last reading would be missing in the new. `alone` gives a check
 * that throws when another process may project again. Checkpoints stay as they are: the new documents are ahead of them,
 * and ignore what is folded again.
 * @throws EventStoreUnavailable also where the log ends before a checkpoint, as a leader that was just elected may say
 */
export async function rebuildProjections(
  store: EventStore,
  documents: Documents,
  projections: readonly AnyProjection[],
  alone: (exchange: (stillAlone: () => void) => Promise<void>) => Promise<void>,
  onBatch?: (events: number, position: Position) => void,
): Promise<void> {
  const nextOf = (projection: AnyProjection) => temporaryCollection(projection, 'next');
  for (const projection of projections) await documents.drop(nextOf(projection).name);
  const targets = await Promise.all(
    projections.map(async (projection) => ({
      projection,
      collection: await documents.collection<object>(nextOf(projection), {
        inPlaceOf: collectionOf(projection).name,
      }),
    })),
  );
  const folded = await foldLog(store, targets, BEGINNING, onBatch);
  await alone(async (stillAlone) => {
    // The projectors go on after their checkpoints: what an older log lacks would stay missing.
    await refuseOlderLog(store, await newestCheckpoint(documents, projections));
    await foldLog(store, targets, folded, onBatch);
    stillAlone();
    await documents.replace(
      projections.map((projection) => ({ name: collectionOf(projection).name, by: nextOf(projection).name })),
    );
  });
}

/** The newest checkpoint among those of the projections, in any partition. */
async function newestCheckpoint(
  documents: Documents,
  projections: readonly AnyProjection[],
): Promise<Position> {
  const checkpoints = await highestCheckpoints(documents);
  const reached = projections.map((each) => checkpoints.get(projectionConsumerName(each)) ?? BEGINNING);
  return reached.sort().at(-1) ?? BEGINNING;
}
