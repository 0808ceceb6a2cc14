import type { EventMetadata, Position, RecordedEvent } from '../../events/event.ts';
import { type Fold, type FoldedStream, foldedStream, forgetFold } from '../../follow/fold/foldedStream.ts';
import { type EventStore, RevisionConflict } from '../../ports/eventStore.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';
import { retryOnConflict } from './retryOnConflict.ts';

/**
 * A decision as three pure parts: the initial state, how events change it, and the events that a command adds. A state
 * is cached between commands, so `evolve` returns new objects and changes nothing in place.
 */
export interface Decider<State, Command, Event> extends Fold<State, Event> {
  /** The events to append, none when nothing changes. Throws `Refusal`. */
  decide(command: Command, state: State): readonly Event[];
}

export interface Decision<State> {
  /** The state before the decision. */
  readonly before: State;
  readonly state: State;
  /** Position of the last appended event; null when nothing was appended. */
  readonly position: Position | null;
  readonly revision: number | null;
}

type Decided = { readonly type: string; readonly data: unknown };

/** An event of a stream: a recorded one has an id and metadata, a decided one has none yet. */
export type MaybeRecorded<Event> = Event & { readonly id?: string; readonly metadata?: EventMetadata };

/** Gives the events to append to a stream in this state. */
export type Decide<State, Event> = (
  found: FoldedStream<State>,
) => readonly Event[] | Promise<readonly Event[]>;

/**
 * Loads a stream, decides, and appends at exactly the revision of the decision. After a revision conflict it decides
 * again. Calls that lost a race within this process take turns, so that any number of simultaneous calls succeed.
 * @throws Refusal, EventStoreUnavailable
 */
export function handle<State, Command, Event extends Decided>(
  ledger: Ledger,
  origin: Origin,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
): Promise<Decision<State>> {
  const attempt = () =>
    decideOnce(ledger, origin, stream, decider, ({ state }) => decider.decide(command, state));
  return retryOnConflict(ledger, attempt, (again) => inTurn(ledger.store, stream, again));
}

/**
 * Like `handle`, for a decision that waits for other streams. Calls that lost a race take no turns here: two such
 * decisions could wait for each other.
 * @throws the errors of `decide`, RevisionConflict after too many conflicts, EventStoreUnavailable
 */
export function decideOn<State, Event extends Decided>(
  ledger: Ledger,
  origin: Origin,
  stream: string,
  fold: Fold<State, Event>,
  decide: Decide<State, Event>,
): Promise<Decision<State>> {
  return retryOnConflict(ledger, () => decideOnce(ledger, origin, stream, fold, decide));
}

/** @throws RevisionConflict when another call was faster; then nothing was appended */
export async function decideOnce<State, Event extends Decided>(
  { store, clock, ids }: Ledger,
  origin: Origin,
  stream: string,
  fold: Fold<State, Event>,
  decide: Decide<State, Event>,
): Promise<Decision<State>> {
  const found = await foldedStream(store, stream, fold);
  const { state: before, last } = found;
  const deciding = decide(found);
  const decided = deciding instanceof Promise ? await deciding : deciding;
  if (decided.length === 0)
    return { before, state: before, position: null, revision: last?.revision ?? null };
  const state = decided.reduce((now, event) => fold.evolve(now, event), before);
  const expected = last?.revision ?? 'no-stream';
  try {
    const events = newEvents({ clock, ids }, origin, decided);
    return { before, state, ...(await store.append(stream, expected, events)) };
  } catch (error) {
    // After a conflict the next attempt continues from the cached fold. The fold is wrong only when the log's stream
    // ends before it, as after a backup was restored; then it is dropped.
    if (error instanceof RevisionConflict && last !== null && (error.actual ?? -1) < last.revision)
      forgetFold(store, stream, fold);
    throw error;
  }
}

/** State of a stream after its events. */
export function foldStream<State, Event>(
  fold: Fold<State, Event>,
  recorded: readonly RecordedEvent[],
): State {
  return recorded.reduce((state, event) => fold.evolve(state, event as Event), fold.initial);
}

const queuesOfStores = new WeakMap<EventStore, Map<string, Promise<unknown>>>();

/** Runs an action after all earlier ones of this process for the same stream have ended, also those that failed. */
export async function inTurn<T>(store: EventStore, stream: string, action: () => Promise<T>): Promise<T> {
  const queues = queuesOfStores.get(store) ?? new Map<string, Promise<unknown>>();
  queuesOfStores.set(store, queues);
  const own = (queues.get(stream) ?? Promise.resolve()).then(action, action);
  queues.set(stream, own);
  try {
    return await own;
  } finally {
    if (queues.get(stream) === own) queues.delete(stream);
  }
}
