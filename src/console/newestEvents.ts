import { positionsOf } from '../audit/sealSearch.ts';
import type { Position, RecordedEvent } from '../events/event.ts';
import { instant } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** Before which event a page of the newest ones begins: its position, and its time, by which it is found. */
export interface Before {
  readonly position: Position;
  readonly at: string;
}

export interface Newest {
  /** The newest first. */
  readonly events: readonly RecordedEvent[];
  /** Where older ones begin; null: there are none. */
  readonly next: Before | null;
}

interface Asked {
  readonly before: Before;
  /** Exclusive: nothing at or before it is wanted. */
  readonly after: Position;
  readonly types?: readonly string[];
  readonly wanted: (event: RecordedEvent) => boolean;
}

const SHOWN = 50;
/** Of a stream, which is about one thing. */
const OF_STREAM = 2_000;
const PAGE = 500;
/** Events that are looked at, beyond the first stretch of time that has any. */
const LOOKED_AT = 20_000;
const HOUR_MS = 3_600_000;
/** How far back each look goes. A log is read forwards alone, so the newest events are found by stretches of time. */
const STRETCHES_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS, 60 * 24 * HOUR_MS, null];

/** The newest wanted events of the log before one of them. */
export async function newestOfLog(
  store: Pick<EventStore, 'readAll' | 'readStream' | 'head'>,
  asked: Asked,
  lookedAt = LOOKED_AT,
): Promise<Newest> {
  const { before, after } = asked;
  const events: RecordedEvent[] = [];
  let isIn = (position: Position) => position < before.position;
  let oldest: RecordedEvent | undefined;
  let [seen, last] = [0, before.position];
  for (const stretchMs of STRETCHES_MS) {
    const since = stretchMs === null ? null : instant(Math.max(0, Date.parse(before.at) - stretchMs));
    const began = since === null ? after : (await positionsOf(store, { since, until: null })).after;
    const lower = [began, after].toSorted().at(-1) ?? after;
    if (lower >= last) continue;
    const found = await lastWanted(store, { ...asked, after: lower }, isIn, SHOWN - events.length);
    events.push(...found.events.toReversed());
    oldest = found.first ?? oldest;
    seen += found.seen;
    if (events.length === SHOWN) return { events, next: beforeOf(events.at(-1)) };
    if (lower === after) break;
    if (seen >= lookedAt) return { events, next: beforeOf(oldest) };
    last = lower;
    isIn = (position) => position <= lower;
  }
  return { events, next: null };
}

/** The newest wanted events of a stream before a position. */
export async function newestOfStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { before, wanted }: Pick<Asked, 'before' | 'wanted'>,
): Promise<Newest> {
  let newest: RecordedEvent[] = [];
  for (let fromRevision = 0; ; fromRevision += PAGE) {
    const page = await store.readStream(stream, { fromRevision, limit: PAGE });
    const own = page.filter((event) => event.position < before.position && wanted(event));
    // One more says whether there are older ones.
    newest = [...newest, ...own].slice(-OF_STREAM - 1);
    if (page.length < PAGE) break;
  }
  const events = newest.slice(-OF_STREAM).toReversed();
  return { events, next: newest.length > OF_STREAM ? beforeOf(events.at(-1)) : null };
}

/** The last wanted ones of a stretch of the log, ascending; `first`: the first of all that were looked at. */
async function lastWanted(
  store: Pick<EventStore, 'readAll'>,
  { after, types, wanted }: Asked,
  isIn: (position: Position) => boolean,
  most: number,
): Promise<{ events: readonly RecordedEvent[]; first: RecordedEvent | undefined; seen: number }> {
  let events: RecordedEvent[] = [];
  let first: RecordedEvent | undefined;
  let [position, seen] = [after, 0];
  for (let isOver = false; !isOver; ) {
    const page = await store.readAll({ after: position, limit: PAGE, ...(types && { types }) });
    const own = page.events.filter((event) => isIn(event.position));
    first ??= own[0];
    seen += own.length;
    events = [...events, ...own.filter(wanted)].slice(-most);
    position = page.position;
    isOver = page.caughtUp || !isIn(position);
  }
  return { events, first, seen };
}

const beforeOf = (event: RecordedEvent | undefined): Before | null =>
  event === undefined ? null : { position: event.position, at: event.metadata.at };
