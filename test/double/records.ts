/** An event as the double keeps it: what EventStoreDB stores of one. */
export interface LogRecord {
  /** Byte offset in the log; ascending, with gaps. Commit and prepare position are the same. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly createdMs: number;
}

/** What a record takes in the log beyond its data: so positions have gaps. */
const RECORD_OVERHEAD_BYTES = 117;

/** Where the next record begins. */
export function positionBehind({ position, data, metadata }: LogRecord): number {
  return position + RECORD_OVERHEAD_BYTES + data.length + metadata.length;
}

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export type Expected = number | 'no-stream' | 'any' | 'stream-exists';

export type AppendAnswer =
  | { readonly kind: 'success'; readonly revision: number | null; readonly position: number | null }
  | { readonly kind: 'conflict'; readonly current: number | null; readonly expected: Expected }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  | {
      readonly kind: 'event-too-large';
      readonly id: string;
      readonly bytes: number;
      readonly maxBytes: number;
    }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'not-ready' };

/** Servers whose rules differ. */
export type ServerVersion = '23.10' | '24.10';

/** What the server counts against its limit: the data, and from 24.10 on the metadata and two bytes a character of the type. */
export function countedBytes(event: ProposedEvent, version: ServerVersion): number {
  if (version === '23.10') return event.data.length;
  return event.data.length + event.metadata.length + 2 * event.type.length;
}

/** Rules of the server that the double breaks on purpose, so that the tests prove that they would notice. */
export const BREAKABLE = [
  /** Appends whatever revision is expected. */
  'expected-revision',
  /** Tells anyone who expected no stream that it is at revision 0. */
  'actual-revision',
  /** Does not recognise ids it has seen. */
  'idempotency',
  /** Recognises ids, but answers with the position of the end of the log. */
  'idempotent-position',
  /** Writes the first of several events whose append conflicts. */
  'atomicity',
  /** Ignores filters. */
  'filter',
  /** Delivers neighbours in the whole log the wrong way round. */
  'order',
  /** Subscribes including the position asked for. */
  'from-position',
  /** Subscribes one event too late. */
  'gap',
  /** Refuses appends of a sixteenth of the limit. */
  'size-limit',
  /** Sends no checkpoints. */
  'checkpoints',
  /** Answers without having written anything to disk. */
  'durability',
] as const;
export type Breakable = (typeof BREAKABLE)[number];
