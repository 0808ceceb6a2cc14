/** A part of a mail that is not plain text or html, such as a delivery status or the returned message. */
export interface MailPart {
  /** Media type in lower case, without its parameters. */
  readonly type: string;
  /** Decoded; at most the first 64 KB. */
  readonly content: string;
}

/** A parsed mail (RFC 5322, RFC 2045). */
export interface ReadMail {
  /** The original header, with its folding and line ends. */
  readonly head: string;
  /** With encoded words decoded. */
  readonly subject: string;
  /** The text of all its text parts, html without its tags. */
  readonly text: string;
  readonly parts: readonly MailPart[];
  /** A report within a mail that says of itself that it is one, and has no delivery status of its own. */
  readonly wrapped?: ReadMail;
}

/** Whose turn it takes: networks read in turns, and mail to signed addresses does not wait for other mail. */
export interface MailSource {
  readonly isSigned: boolean;
  /** As `networkOf` names it. */
  readonly network: string;
}

/**
 * What one DKIM signature (RFC 6376) of a mail must show; it must also cover the whole body and be of From's organisation.
 */
export interface SignatureCheck {
  /** The keys, by the name at which DNS has them: the text of the record, empty where there is none. */
  readonly keys: ReadonlyMap<string, string>;
  /** The only address in From, in lower case. */
  readonly from: string;
  /** The fields that it covers, in lower case. */
  readonly fields: readonly string[];
  readonly nowMs: number;
  readonly maxAgeMs: number;
  /** When the mail says that it was written, for a signature without a time of its own that covers Date. */
  readonly dateMs: number;
}

export interface MailReader {
  /**
   * Parses a mail outside the event loop and in bounded time, so that no input blocks anything else. Null when it cannot be
   * parsed as a mail, or not in time.
   */
  read(raw: Uint8Array, from: MailSource): Promise<ReadMail | null>;
  /** Whether one of its signatures shows this, found in the same way. Null when it cannot be said in time. */
  verify(raw: Uint8Array, check: SignatureCheck, from: MailSource): Promise<boolean | null>;
  close(): Promise<void>;
}
