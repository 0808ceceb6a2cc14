import type { EventStore } from '../ports/eventStore.ts';

const underWay = new WeakMap<EventStore, Map<string, Promise<unknown>>>();

/**
 * Does what somebody else in this process may be doing under the same id only when he is done, so that it finds what he did;
 * `hasWaited` says that there was one. Where he failed, those who waited go on at once and side by side. Nothing's safety rests on it: the append decides.
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
    await first.catch(() => {});
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
