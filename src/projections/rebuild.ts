import { BEGINNING, type Position } from '../events/envelope.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { foldLog } from './foldLog.ts';
import { type AnyProjection, collectionOf, openProjection } from './projection.ts';

/** Where consumers note how far they came (runtime/checkpoints.ts). */
const CHECKPOINTS = { name: 'checkpoints', indexes: {} };

/**
 * Throws read models away and folds them anew from the whole log. Nothing else may run on the document store
 * meanwhile: whoever calls holds every lease.
 *
 * The checkpoints go first and come back last. Should the process die in between, every consumer starts from the
 * beginning, which is slow and harmless; a checkpoint ahead of half a read model would leave holes for good.
 */
export async function rebuildProjections(
  store: EventStore,
  documents: Documents,
  projections: readonly AnyProjection[],
  onStretch?: (events: number, position: Position) => void,
): Promise<void> {
  const before = [];
  for await (const stored of (await documents.collection<object>(CHECKPOINTS)).scan()) before.push(stored);
  await documents.drop(CHECKPOINTS.name);
  for (const projection of projections) await documents.drop(collectionOf(projection).name);
  const targets = await Promise.all(
    projections.map(async (projection) => ({
      projection,
      collection: await openProjection(documents, projection),
    })),
  );
  await foldLog(store, targets, BEGINNING, onStretch);
  const checkpoints = await documents.collection<object>(CHECKPOINTS);
  await checkpoints.writeMany(before);
}
