export interface OutgoingSms {
  /** E.164. */
  readonly from: string;
  readonly to: string;
  /** The message's uuid. */
  readonly smsId: string;
  readonly text: string;
  /** How the text is divided, as it was charged. */
  readonly coding: 'gsm7' | 'ucs2';
  readonly segments: readonly string[];
  /** How many of the segments the carrier has taken at earlier attempts: these are not submitted again. */
  readonly taken: number;
}

/** What a submission came to. */
export type SmsOutcome =
  /** The carrier has the whole message; its id of the last segment. */
  | { readonly outcome: 'sent'; readonly carrierId: string | null }
  /** Try again later; also when nothing is known of the submission. */
  | { readonly outcome: 'deferred'; readonly detail: string }
  | { readonly outcome: 'failed'; readonly detail: string };

export interface IncomingSms {
  /** The carrier's own id of the message, which makes it recorded once; null: the carrier gives none. */
  readonly carrierId: string | null;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Which segment of a concatenated message it is (3GPP TS 23.040, 9.2.3.24.1); null for a whole message. */
  readonly part: { readonly reference: number; readonly number: number; readonly of: number } | null;
}

/** What the carrier reports of a segment that it took. */
export interface SmsReceipt {
  /** As `submit` told it, in whichever spelling the carrier's receipts have. */
  readonly carrierId: string;
  readonly state: 'delivered' | 'failed';
  /** The carrier's words, such as `UNDELIV err:011`. */
  readonly detail: string;
}

/** Each is done once it resolved; when it rejects, what it was called with comes again. */
export interface IntakeHandlers {
  /** `unknown`: the number belongs to nobody. */
  message(message: IncomingSms): Promise<'recorded' | 'unknown'>;
  receipt(receipt: SmsReceipt): Promise<void>;
}

/** The way to the mobile network. */
export interface Carrier {
  /** Whether inbound messages come to every process that submits; else one process at a time is to `receive`. */
  readonly receivesEverywhere: boolean;
  /** Milliseconds after which a submission may be tried; 0 while the way is open. */
  closedForMs(): number;
  /**
   * Submits the segments that were not taken yet, in order. `onSegment` is awaited with the carrier's id after each
   * but the last. Never rejects for what a carrier says; rejects with what `onSegment` rejects with. Bounded in time.
   */
  submit(message: OutgoingSms, onSegment: (carrierId: string | null) => Promise<void>): Promise<SmsOutcome>;
  /** Calls the handlers for all that comes in until the signal aborts. */
  receive(handlers: IntakeHandlers, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
