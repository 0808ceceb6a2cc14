/** A part of a mail that is no text of its own, such as a delivery status or the message that is returned. */
export interface MailPart {
  /** Media type in lower case, without its parameters. */
  readonly type: string;
  /** Decoded; at most the first 64 KB. */
  readonly content: string;
}

/** A mail (RFC 5322, RFC 2045) taken apart. */
export interface ReadMail {
  /** The header as it came, lines folded and ended as they were. */
  readonly head: string;
  /** With encoded words decoded. */
  readonly subject: string;
  /** The whole text of all its text parts, html as words without its tags. */
  readonly text: string;
  readonly parts: readonly MailPart[];
}

export interface MailReader {
  /**
   * Takes a mail apart, away from the event loop and in bounded time: whatever the bytes are, nothing else waits. Null when
   * they cannot be read as a mail, or not in time.
   */
  read(raw: Uint8Array): Promise<ReadMail | null>;
  close(): Promise<void>;
}
