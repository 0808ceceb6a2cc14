import { LRUCache } from 'lru-cache';
import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection, PageCursor, Stored } from '../ports/documents.ts';
import { isDue, type WorkDocument } from '../ports/workDocument.ts';
import { laneName } from './workLane.ts';

/** The due items of lanes, in their order, without those that are in hand. */
export interface LaneQueues<Document extends WorkDocument> {
  /** The next free items of a lane that are due by `nowMs` of the wall clock; at most `room` of them. */
  next(partition: number, lane: string, room: number, nowMs: number): Promise<NextItems<Document>>;
}

interface NextItems<Document extends WorkDocument> {
  readonly items: readonly Stored<Document>[];
  /** Whether the lane, read from its start, has no more free items. */
  readonly isAll: boolean;
  /** Items before or between these that are in hand. */
  readonly skipped: number;
  /** When the next item after the due ones is due, if the read came that far; null: there is none. */
  readonly nextAtMs: number | null;
  /** Milliseconds until the lane may be read from its start again. */
  readonly fromStartInMs: number;
  /** Reports how many of them were started, the first ones: the next read goes on after these. */
  started(count: number): void;
}

/** How much is read at once, how often from the start, and how many lanes are remembered. */
interface LaneQueueBounds {
  /** Items read beyond the room there is. */
  readonly pageItems?: number;
  /** Lanes whose place is known. */
  readonly maxPlaces?: number;
}

/** Where the reading of a lane goes on. */
interface Place {
  readonly cursor: PageCursor & { readonly dueAtMs: number };
  /** When the lane may be read from its start again. */
  readonly fromStartAtMs: number;
  readonly wasFromStart: boolean;
}

/** Items read beyond the room: items in hand are skipped in pages of at least this size. */
const PAGE_ITEMS = 64;
/** Milliseconds between two reads of a lane from its start: the more, the more items the last one read. */
const FROM_START_EVERY_MS = { least: 50, perItem: 4, most: 1_000 } as const;
/** Lanes with a backlog whose place is known; beyond it the oldest are read from their start. */
const MAX_PLACES = 10_000;

/**
 * A read goes on where the last one ended, so that skipping items in hand costs little however many they are, and items
 * that fail again and again at the front of a lane do not delay the later ones. Every other read, if the last one was long
 * enough ago, is from the start, for items that were added before the place. A lane that was read to its end with little to skip has
 * no place: the next read is from the start.
 */
export function laneQueues<Document extends WorkDocument>(
  collection: Pick<Collection<Document>, 'page'>,
  isInHand: (key: string, position: Position) => boolean,
  clock: Pick<Clock, 'monotonicMs'>,
  bounds: LaneQueueBounds = {},
): LaneQueues<Document> {
  const { pageItems = PAGE_ITEMS, maxPlaces = MAX_PLACES } = bounds;
  const places = new LRUCache<string, Place>({ max: maxPlaces });

  return {
    async next(partition, lane, room, nowMs) {
      const name = laneName({ partition, lane });
      const place = places.get(name);
      const isStale = place === undefined || clock.monotonicMs() >= place.fromStartAtMs;
      const fromStart = place === undefined || (isStale && !place.wasFromStart);
      const from = fromStart ? undefined : place.cursor;
      const read = await readLane(collection, [partition, lane], from, { room, nowMs, pageItems, isInHand });
      const { items, skipped, nextAtMs, cursor } = read;
      const fromStartAtMs = fromStart ? clock.monotonicMs() + pauseAfterMs(read.count) : place.fromStartAtMs;
      return {
        items,
        isAll: fromStart && items.length < room,
        skipped,
        nextAtMs,
        fromStartInMs: Math.max(0, fromStartAtMs - clock.monotonicMs()),
        started(count) {
          const isAtEnd = items.length < room && count === items.length;
          const isCheap = fromStart ? skipped <= pageItems : isStale;
          if (isAtEnd && isCheap) return void places.delete(name);
          const last = items[count - 1];
          const started = last === undefined ? place?.cursor : placeOf(last);
          const here = isAtEnd ? cursor : started;
          if (here === undefined) return;
          const further = place !== undefined && isAfter(place.cursor, here) ? place.cursor : here;
          places.set(name, { cursor: further, fromStartAtMs, wasFromStart: fromStart });
        },
      };
    },
  };
}

interface LaneReading {
  readonly room: number;
  readonly nowMs: number;
  readonly pageItems: number;
  readonly isInHand: (key: string, position: Position) => boolean;
}

/** The free items of a lane from a place on; absent: from its start. `cursor`: the place after the last due item. */
async function readLane<Document extends WorkDocument>(
  collection: Pick<Collection<Document>, 'page'>,
  equals: readonly [partition: number, lane: string],
  from: Place['cursor'] | undefined,
  { room, nowMs, pageItems, isInHand }: LaneReading,
) {
  const items: Stored<Document>[] = [];
  let [cursor, after] = [from, from];
  let [skipped, undue, count] = [0, 0, 0];
  let nextAtMs: number | null = null;
  const isDueNow = ({ document }: Stored<Document>) => isDue(document, nowMs);
  for (let atEnd = false; items.length < room && !atEnd; ) {
    // After the place hardly any item is in hand.
    const limit = room + (from === undefined || skipped + undue > 0 ? pageItems : 0);
    const page = await collection.page({ index: 'due', equals, limit, ...(after && { after }) });
    count += page.length;
    const due = page.filter(isDueNow);
    nextAtMs ??= page.find((item) => !isDueNow(item))?.document.dueAtMs ?? null;
    const free = due.filter(({ key, position }) => !isInHand(key, position));
    skipped += due.length - free.length;
    items.push(...free.slice(0, room - items.length));
    const [last, lastRead] = [due.at(-1), page.at(-1)];
    if (last !== undefined) cursor = placeOf(last);
    if (lastRead !== undefined) after = placeOf(lastRead);
    // One that waits for no date may come after some that do.
    undue = last === undefined ? undue + page.length : page.length - 1 - page.indexOf(last);
    atEnd = page.length < limit || undue > pageItems;
  }
  return { items, skipped, nextAtMs, cursor, count };
}

function placeOf({ key, document: { partition, lane, dueAtMs } }: Stored<WorkDocument>): Place['cursor'] {
  return { values: [partition, lane, dueAtMs], key, dueAtMs };
}

function pauseAfterMs(itemsRead: number): number {
  const { least, perItem, most } = FROM_START_EVERY_MS;
  return Math.min(most, least + perItem * itemsRead);
}

function isAfter(one: Place['cursor'], other: Place['cursor']): boolean {
  return one.dueAtMs === other.dueAtMs ? one.key > other.key : one.dueAtMs > other.dueAtMs;
}
