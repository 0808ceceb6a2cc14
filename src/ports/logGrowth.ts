/** An append that is on disk, as texts: what readers of the log get of it follows from them. */
export interface WrittenAppend {
  /** Position of its first event. */
  readonly first: number;
  readonly stream: string;
  /** Revision that the stream was at; -1 when there was none. */
  readonly expected: number;
  /** The texts of each event, one after the other, as many of each. */
  readonly texts: readonly string[];
  /** Characters of all texts. */
  readonly characters: number;
}

/** By what a process has let the log grow. */
export interface LogGrown {
  /** Which file the log is: what was said of another one is ignored. */
  readonly ledger: string | null;
  /** Position of the log's last event. */
  readonly last: number;
  /** What was written, in the order of the log; none where it was too much to be passed on: it is read from the log then. */
  readonly appends: readonly WrittenAppend[];
}

/** Notifications between the two processes of a service over an embedded log. A process that misses one finds the events itself, later. */
export interface LogGrowth {
  /** The other process has said so. Only what is on disk may be announced: subscriptions get its events without a look at the log. */
  announce(grown: LogGrown): void;
  /**
   * The handler is called after each durable write of this process, with what `announce` of the other one takes.
   * Returns the function that ends the subscription.
   */
  onGrown(handler: (grown: LogGrown) => void): () => void;
  /** Starts the writer thread now: it keeps its priority when the process lowers its own afterwards. */
  startWriter(): void;
}
