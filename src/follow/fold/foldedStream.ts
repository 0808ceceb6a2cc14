import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { cacheOf, roughBytes } from './cacheOf.ts';

/** Where a stream starts and how events change it. `evolve` never changes the state that it is given. */
export interface Fold<State, Event> {
  readonly initial: State;
  evolve(state: State, event: Event): State;
  /** It is of use where personal values are gone too, and has blanks in their places. */
  readonly mayLackParts?: true;
}

/** All that a fold needs of an event. */
type TypedEvent = Pick<RecordedEvent, 'type'>;

export interface FoldedStream<State> {
  readonly state: State;
  /** The stream's last event without its data, null when there is no such stream. */
  readonly last: Pick<RecordedEvent, 'id' | 'revision' | 'position' | 'metadata'> | null;
}

/** Events read at once. This bounds memory: one append may have a mebibyte. */
const PAGE = 100;

/** One reading of what came after the last fold. While `covers` is null it has not begun, and serves every caller. */
interface Reading {
  covers: Position | null;
  readonly folded: Promise<FoldedStream<unknown>>;
}

/** The cached fold of a stream. */
interface Slot {
  folded: FoldedStream<unknown>;
  /** No event at or before this position is missing. */
  covers: Position;
  readings: Reading[];
}

/** The latest position of each log that a caller has named: everything up to it is in the log. */
const latestAsked = new WeakMap<EventStore, Position>();
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/**
 * The state of a stream after all its events, however many. The fold is cached with its revision, and only newer events
 * are read. Give the same `fold` object each time, since the cache is by this object. Calls at the same time share a
 * reading, but never one that began before they came.
 *
 * `upTo`: the position of an event that the caller has seen, when it needs nothing after it. Then a cached fold that
 * covers it answers without reading (docs/how-work-waits.md).
 * `clock`: for reactions to one batch, which ask within one turn of the event loop; one reading then serves them all.
 * @throws EventStoreUnavailable
 */
export function foldedStream<State, Event extends TypedEvent>(
  store: EventStore,
  stream: string,
  fold: Fold<State, Event>,
  upTo: Position | null = null,
  clock?: Pick<Clock, 'turn'>,
): Promise<FoldedStream<State>> {
  const cache = cacheOf(store);
  const key = keyOf(fold, stream);
  if (upTo !== null && upTo > latestOf(store)) latestAsked.set(store, upTo);
  let slot = cache.get(key) as Slot | undefined;
  if (slot === undefined) {
    slot = { folded: { state: fold.initial, last: null }, covers: BEGINNING, readings: [] };
    cache.put(key, slot, roughBytes(fold.initial));
  }
  if (upTo !== null && slot.covers >= upTo) return Promise.resolve(slot.folded as FoldedStream<State>);
  const serving = slot.readings.find(({ covers }) => covers === null || (upTo !== null && covers >= upTo));
  const reading = serving ?? readOn(store, stream, fold, slot, clock);
  return reading.folded as Promise<FoldedStream<State>>;
}

/** Removes a stream's fold from the cache: for a caller that finds a log which ends before it, as after a restored backup. */
export function forgetFold(store: EventStore, stream: string, fold: object): void {
  cacheOf(store).delete(keyOf(fold, stream));
}

function readOn(
  store: EventStore,
  stream: string,
  fold: Fold<unknown, TypedEvent>,
  slot: Slot,
  clock: Pick<Clock, 'turn'> | undefined,
): Reading {
  const before = slot.readings.at(-1);
  const run = async () => {
    await before?.folded.catch(() => {});
    // Reactions to one batch ask within one turn of the event loop; after it, one reading serves them all.
    await clock?.turn();
    reading.covers = latestOf(store);
    try {
      await foldRest(store, stream, fold, slot);
      slot.covers = latest(reading.covers, slot.folded.last?.position ?? BEGINNING);
      return slot.folded;
    } finally {
      slot.readings = slot.readings.filter((other) => other !== reading);
    }
  };
  const reading: Reading = { covers: null, folded: run() };
  slot.readings.push(reading);
  return reading;
}

/** Folds page after page. When a page fails, what was folded before it stays cached. */
async function foldRest(
  store: EventStore,
  stream: string,
  fold: Fold<unknown, TypedEvent>,
  slot: Slot,
): Promise<void> {
  for (;;) {
    const fromRevision = (slot.folded.last?.revision ?? -1) + 1;
    const { mayLackParts } = fold;
    const events = await store.readStream(stream, {
      ...{ fromRevision, limit: PAGE },
      ...(mayLackParts && { mayLackParts }),
    });
    const end = events.at(-1);
    if (end === undefined) return;
    const { id, revision, position, metadata } = end;
    const state = events.reduce((now, event) => fold.evolve(now, event), slot.folded.state);
    slot.folded = { state, last: { id, revision, position, metadata } };
    cacheOf(store).put(keyOf(fold, stream), slot, roughBytes(state));
    if (events.length < PAGE) return;
  }
}

const latest = (some: Position, other: Position) => (some < other ? other : some);

const latestOf = (store: EventStore) => latestAsked.get(store) ?? BEGINNING;

function keyOf(fold: object, stream: string): string {
  let number = numbers.get(fold);
  if (number === undefined) {
    number = ++lastNumber;
    numbers.set(fold, number);
  }
  return `fold ${number} ${stream}`;
}
