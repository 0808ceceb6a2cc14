/** A mail received over SMTP. */
export interface IncomingMail {
  /** Envelope sender; empty for `<>`. */
  readonly sender: string;
  /** Envelope recipients, as given. */
  readonly recipients: readonly string[];
  /** Its first 256 KB; the rest is received and discarded. */
  readonly raw: Uint8Array;
  readonly remoteAddress: string;
}

export interface MailIntakeHandler {
  /** Called when it listens. */
  onListening?(): void;
  /** Asked for each recipient, before anything of the mail is sent. `unknown` is final, `later` is not. */
  accepts(recipient: string, remoteAddress: string): 'yes' | 'unknown' | 'later';
  /**
   * Resolves with `taken` once all results are on disk, so that the mail need not be sent again; after `later`, or a
   * rejection, it is sent again.
   */
  take(mail: IncomingMail): Promise<'taken' | 'later'>;
}

/** Receives reports about our mail from other mail servers. It answers in the SMTP dialogue, never by a mail. */
export interface MailIntake {
  /** Listens until the signal aborts, then lets open transactions end. Rejects when it cannot listen. */
  receive(handler: MailIntakeHandler, signal: AbortSignal): Promise<void>;
}
