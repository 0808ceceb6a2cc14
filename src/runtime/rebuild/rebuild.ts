import { BEGINNING, type Position } from '../../events/event.ts';
import type { Documents } from '../../ports/documents.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type AnyProjection, collectionBeside, collectionOf } from '../fold/projection.ts';
import { foldLog } from './foldLog.ts';

/**
 * Folds read models again from the whole log, beside the ones in use, and puts them in their place when they are done:
 * readers find the old ones until then, and the new ones from then on. A process that dies on the way leaves the old ones.
 *
 * Services may go on meanwhile. Only the last stretch and the exchange are done `alone`, while nobody else projects:
 * what another folded into the old ones after our last look would be missing in the new. `alone` gives a check that
 * throws when that is no longer so. Checkpoints stay as they are;
 * the new documents are ahead of them, and pass over what is folded again.
 */
export async function rebuildProjections(
  store: EventStore,
  documents: Documents,
  projections: readonly AnyProjection[],
  alone: (exchange: (stillAlone: () => void) => Promise<void>) => Promise<void>,
  onStretch?: (events: number, position: Position) => void,
): Promise<void> {
  const nextOf = (projection: AnyProjection) => collectionBeside(projection, 'next');
  for (const projection of projections) await documents.drop(nextOf(projection).name);
  const targets = await Promise.all(
    projections.map(async (projection) => ({
      projection,
      collection: await documents.collection<object>(nextOf(projection), {
        inPlaceOf: collectionOf(projection).name,
      }),
    })),
  );
  const folded = await foldLog(store, targets, BEGINNING, onStretch);
  await alone(async (stillAlone) => {
    await foldLog(store, targets, folded, onStretch);
    stillAlone();
    await documents.replace(
      projections.map((projection) => ({ name: collectionOf(projection).name, by: nextOf(projection).name })),
    );
  });
}
