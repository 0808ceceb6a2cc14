import type { Position, RecordedEvent } from '../events/event.ts';
import type { EventStore } from '../ports/eventStore.ts';

export interface Newest {
  /** The newest first. */
  readonly events: readonly RecordedEvent[];
  /** Before which position older ones are; null: there are none. */
  readonly next: Position | null;
}

export interface NewestAsked {
  /** Exclusive; null: from the end on. */
  readonly before: Position | null;
  /** Exclusive: nothing at or before it is wanted. */
  readonly after: Position;
  readonly types?: readonly string[];
  readonly wanted: (event: RecordedEvent) => boolean;
}

const SHOWN = 50;
/** Of a stream, which is about one thing. */
const OF_STREAM = 2_000;
const PAGE = 500;
/** Pages of the log that are looked at; where few of their events are wanted the reader goes on by a link. */
const LOOKED_AT = 40;

export interface NewestBounds {
  readonly pages?: number;
}

/** The newest wanted events of the log. */
export async function newestOfLog(
  store: Pick<EventStore, 'readBack'>,
  { before, after, wanted, ...types }: NewestAsked,
  bounds: NewestBounds = {},
): Promise<Newest> {
  const { pages = LOOKED_AT } = bounds;
  const events: RecordedEvent[] = [];
  let next = before;
  for (let looks = 0; looks < pages; looks++) {
    const page = await store.readBack({ ...types, before: next, limit: looks === 0 ? SHOWN : PAGE });
    for (const event of page.events) {
      if (event.position <= after) return { events, next: null };
      if (wanted(event)) events.push(event);
      if (events.length === SHOWN) return { events, next: event.position };
    }
    next = page.position;
    if (page.caughtUp || next <= after) return { events, next: null };
  }
  return { events, next };
}

/** The newest wanted events of a stream. */
export async function newestOfStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { before, wanted }: Pick<NewestAsked, 'before' | 'wanted'>,
): Promise<Newest> {
  let newest: RecordedEvent[] = [];
  for (let fromRevision = 0; ; fromRevision += PAGE) {
    const page = await store.readStream(stream, { fromRevision, limit: PAGE });
    const own = page.filter((event) => (before === null || event.position < before) && wanted(event));
    // One more says whether there are older ones.
    newest = [...newest, ...own].slice(-OF_STREAM - 1);
    if (page.length < PAGE) break;
  }
  const events = newest.slice(-OF_STREAM).toReversed();
  return { events, next: newest.length > OF_STREAM ? (events.at(-1)?.position ?? null) : null };
}
