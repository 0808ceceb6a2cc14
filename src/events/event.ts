/**
 * The shape every event has around its payload. `data` is the payload (see the category files),
 * `metadata` says who caused it, when, and in which version the payload is written.
 */

declare const made: unique symbol;

/**
 * Place of an event in the whole log: opaque, twenty digits wide, ordered as a string. Only the adapters make one of a
 * log's own number, or read one that was stored (adapters/position.ts).
 */
export type Position = string & { readonly [made]: 'by the log' };

/** The position before the first event; lower than the position of every event. */
export const BEGINNING = '00000000000000000000' as Position;

/** A position for people: without the zeros in front. */
export const plainPosition = (position: Position): string => position.replace(/^0+(?=\d)/, '');

/** Lower than BEGINNING: of a document that describes a collection into which no event is folded yet. */
export const BEFORE_ALL = '0' as Position;

/** The two parts that an event's personal values are stored in, next to the event (parts.ts). */
export const PART_KINDS = ['people', 'contents'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Personal values of one event as they are stored. */
export interface Part {
  /** 16 random bytes, in base64url: without them no one can try values against the commitment. */
  readonly salt: string;
  /** A JSON object in the shape of the event's data, with nothing but these values. */
  readonly text: string;
}

/** The parts of one event; one without personal values of a kind has no such part. */
export type Parts = Readonly<Partial<Record<PartKind, Part>>>;

export interface EventMetadata {
  /** Version of the payload's shape; older ones are upcast on reading. */
  readonly v: number;
  /** Workspace the event belongs to (uuid). */
  readonly workspace: string;
  /** Who caused it: `key:ID`, `operator`, `sender`, `dispatcher`, `intake`, `campaigns`, `recipient`, `sealer`. */
  readonly actor: string;
  /** The person who acted as operator, by the name that was given; it lies in the part `people`. */
  readonly person?: string;
  /** One id for everything that follows from one request (uuid). */
  readonly correlation: string;
  /** Id of the event that led to this one, or null when a request did. */
  readonly causation: string | null;
  /** The event's own time: ISO 8601, milliseconds, UTC. */
  readonly at: string;
  /** Commitments to the event's parts: SHA-256 of salt and text, in base64url. Only of an event whose values lie in parts. */
  readonly people?: string;
  readonly contents?: string;
}

/** An event that is about to be appended. The caller makes its id, so that a retry is recognised. */
export interface NewEvent<Type extends string = string, Data = unknown> {
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
  readonly metadata: EventMetadata;
  /** Only of an event that was divided for the log: its personal values, which are not in `data`. */
  readonly parts?: Parts;
}

/** An event as the log holds it. `revision` counts from 0 within its stream. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends NewEvent<Type, Data> {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
}
