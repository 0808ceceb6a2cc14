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
}

/** Whose turn it takes: networks read in turns, and mail to signed addresses does not wait for other mail. */
export interface MailSource {
  readonly isSigned: boolean;
  /** As `networkOf` names it. */
  readonly network: string;
}

/** The keys for a mail's signatures, by the name at which DNS has them: the text of the record, empty where there is none. */
export interface SignatureCheck {
  readonly keys: ReadonlyMap<string, string>;
  readonly nowMs: number;
}

/** A DKIM signature (RFC 6376) that is right, is not expired and covers the whole body. */
export interface VerifiedSignature {
  /** The addresses in the From that was signed. */
  readonly from: readonly string[];
  /** Whether it is by the organisation of the first one's domain (RFC 7489, section 3.1.1, relaxed). */
  readonly isAligned: boolean;
  /** Names of the fields that it covers, in lower case. */
  readonly fields: readonly string[];
  /** Null where it does not say when it was made. */
  readonly signedAtMs: number | null;
}

export interface MailReader {
  /**
   * Parses a mail outside the event loop and in bounded time, so that no input blocks anything else. Null when it cannot be
   * parsed as a mail, or not in time.
   */
  read(raw: Uint8Array, from: MailSource): Promise<ReadMail | null>;
  /** The signatures that are right by the given keys, found in the same way. Null when it cannot be said in time. */
  verify(
    raw: Uint8Array,
    check: SignatureCheck,
    from: MailSource,
  ): Promise<readonly VerifiedSignature[] | null>;
  close(): Promise<void>;
}
