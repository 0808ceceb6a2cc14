import type { Clock } from '../ports/clock.ts';
import type { Collection, PageCursor, Stored } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';

/** The due items of lanes, in their order, without those that are in hand. */
export interface LaneQueues<Document extends WorkDocument> {
  /** The next free items of a lane that are due by `nowMs` of the wall clock; `room` of them at most. */
  next(partition: number, lane: string, room: number, nowMs: number): Promise<NextItems<Document>>;
}

interface NextItems<Document extends WorkDocument> {
  readonly items: readonly Stored<Document>[];
  /** Whether the lane has no more free items, looked at from its start. */
  readonly isAll: boolean;
  /** Items before or between these that are in hand. */
  readonly passedOver: number;
  /** When the next one behind those that are due is due, where the looking came so far; null: there is none. */
  readonly nextAtMs: number | null;
  /** Says how many of them were started, the first ones: the next look goes on behind these. */
  started(count: number): void;
}

/** How much is read at once, how often from the start, and how much is kept. */
interface LaneQueueBounds {
  /** Items read beyond the room there is. */
  readonly pageItems?: number;
  /** Milliseconds between two looks at a lane from its start. */
  readonly fromStartEveryMs?: number;
  /** Lanes whose place is known. */
  readonly maxPlaces?: number;
}

/** Where the looking at a lane goes on. */
interface Place {
  readonly cursor: PageCursor & { readonly dueAtMs: number };
  /** When the lane was last looked at from its start. */
  readonly startedAtMs: number;
  readonly wasFromStart: boolean;
}

/** Items read beyond the room there is: what is in hand is passed over in pages of this size at least. */
const PAGE_ITEMS = 64;
/** A lane that is looked at further on is looked at from its start this often at most. */
const FROM_START_EVERY_MS = 1_000;
/** Lanes with a backlog whose place is known; of more, the oldest are looked at from their start. */
const MAX_PLACES = 10_000;

/**
 * Looks go on where the last one ended, so that passing over what is in hand costs little however much it is, and
 * items that fail again and again at the front of a lane don't keep those behind them waiting. Every other look,
 * once a second at most, is from the start, for what came to stand before the place. A lane that was gone through with
 * little to pass over has no place: the next look is from the start.
 */
export function laneQueues<Document extends WorkDocument>(
  collection: Pick<Collection<Document>, 'page'>,
  isInHand: (key: string) => boolean,
  clock: Pick<Clock, 'monotonicMs'>,
  bounds: LaneQueueBounds = {},
): LaneQueues<Document> {
  const { pageItems = PAGE_ITEMS, fromStartEveryMs = FROM_START_EVERY_MS, maxPlaces = MAX_PLACES } = bounds;
  const places = new Map<string, Place>();

  const keep = (name: string, place: Place) => {
    places.delete(name);
    places.set(name, place);
    const oldest = places.size > maxPlaces ? places.keys().next().value : undefined;
    if (oldest !== undefined) places.delete(oldest);
  };

  return {
    async next(partition, lane, room, nowMs) {
      const name = `${partition}/${lane}`;
      const place = places.get(name);
      const isStale = place === undefined || clock.monotonicMs() - place.startedAtMs >= fromStartEveryMs;
      const fromStart = place === undefined || (isStale && !place.wasFromStart);
      const startedAtMs = fromStart ? clock.monotonicMs() : place.startedAtMs;
      let cursor: Place['cursor'] | undefined = fromStart ? undefined : place.cursor;
      const items: Stored<Document>[] = [];
      let passedOver = 0;
      let nextAtMs: number | null = null;
      const cursorAt = ({ key, document: { dueAtMs } }: Stored<Document>) => ({
        values: [partition, lane, dueAtMs],
        key,
        dueAtMs,
      });
      for (let atEnd = false; items.length < room && !atEnd; ) {
        // Behind the place hardly anything is in hand.
        const limit = room + (fromStart || passedOver > 0 ? pageItems : 0);
        const found = await collection.page({
          index: 'due',
          equals: [partition, lane],
          limit,
          ...(cursor && { after: cursor }),
        });
        const page = found.filter(({ document }) => document.dueAtMs <= nowMs);
        nextAtMs = found[page.length]?.document.dueAtMs ?? null;
        const free = page.filter(({ key }) => !isInHand(key));
        passedOver += page.length - free.length;
        items.push(...free.slice(0, room - items.length));
        const last = page.at(-1);
        if (last !== undefined) cursor = cursorAt(last);
        atEnd = page.length < limit;
      }
      return {
        items,
        isAll: fromStart && items.length < room,
        passedOver,
        nextAtMs,
        started(count) {
          const isAtEnd = items.length < room && count === items.length;
          const isCheap = fromStart ? passedOver <= pageItems : isStale;
          if (isAtEnd && isCheap) return void places.delete(name);
          const last = items[count - 1];
          const started = last === undefined ? place?.cursor : cursorAt(last);
          const here = isAtEnd ? cursor : started;
          if (here === undefined) return;
          const further = place !== undefined && isBehind(place.cursor, here) ? place.cursor : here;
          keep(name, { cursor: further, startedAtMs, wasFromStart: fromStart });
        },
      };
    },
  };
}

function isBehind(one: Place['cursor'], other: Place['cursor']): boolean {
  return one.dueAtMs === other.dueAtMs ? one.key > other.key : one.dueAtMs > other.dueAtMs;
}
