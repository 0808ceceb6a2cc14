/** Notifications between processes that share an embedded log. A process that misses one finds the events itself, later. */
export interface LogGrowth {
  /** Another process on this log has said so: subscriptions read at once, and only what may be of their types. What one on another log said is ignored. */
  announce(message: string): void;
  /**
   * The handler is called within a few milliseconds of this process's own appends, with a message for `announce` of the others.
   * Returns the function that ends the subscription.
   */
  onGrown(handler: (message: string) => void): () => void;
  /** Starts the writer thread now: it keeps its priority when the process lowers its own afterwards. */
  startWriter(): void;
}
