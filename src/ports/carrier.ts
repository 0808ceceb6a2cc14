export interface OutgoingSms {
  /** E.164. */
  readonly from: string;
  readonly to: string;
  /** The message's uuid. */
  readonly smsId: string;
  readonly text: string;
  /** How the text is divided into segments, as it was charged. */
  readonly coding: 'gsm7' | 'ucs2';
  readonly segments: readonly string[];
  /** Segments that the carrier accepted in earlier attempts: these are not submitted again. */
  readonly taken: number;
}

/** Result of a submission. */
export type SmsOutcome =
  /** The carrier has the whole message; its id of the last segment. */
  | { readonly outcome: 'sent'; readonly carrierId: string | null }
  /** Try again later; also when the result is unknown. */
  | { readonly outcome: 'deferred'; readonly detail: string }
  | { readonly outcome: 'failed'; readonly detail: string };

export interface IncomingSms {
  /** The carrier's own id of the message, by which it is recorded once; null: the carrier gives none. */
  readonly carrierId: string | null;
  /** In E.164, or as the carrier wrote it: a short code, a name, a number without its country. */
  readonly from: string;
  /** What `from` is in E.164 if it is a number of the country of `to` without that country; null: no such number. */
  readonly completedFrom: string | null;
  /** In E.164, or as the carrier wrote it. */
  readonly to: string;
  readonly text: string;
  /** Which segment of a concatenated message it is (3GPP TS 23.040, 9.2.3.24.1); null for a whole message. */
  readonly part: { readonly reference: number; readonly number: number; readonly of: number } | null;
}

/** The carrier's delivery receipt for a segment. */
export interface CarrierReceipt {
  /** The id that `submit` gave to `onSegment` or returned, in the spelling of the carrier's receipts. */
  readonly carrierId: string;
  readonly state: 'delivered' | 'failed';
  /** The carrier's words, such as `UNDELIV err:011`. */
  readonly detail: string;
}

/** When a handler rejects, it is called again later with the same message or receipt. */
export interface IntakeHandlers {
  /** `unknown`: the number belongs to no workspace. */
  message(message: IncomingSms): Promise<'recorded' | 'unknown'>;
  receipt(receipt: CarrierReceipt): Promise<void>;
}

/** The connection to the mobile network. */
export interface Carrier {
  /** Whether every process that submits also receives inbound messages; else one process at a time must `receive`. */
  readonly receivesEverywhere: boolean;
  /** Milliseconds until a submission may be tried; 0 while the connection is open. */
  closedForMs(): number;
  /**
   * Submits the segments that are not taken yet, in order. `onSegment` is awaited with the carrier's id after each
   * but the last. Never rejects for a carrier's answer; rejects when `onSegment` does. Bounded in time.
   */
  submit(message: OutgoingSms, onSegment: (carrierId: string | null) => Promise<void>): Promise<SmsOutcome>;
  /** Calls the handlers for incoming messages and receipts until the signal aborts. */
  receive(handlers: IntakeHandlers, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
