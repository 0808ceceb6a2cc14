import type { Clock } from '../ports/clock.ts';

/** Something of a work index that does not begin now: an item, or without `key` all of a lane that has not begun. */
export interface Wait {
  /** The name of the worker, as in its metrics. */
  readonly worker: string;
  readonly lane: string;
  readonly key?: string;
  /** A clause in plain words, without personal data: `the workspace is suspended`. */
  readonly why: string;
  /** Milliseconds since 1970: not before. It may be put off again then. */
  readonly untilMs: number;
}

/** What the loops of one process answer to 'why does this not begin?'. */
export interface Waits {
  /** From now on `ask` answers for a loop. */
  add(ask: () => readonly Wait[]): void;
  all(): readonly Wait[];
}

/** Nothing waits yet. */
export function waits(): Waits {
  const loops: (() => readonly Wait[])[] = [];
  return {
    add: (ask) => void loops.push(ask),
    all: () => loops.flatMap((ask) => ask()),
  };
}

/** The date, in milliseconds since 1970, of a moment of the monotonic clock. */
export function dateOf({ nowMs, monotonicMs }: Pick<Clock, 'nowMs' | 'monotonicMs'>, atMs: number): number {
  return Math.round(nowMs() + atMs - monotonicMs());
}
