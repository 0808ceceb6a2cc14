import type { EventStore } from '../../ports/eventStore.ts';

const queuesOfStores = new WeakMap<EventStore, Map<string, Promise<unknown>>>();

/** Does something once all before it, of this process and for this stream, are done, whatever became of them. */
export async function inTurn<T>(store: EventStore, stream: string, action: () => Promise<T>): Promise<T> {
  let queues = queuesOfStores.get(store);
  if (queues === undefined) {
    queues = new Map();
    queuesOfStores.set(store, queues);
  }
  const own = (queues.get(stream) ?? Promise.resolve()).then(action, action);
  queues.set(stream, own);
  try {
    return await own;
  } finally {
    if (queues.get(stream) === own) queues.delete(stream);
  }
}
