import type { Dressed, Recorded } from '../../events/category.ts';
import { type EventStore, RevisionConflict } from '../../ports/eventStore.ts';
import { Refusal } from './refusal.ts';

export interface Once<Event> {
  /** The stream's first event: the one given, or the one that was there before it. */
  readonly first: Recorded<Event>;
  readonly isNew: boolean;
}

/**
 * Begins a stream with an event. Where the stream exists nothing is written and its first event answers: a stream's
 * name follows from what it is about, so that a second call gets what was recorded by the first.
 * @throws EventStoreUnavailable, AppendTooLarge; RevisionConflict when the stream begins with another type of event
 */
export async function appendOnce<Event extends { readonly type: string; readonly data: unknown }>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  stream: string,
  event: Dressed<Event>,
): Promise<Once<Event>> {
  try {
    const { position, revision } = await store.append(stream, 'no-stream', [event]);
    return { first: { ...event, stream, position, revision }, isNew: true };
  } catch (error) {
    const first = error instanceof RevisionConflict ? await firstOf<Event>(store, stream, event.type) : null;
    if (first === null) throw error;
    return { first, isNew: false };
  }
}

/** The event that a stream begins with; null when there is no such stream, or it begins with another type. */
export async function firstOf<Event extends { readonly type: string }>(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  type: Event['type'],
): Promise<Recorded<Event> | null> {
  const [first] = await store.readStream(stream, { limit: 1 });
  // What an event's data is follows from its type.
  return first?.type === type ? (first as Recorded<Event> & typeof first) : null;
}

/** What is done, or, when that is refused, what was recorded before: a replay answers as the first call did. */
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
