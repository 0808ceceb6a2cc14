import { BEGINNING, type Position } from '../events/event.ts';
import { type Clock, untilTick } from '../ports/clock.ts';
import type { Unsafe } from './consumer.ts';
import type { DueEvent } from './fold/foldInto.ts';

/** What a read model has to fold of a batch. */
export interface DueFold<Model> {
  readonly model: Model;
  readonly due: readonly DueEvent[];
}

/** Folds that wait for the next tick, so that what follows one message changes each document once (decision 0113). */
export interface WaitingFolds<Model> {
  /** Adds what a batch brings; `end`: the position of the batch's last event, also where nothing of it waits. */
  add(folds: readonly DueFold<Model>[], end: Position): void;
  all(): readonly DueFold<Model>[];
  /** Whether they are to be folded now. */
  isDue(): boolean;
  clear(): void;
  unsafe(): Unsafe | null;
}

/** Events that wait at most: more of them are a backlog, which is folded without a pause. */
const MAX_EVENTS = 1_000;

export function waitingFolds<Model>(clock: Clock, tickMs: number): WaitingFolds<Model> {
  const byModel = new Map<Model, DueEvent[]>();
  let events = 0;
  let dueAtMs = 0;
  /** Up to where everything was folded when the first of them came. */
  let safe: Position = BEGINNING;
  let lastSeen: Position = BEGINNING;
  return {
    add(folds, end) {
      for (const { model, due } of folds) {
        const [first] = due;
        if (first === undefined) continue;
        if (byModel.size === 0) {
          dueAtMs = clock.monotonicMs() + untilTick(clock, tickMs);
          safe = lastSeen;
        }
        // The backlog of a partition that was just given to this process: nothing is known about what is before it.
        if (first.event.position <= lastSeen) safe = BEGINNING;
        const own = byModel.get(model);
        if (own === undefined) byModel.set(model, [...due]);
        else own.push(...due);
        events += due.length;
      }
      lastSeen = end;
    },
    all: () => [...byModel].map(([model, due]) => ({ model, due })),
    isDue: () => byModel.size > 0 && (events >= MAX_EVENTS || clock.monotonicMs() >= dueAtMs),
    clear() {
      byModel.clear();
      events = 0;
    },
    unsafe() {
      let oldest: DueEvent | null = null;
      for (const [first] of byModel.values())
        if (first !== undefined && (oldest === null || first.event.position < oldest.event.position))
          oldest = first;
      return oldest && { oldest: oldest.event, safe };
    },
  };
}
