import type { Position, RecordedEvent } from '../events/envelope.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import { type Fold, foldedStream, forgetFold } from '../runtime/foldedStream.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';
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
  readonly state: State;
  /** Position of the last event appended, or null when nothing was. */
  readonly position: Position | null;
  readonly revision: number | null;
}

/** Attempts to decide anew on a stream that others keep changing. */
const MAX_RACES = 50;

/**
 * Loads a stream, decides, and appends at exactly the revision it decided on; races are decided anew. The losers of a
 * race within this process take turns, so that any number of callers at once come through.
 * @throws Refusal, EventStoreUnavailable
 */
export async function handle<State, Command, Event extends { type: string; data: unknown }>(
  ledger: Ledger,
  origin: Origin,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
): Promise<Decision<State>> {
  const decideOnce = () => decideAndAppend(ledger, origin, stream, decider, command);
  const decideAnew = async () => {
    for (let race = 2; ; race++) {
      try {
        return await decideOnce();
      } catch (error) {
        if (!(error instanceof RevisionConflict) || race === MAX_RACES) throw error;
      }
    }
  };
  try {
    return await decideOnce();
  } catch (error) {
    if (error instanceof RevisionConflict) return inTurn(ledger.store, stream, decideAnew);
    throw error;
  }
}

async function decideAndAppend<State, Command, Event extends { type: string; data: unknown }>(
  ledger: Ledger,
  origin: Origin,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
): Promise<Decision<State>> {
  const { state: before, last } = await foldedStream(ledger.store, stream, decider);
  const decided = decider.decide(command, before);
  if (decided.length === 0) return { state: before, position: null, revision: last?.revision ?? null };
  const state = decided.reduce((now, event) => decider.evolve(now, event), before);
  const expected = last?.revision ?? 'no-stream';
  try {
    return { state, ...(await ledger.store.append(stream, expected, newEvents(ledger, origin, decided))) };
  } catch (error) {
    noteConflict(ledger.store, stream, decider, error);
    throw error;
  }
}

/**
 * Whoever decided on a kept fold and met a conflict reads on from it. Only when the log says that the stream ends before
 * what was kept (a backup was restored underneath) the fold is wrong and has to go.
 */
export function noteConflict(store: Ledger['store'], stream: string, fold: object, error: unknown): void {
  if (!(error instanceof RevisionConflict)) return;
  const { actual, expected } = error;
  if (expected !== 'no-stream' && (actual ?? -1) < expected) forgetFold(store, stream, fold);
}

/** State of a stream after its events. */
export function foldStream<State, Event>(
  fold: Fold<State, Event>,
  recorded: readonly RecordedEvent[],
): State {
  return recorded.reduce((state, event) => fold.evolve(state, event as Event), fold.initial);
}
