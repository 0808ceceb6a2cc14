export interface OutgoingSms {
  /** E.164. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The message's uuid. */
  readonly smsId: string;
}

export type SmsOutcome =
  | { readonly outcome: 'sent'; readonly carrierId: string | null }
  | { readonly outcome: 'deferred'; readonly detail: string }
  | { readonly outcome: 'failed'; readonly detail: string };

export interface IncomingSms {
  /** The carrier's own id of the message: what makes it recorded once. */
  readonly carrierId: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export type IntakeHandler = (message: IncomingSms) => Promise<'recorded' | 'unknown'>;

/** The way to the mobile network. */
export interface Carrier {
  submit(message: OutgoingSms): Promise<SmsOutcome>;
  /**
   * Calls `handler` for every inbound message until the signal aborts. A message is done once it resolved, whether it
   * was `recorded` or its number belongs to nobody (`unknown`); when it rejects, the message comes again.
   */
  receive(handler: IntakeHandler, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
