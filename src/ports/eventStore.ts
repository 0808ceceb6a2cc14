import type { NewEvent, Parts, Position, RecordedEvent } from '../events/event.ts';

/** `no-stream`: the stream must not exist. A number: the revision of its last event, exactly. There is no 'any'. */
export type ExpectedRevision = 'no-stream' | number;

/** Bytes that one append may hold at most: 1 MiB over ids, types, data, metadata and parts. */
export const MAX_APPEND_BYTES = 1_048_576;

export interface AppendResult {
  /** Position of the last event of the append. */
  readonly position: Position;
  /** Revision of the last event of the append. */
  readonly revision: number;
}

/** Events in log order, with the position up to which the log was scanned. */
export interface EventBatch {
  /** May be empty: then only events of other types were scanned. */
  readonly events: readonly RecordedEvent[];
  /** All matching events up to this position are in this batch or an earlier one. */
  readonly position: Position;
  /** Whether the end of the log was reached when this batch was read. */
  readonly caughtUp: boolean;
}

export interface ReadAllOptions {
  /** Exclusive. */
  readonly after: Position;
  /** Events to return at most. */
  readonly limit: number;
  /** Only these event types; all when absent. */
  readonly types?: readonly string[];
  /** Events are given without their parts, which are not read then. */
  readonly withoutParts?: boolean;
}

export interface ReadBackOptions extends Pick<ReadAllOptions, 'limit' | 'types'> {
  /** Exclusive: the position of an event; null: from the log's end. */
  readonly before: Position | null;
}

export interface SubscribeOptions {
  /** Exclusive. */
  readonly after: Position;
  readonly types?: readonly string[];
  /** Ends the subscription: the iterable finishes without an error. */
  readonly signal: AbortSignal;
}

/** An event as the tree of the log holds it. */
export interface Leaf {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  /** SHA-256 of the event (docs/log-format.md), computed from what is stored now, in hex. */
  readonly hash: string;
  /** Stream, type, id, time, workspace, data and metadata as they are stored; none with `isUnchecked`. */
  texts(): readonly string[];
  /** Its parts, where they were asked for. */
  readonly parts?: (() => Parts) | undefined;
}

export interface LeafBatch {
  readonly leaves: readonly Leaf[];
  /** What is wrong with the event after these leaves, as a sentence that names its position; null when nothing is. */
  readonly fault: string | null;
}

export interface LeavesOptions {
  readonly after: Position;
  readonly limit: number;
  /** Takes hashes as they were stored at the append where the log has them, without reading the texts. */
  readonly isUnchecked?: boolean;
  /** Reads the parts too, and compares them with what the events commit to: an event whose parts differ is a fault. */
  readonly withParts?: boolean;
}

/**
 * The append-only log: the only truth. An event that has personal values comes divided: they lie in its parts. Every method rejects with `EventStoreUnavailable` when the log cannot be reached,
 * written or synced. Then the result of the call is unknown, and it may be repeated.
 */
export interface EventStore {
  /**
   * Appends all events or none to the end of a stream, with their parts, durably: once it resolves they survive SIGKILL and power loss.
   * A repeated call with the same event ids and expectation resolves as the first did and writes nothing.
   * @throws RevisionConflict when the stream is at another revision
   * @throws AppendTooLarge above MAX_APPEND_BYTES, before anything is written
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;

  /**
   * Events of one stream from `fromRevision` (0 when absent) on, ascending; empty when there is no such stream.
   * `mayLackParts`: blanks stand in the places of parts that are not there, which are damage otherwise.
   */
  readStream(
    stream: string,
    options?: { fromRevision?: number; limit?: number; mayLackParts?: boolean },
  ): Promise<readonly RecordedEvent[]>;

  /**
   * One page of the whole log. It may hold fewer events than asked for, even none, before the log ends: a reader continues
   * from its position until `caughtUp`.
   */
  readAll(options: ReadAllOptions): Promise<EventBatch>;

  /**
   * One page of the whole log backwards, the newest event first. All from `position` on was looked at, and `caughtUp` says that the
   * log's beginning was reached. It may hold fewer events than asked for, even none: a reader goes on before its position.
   */
  readBack(options: ReadBackOptions): Promise<EventBatch>;

  /**
   * A page of the whole log as it is stored, each event hashed. A log that can tell compares each event with its own checks,
   * and gives no leaf from the first that differs on. A page without leaves and fault is the log's end.
   */
  readLeaves(options: LeavesOptions): Promise<LeafBatch>;

  /**
   * Catch-up subscription: everything after `after`, then all that any process appends (within 100 ms).
   * Never skips, never reorders; resumes by itself after a lost connection, so that only its signal ends it.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** Position of the last event in the log; BEGINNING when it is empty. */
  head(): Promise<Position>;

  /**
   * No position after this one was ever given to a reader: `head`, or a later event of the server's own. Null when that is
   * unknown, as with a damaged log of which only the readable part is served. `known`: a position that is known from elsewhere;
   * a log whose nodes may answer with an old end asks again for two seconds before it names one before that.
   */
  end(known?: Position): Promise<Position | null>;

  close(): Promise<void>;
}

/** The stream is not where the caller expected it. `actual` is its last revision, null when it does not exist. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: number | null;
  constructor(stream: string, expected: ExpectedRevision, actual: number | null) {
    super(`stream ${stream} is at ${actual ?? 'no-stream'}, expected ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  readonly bytes: number;
  /** `limitBytes`: that of the server, where it has one of its own. */
  constructor(stream: string, bytes: number, limitBytes = MAX_APPEND_BYTES) {
    super(`append of ${bytes} bytes to ${stream} exceeds ${limitBytes}`);
    this.bytes = bytes;
  }
}

/** The log cannot be reached, written or synced at present. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable';
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`the event store is unavailable: ${reason}`, options);
  }
}

/** The log's files are damaged: the readable part is served, and nothing is appended until an operator repairs it. */
export class LogDamaged extends EventStoreUnavailable {}
