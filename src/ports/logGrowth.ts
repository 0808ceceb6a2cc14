import type { Position } from '../events/event.ts';

/** Notifications between processes that share an embedded log. A process that misses one finds the events itself, later. */
export interface LogGrowth {
  /** Another process has appended up to this position: subscriptions read at once. */
  announce(position: Position): void;
  /** Notifies within a few milliseconds of this process's own appends. Returns the function that ends the subscription. */
  onGrown(handler: (position: Position) => void): () => void;
  /** Starts the writer thread now: it keeps its priority when the process lowers its own afterwards. */
  startWriter(): void;
}
