import type { Position, RecordedEvent } from '../events/envelope.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';

/** A decision as three pure parts: where a stream starts, how events change it, what a command adds to it. */
export interface Decider<State, Command, Event> {
  readonly initial: State;
  evolve(state: State, event: Event): State;
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
 * Loads a stream, decides, and appends at exactly the revision it decided on; races are decided anew.
 * @throws Refusal, EventStoreUnavailable
 */
export async function handle<State, Command, Event extends { type: string; data: unknown }>(
  ledger: Ledger,
  origin: Origin,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
): Promise<Decision<State>> {
  for (let race = 1; ; race++) {
    const recorded = await ledger.store.readStream(stream);
    const before = foldStream(decider, recorded);
    const decided = decider.decide(command, before);
    const last = recorded.at(-1);
    if (decided.length === 0) return { state: before, position: null, revision: last?.revision ?? null };
    const state = decided.reduce((now, event) => decider.evolve(now, event), before);
    try {
      const appended = await ledger.store.append(
        stream,
        last?.revision ?? 'no-stream',
        newEvents(ledger, origin, decided),
      );
      return { state, ...appended };
    } catch (error) {
      if (!(error instanceof RevisionConflict) || race === MAX_RACES) throw error;
    }
  }
}

/** State of a stream after its events. */
export function foldStream<State, Command, Event>(
  decider: Pick<Decider<State, Command, Event>, 'initial' | 'evolve'>,
  recorded: readonly RecordedEvent[],
): State {
  return recorded.reduce((state, event) => decider.evolve(state, event as Event), decider.initial);
}
