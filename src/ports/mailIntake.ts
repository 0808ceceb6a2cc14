/** A mail as it came over SMTP. */
export interface IncomingMail {
  /** Envelope sender; empty for `<>`. */
  readonly sender: string;
  /** Envelope recipients, as given. */
  readonly recipients: readonly string[];
  /** Its beginning: what comes behind the first 256 KB is received and thrown away. */
  readonly raw: Uint8Array;
  readonly remoteAddress: string;
}

export interface MailIntakeHandler {
  /** Asked for each recipient, before anything of the mail is sent. `unknown` is final, `later` is not. */
  accepts(recipient: string, remoteAddress: string): 'yes' | 'unknown' | 'later';
  /**
   * Resolves with `taken` once the mail needs to come no more, because all that follows from it is on the disk; `later`, or
   * a rejection, brings it again.
   */
  take(mail: IncomingMail): Promise<'taken' | 'later'>;
}

/** Where other mail servers bring what came of our mail. It answers in the dialogue and never by a mail of its own. */
export interface MailIntake {
  /** Listens until the signal aborts, then lets what is being received end. Rejects when it cannot listen. */
  receive(handler: MailIntakeHandler, signal: AbortSignal): Promise<void>;
}
