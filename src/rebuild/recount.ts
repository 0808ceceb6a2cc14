import { BEGINNING, type RecordedEvent } from '../events/event.ts';
import { type Projection, temporaryCollection } from '../follow/fold/projection.ts';
import type { Collection, Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { foldLog } from './foldLog.ts';

/**
 * Folds the whole log into a scratch collection, which the action reads instead of the read model's own; it is removed
 * afterwards. Memory does not grow with the log. The caller holds the read model (`holdingModels`).
 */
export async function recount<Document extends object, Event extends RecordedEvent, Result>(
  { store, documents }: { readonly store: EventStore; readonly documents: Documents },
  projection: Projection<Document, Event>,
  onEvents: (events: number) => void,
  action: (scratch: Collection<Document>) => Promise<Result>,
): Promise<Result> {
  const definition = temporaryCollection(projection, 'scratch');
  // A command that was broken off may have left one.
  await documents.drop(definition.name);
  try {
    const collection = await documents.collection<Document>(definition);
    await foldLog(store, [{ projection, collection }], BEGINNING, onEvents);
    return await action(collection);
  } finally {
    await documents.drop(definition.name);
  }
}
