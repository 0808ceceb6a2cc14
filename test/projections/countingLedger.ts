import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { type AnyProjection, openProjection } from '../../src/follow/fold/projection.ts';
import { foldLog } from '../../src/rebuild/foldLog.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';

/** Counts the events of each workspace. */
export const counts: AnyProjection = {
  name: 'counts',
  version: 1,
  types: ['Noted'],
  indexes: {},
  keys: (event) => [event.metadata.workspace],
  fold: (document) => ({ count: ((document as { count: number } | null)?.count ?? 0) + 1 }),
};

/** An empty ledger in memory with the read model `counts`, which folds when it is told to. */
export async function countingLedger() {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const ledger = { clock: manualClock(), ids: seededIds() };
  let appended = 0;
  const append = async (workspace: string, type = 'Noted') => {
    const origin = { workspace, actor: 'operator', correlation: workspace, causation: null };
    appended += 1;
    await store.append(`note-${appended}`, 'no-stream', newEvents(ledger, origin, [{ type, data: {} }]));
  };
  const live = await openProjection(documents, counts);
  const fold = () => foldLog(store, [{ projection: counts, collection: live }], BEGINNING).then(() => {});
  return { store, documents, append, live, fold };
}
