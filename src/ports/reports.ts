/**
 * Short texts that processes leave for each other and for operators, by name. They are no read models: they do not follow
 * from the log, and nothing but what is shown to people depends on them. The last one of a name counts. A process that
 * writes one holds the lease of the same name, by which readers see that it lives.
 */
export interface Reports {
  /** Rejects when the text could not be written. */
  put(name: string, text: string): Promise<void>;
  /** All of them by name, those of processes that have ended too. Rejects when they could not be read. */
  all(): Promise<ReadonlyMap<string, string>>;
}
