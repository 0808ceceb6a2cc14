import { randomUUID } from 'node:crypto';
import type { NewEvent, RecordedEvent } from '../../../src/events/event.ts';
import type { EventStore, SubscribeOptions } from '../../../src/ports/eventStore.ts';

/** A stream that no other test writes to. */
export function freshStream(category = 'contract'): string {
  return `${category}-${randomUUID()}`;
}

export function newEvent(data: unknown = {}, type = 'ContractNoted'): NewEvent {
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      v: 1,
      workspace: '7a1f1a52-8f2e-4d0a-9d8a-2f4d5c6b7a80',
      actor: 'operator',
      correlation: '0d3c9b4e-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
      causation: null,
      at: '2026-01-01T00:00:00.000Z',
    },
  };
}

/** Events numbered by `data.n`. */
export function numbered(count: number, type?: string, from = 0): NewEvent[] {
  return Array.from({ length: count }, (_, at) => newEvent({ n: from + at }, type));
}

export const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

/** Writes many events in appends of at most 500, and returns their ids in order. */
export async function fill(
  store: EventStore,
  stream: string,
  count: number,
  type?: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 500) {
    const events = numbered(Math.min(500, count - at), type, at);
    await store.append(stream, at === 0 ? 'no-stream' : at - 1, events);
    ids.push(...idsOf(events));
  }
  return ids;
}

/** A guard against hanging, not an assertion: after it a subscription ends and the test sees too few events. */
const GUARD_MS = 60_000;

/** Reads a subscription until `enough` says so (or it ends), then aborts it and waits for its end. */
export async function collect(
  store: EventStore,
  options: Omit<SubscribeOptions, 'signal'>,
  enough: (events: readonly RecordedEvent[]) => boolean,
): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  const guard = setTimeout(() => stop.abort(), GUARD_MS);
  const seen: RecordedEvent[] = [];
  for await (const batch of store.subscribe({ ...options, signal: stop.signal })) {
    for (const event of batch.events) seen.push(event);
    if (enough(seen)) stop.abort();
  }
  clearTimeout(guard);
  return seen;
}

/** The error a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it should have been rejected');
    },
    (error: unknown) => error,
  );
}
