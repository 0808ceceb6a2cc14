import { BEGINNING, type Position } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventBatch, EventStore } from '../../ports/eventStore.ts';
import { linkedSignal } from '../linkedSignal.ts';
import { waiters } from './waiters.ts';

/** Something that reads the log in order; the object itself stands for it, so it is the same one at each call. */
export interface Reader {
  readonly types: readonly string[];
}

/** Pages of the log for readers that lag: each page is read once for all of them. */
export interface SharedPages {
  /**
   * The next events after `after`, of any reader's types. A reader that is some pages later than the others, and has kept
   * them waiting, gets pages of its own types alone until it has come to them again.
   * @throws EventStoreUnavailable
   */
  next(reader: Reader, after: Position): Promise<EventBatch>;
  /** The reader lags no more. When the last one leaves, no page is held any longer. */
  leave(reader: Reader): void;
}

const PAGE_EVENTS = 1_000;
/** Pages held, and characters of their events at most. */
const MAX_PAGES = 8;
const MAX_CHARACTERS = 32 * 1_048_576;
/** How long the others wait, each time, for a reader that is so many pages later. */
const PATIENCE_MS = 5_000;

interface Page extends EventBatch {
  readonly after: Position;
  readonly characters: number;
}

const holds = ({ after, position }: Page, place: Position) => after <= place && place < position;

/** `types`: those of all its readers. */
export function sharedPages(
  store: Pick<EventStore, 'readAll'>,
  types: readonly string[],
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): SharedPages {
  /** Ascending by position. */
  let pages: Page[] = [];
  /** Every page up to here was given up. */
  let dropped = BEGINNING;
  const underWay = new Map<Position, Promise<Page>>();
  /** Up to where each reader has been given the events. */
  const places = new Map<Reader, Position>();
  const moves = waiters();
  const move = (reader: Reader, place: Position) => {
    places.set(reader, place);
    moves.wakeAll();
  };

  const dropOldest = async () => {
    const [oldest] = pages;
    if (oldest === undefined) return;
    const isAwaited = () => [...places.values()].some((place) => holds(oldest, place));
    const patience = linkedSignal(signal);
    void clock.sleep(PATIENCE_MS, patience.signal).then(patience.end);
    while (isAwaited() && !patience.signal.aborted) await moves.wait(patience.signal);
    patience.end();
    pages = pages.filter((page) => page !== oldest);
    if (dropped < oldest.position) dropped = oldest.position;
    for (const [reader, place] of places) if (place < dropped) places.delete(reader);
  };
  const isFull = () =>
    pages.length >= MAX_PAGES || pages.reduce((sum, page) => sum + page.characters, 0) > MAX_CHARACTERS;
  const read = async (after: Position): Promise<Page> => {
    while (isFull()) await dropOldest();
    const batch = await store.readAll({ after, limit: PAGE_EVENTS, types });
    const characters = batch.events.reduce((sum, { data }) => sum + charactersOf(data), 0);
    const page = { ...batch, after, characters };
    // What is known of the log's end is old at once.
    if (!page.caughtUp && places.size > 0)
      pages = [...pages, page].sort((one, other) => (one.position < other.position ? -1 : 1));
    return page;
  };
  const reading = (after: Position): Promise<Page> => {
    const begun = underWay.get(after) ?? read(after).finally(() => underWay.delete(after));
    underWay.set(after, begun);
    return begun;
  };
  /** The page after this one is read while this one is handled. */
  const readAhead = ({ position, caughtUp }: Page) => {
    if (caughtUp || isFull() || pages.some((page) => holds(page, position))) return;
    // When it fails first, its reader begins it again.
    reading(position).catch(() => {});
  };

  return {
    async next(reader, after) {
      move(reader, after);
      const held = pages.find((page) => holds(page, after));
      if (held === undefined && after < dropped) {
        places.delete(reader);
        return store.readAll({ after, limit: PAGE_EVENTS, types: reader.types });
      }
      const page = held ?? (await reading(after));
      readAhead(page);
      move(reader, page.position);
      const events = page.events.filter(({ position }) => position > after);
      return { events, position: page.position, caughtUp: page.caughtUp };
    },
    leave(reader) {
      if (!places.delete(reader)) return;
      moves.wakeAll();
      if (places.size > 0) return;
      pages = [];
      dropped = BEGINNING;
    },
  };
}
