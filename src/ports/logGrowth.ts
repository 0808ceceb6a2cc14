import type { Position } from '../events/event.ts';

/** What processes that share an embedded log tell each other. Hints: a process that misses one finds out by itself, later. */
export interface LogGrowth {
  /** Another process has appended up to here: subscriptions look at once. */
  announce(position: Position): void;
  /** Hears, a few milliseconds later at most, how far this process's own appends have come. Returns what ends it. */
  onGrown(handler: (position: Position) => void): () => void;
  /** Starts the thread that writes now: a process that lowers its priority afterwards leaves that thread its own. */
  startWriter(): void;
}
