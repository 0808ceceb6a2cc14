import { BlobsUnavailable } from '../../ports/blobs.ts';
import { DocumentsUnavailable } from '../../ports/documents.ts';
import { type EventStore, EventStoreUnavailable } from '../../ports/eventStore.ts';

const inFlight = new WeakMap<EventStore, Map<string, Promise<unknown>>>();

/**
 * Runs `work` after a call in this process with the same id that is in flight, so that it finds the result of that call;
 * `hasWaited` is true then. When the first call failed because a store was unavailable, all waiting calls fail with the same
 * error: else each would wait for the store as long again. After any other failure they all continue at once. Safety
 * does not depend on this: the append decides.
 * @throws EventStoreUnavailable, BlobsUnavailable or DocumentsUnavailable of the first call, and the errors of `work`
 */
export async function oneAtATime<Result>(
  store: EventStore,
  id: string,
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const byId = inFlight.get(store) ?? new Map<string, Promise<unknown>>();
  inFlight.set(store, byId);
  const first = byId.get(id);
  if (first !== undefined) {
    const fault = await first.then(
      () => null,
      (error: unknown) => error,
    );
    if (isUnavailable(fault)) throw fault;
    return work(true);
  }
  const own = work(false);
  byId.set(id, own);
  try {
    return await own;
  } finally {
    byId.delete(id);
  }
}

function isUnavailable(fault: unknown): boolean {
  return [EventStoreUnavailable, BlobsUnavailable, DocumentsUnavailable].some(
    (kind) => fault instanceof kind,
  );
}
