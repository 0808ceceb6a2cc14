import type { EventStore } from '../../src/ports/eventStore.ts';

/** A store that counts what is read of its streams. */
export function countingReads(store: EventStore) {
  const counts = { reads: 0, events: 0 };
  const counting: EventStore = {
    ...store,
    async readStream(...asked) {
      counts.reads += 1;
      const events = await store.readStream(...asked);
      counts.events += events.length;
      return events;
    },
  };
  /** What was read while the action ran. */
  const during = async (action: () => Promise<unknown>) => {
    const before = { ...counts };
    await action();
    return { reads: counts.reads - before.reads, events: counts.events - before.events };
  };
  return { store: counting, counts, during };
}
