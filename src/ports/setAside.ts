import type { Stored } from './documents.ts';

/**
 * Read models that were set aside because they knew events which the log lacked: what is left of acknowledged events that a
 * restore or a damaged disk has taken.
 */
export interface SetAside {
  /** The name of their file in the data folder. */
  readonly file: string;
  /** When they were found to be ahead of the log (ISO 8601, milliseconds, UTC). */
  readonly at: string;
  /** Events after the log's end of that moment, at least. */
  readonly events: number;
  /** The documents of a read model that were written after the log's end. @throws DocumentsUnavailable when one is damaged */
  documents(readModel: string): AsyncIterable<Stored<object>>;
}
