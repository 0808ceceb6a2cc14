import { BlobsUnavailable } from '../../ports/blobs.ts';
import { DocumentsUnavailable } from '../../ports/documents.ts';
import { type EventStore, EventStoreUnavailable } from '../../ports/eventStore.ts';

const underWay = new WeakMap<EventStore, Map<string, Promise<unknown>>>();

/**
 * Does what somebody else in this process may be doing under the same id only when he is done, so that it finds what he
 * did; `hasWaited` says that there was one. Where he failed for want of something, whoever waited is told the same, or one
 * caller after another would wait for it as long; of any other failure they go on, at once and side by side. Nothing's
 * safety rests on it: the append decides.
 * @throws EventStoreUnavailable, BlobsUnavailable, DocumentsUnavailable as the first did, and whatever `work` throws
 */
export async function oneAtATime<Result>(
  store: EventStore,
  id: string,
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const byId = underWay.get(store) ?? new Map<string, Promise<unknown>>();
  underWay.set(store, byId);
  const first = byId.get(id);
  if (first !== undefined) {
    const fault = await first.then(
      () => null,
      (error: unknown) => error,
    );
    if (isUnavailable(fault)) throw fault;
    return work(true);
  }
  const mine = work(false);
  byId.set(id, mine);
  try {
    return await mine;
  } finally {
    byId.delete(id);
  }
}

function isUnavailable(fault: unknown): boolean {
  return [EventStoreUnavailable, BlobsUnavailable, DocumentsUnavailable].some(
    (kind) => fault instanceof kind,
  );
}
