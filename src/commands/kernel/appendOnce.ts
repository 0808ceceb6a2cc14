import type { Recorded, WithMetadata } from '../../events/category.ts';
import { type EventStore, RevisionConflict } from '../../ports/eventStore.ts';
import { Refusal } from './refusal.ts';

export interface Once<Event> {
  /** The stream's first event: the new one, or the existing one. */
  readonly first: Recorded<Event>;
  readonly isNew: boolean;
}

/**
 * Begins a stream with an event. When the stream exists already, nothing is written and the result is its first event:
 * the name of a stream is derived from its subject, so a second call gets the event of the first.
 * @throws EventStoreUnavailable, AppendTooLarge; RevisionConflict when the stream begins with another type of event
 */
export async function appendOnce<Event extends { readonly type: string; readonly data: unknown }>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  stream: string,
  event: WithMetadata<Event>,
): Promise<Once<Event>> {
  try {
    const { position, revision } = await store.append(stream, 'no-stream', [event]);
    return { first: { ...event, stream, position, revision }, isNew: true };
  } catch (error) {
    const first =
      error instanceof RevisionConflict ? await firstEventOf<Event>(store, stream, event.type) : null;
    if (first === null) throw error;
    return { first, isNew: false };
  }
}

/** The first event of a stream; null when there is no such stream, or it begins with another type. */
export async function firstEventOf<Event extends { readonly type: string }>(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  type: Event['type'],
): Promise<Recorded<Event> | null> {
  const [first] = await store.readStream(stream, { limit: 1 });
  // The type of an event decides the shape of its data.
  return first?.type === type ? (first as Recorded<Event> & typeof first) : null;
}

/** The result of `act`, or, when that is refused, of an earlier call: a replay is answered like the first call. */
export async function unlessRefused<Result>(
  act: () => Promise<Result>,
  find: () => Promise<Result | null>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const before = error instanceof Refusal ? await find() : null;
    if (before === null) throw error;
    return before;
  }
}
