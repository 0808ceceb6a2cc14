import type { Part, PartKind } from '../events/event.ts';
import { EventStoreUnavailable } from './eventStore.ts';

/** A part as it lies next to a log that cannot hold it, with the event that it belongs to. */
export interface StoredPart extends Part {
  /** The event's commitment to it (events/parts.ts): its key. */
  readonly commitment: string;
  readonly stream: string;
  readonly eventId: string;
  readonly kind: PartKind;
}

/**
 * The parts of events whose log is an engine. Each is put before its event is appended, and may be left without one: it is
 * unmarked until the event was read from the log. Every method rejects with `PartsUnavailable`; then it may be repeated.
 */
export interface PartStore {
  /** Resolves once they survive SIGKILL and power loss. What is there already stays as it is, and is unmarked from now on. */
  put(parts: readonly StoredPart[]): Promise<void>;
  /** Those that are there, by commitment, which is not compared. */
  find(commitments: readonly string[]): Promise<ReadonlyMap<string, Part & { readonly isMarked: boolean }>>;
  mark(commitments: readonly string[]): Promise<void>;
  /** Unmarked ones that were put last before `beforeMs` (since 1970), the oldest first. */
  unmarked(beforeMs: number, limit: number): Promise<readonly Pick<StoredPart, 'commitment' | 'stream'>[]>;
  /** Removes those that are unmarked and were put last before `beforeMs`. */
  remove(commitments: readonly string[], beforeMs: number): Promise<void>;
  /** Removes them, marked or not, durably, and every byte of them in files of the service. */
  cut(commitments: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The parts cannot be read or written at present, and so neither can the events that they belong to. */
export class PartsUnavailable extends EventStoreUnavailable {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`the parts of its events: ${reason}`, options);
  }
}

/** The parts are not those of this log's events. */
export class PartsRefused extends Error {
  override readonly name = 'PartsRefused';
}
