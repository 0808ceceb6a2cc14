import type { Position, RecordedEvent } from '../../events/event.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import { type Fold, type FoldedStream, foldedStream, forgetFold } from '../../runtime/fold/foldedStream.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';
import { race } from './race.ts';
import { inTurn } from './turns.ts';

/**
 * A decision as three pure parts: where a stream starts, how events change it, what a command adds to it. A state is
 * kept from one command to the next, so `evolve` shares what it can and changes nothing.
 */
export interface Decider<State, Command, Event> extends Fold<State, Event> {
  /** The events to append, none when nothing changes. Throws `Refusal`. */
  decide(command: Command, state: State): readonly Event[];
}

export interface Decision<State> {
  /** What was decided on. */
  readonly before: State;
  readonly state: State;
  /** Position of the last event appended, or null when nothing was. */
  readonly position: Position | null;
  readonly revision: number | null;
}

type Decided = { readonly type: string; readonly data: unknown };

/** What there is to append to a stream as it was found. */
export type Decide<State, Event> = (
  found: FoldedStream<State>,
) => readonly Event[] | Promise<readonly Event[]>;

/**
 * Loads a stream, decides, and appends at exactly the revision it decided on; races are decided again. The losers of a
 * race within this process take turns, so that any number of callers at once come through.
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
  return race(ledger, attempt, (again) => inTurn(ledger.store, stream, again));
}

/**
 * Like `handle`, for a decision that itself waits for other streams. Its losers take no turns: two such decisions could
 * wait for each other's.
 * @throws whatever `decide` throws, RevisionConflict when others were faster all the time, EventStoreUnavailable
 */
export function decideOn<State, Event extends Decided>(
  ledger: Ledger,
  origin: Origin,
  stream: string,
  fold: Fold<State, Event>,
  decide: Decide<State, Event>,
): Promise<Decision<State>> {
  return race(ledger, () => decideOnce(ledger, origin, stream, fold, decide));
}

/** @throws RevisionConflict when somebody else was faster; then nothing was appended */
export async function decideOnce<State, Event extends Decided>(
  { store, clock, ids }: Ledger,
  origin: Origin,
  stream: string,
  fold: Fold<State, Event>,
  decide: Decide<State, Event>,
): Promise<Decision<State>> {
  const found = await foldedStream(store, stream, fold);
  const { state: before, last } = found;
  const making = decide(found);
  const decided = making instanceof Promise ? await making : making;
  if (decided.length === 0)
    return { before, state: before, position: null, revision: last?.revision ?? null };
  const state = decided.reduce((now, event) => fold.evolve(now, event), before);
  const expected = last?.revision ?? 'no-stream';
  try {
    const events = newEvents({ clock, ids }, origin, decided);
    return { before, state, ...(await store.append(stream, expected, events)) };
  } catch (error) {
    // After a conflict the next attempt reads on from the kept fold. Only when the log says that the stream ends
    // before what was kept (a backup was restored underneath) the fold is wrong and has to go.
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
