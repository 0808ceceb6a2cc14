export interface HeaderMailbox {
  readonly name: string | null;
  readonly address: string;
}

export interface ComposedAttachment {
  readonly filename: string;
  /** Media type, with or without parameters. */
  readonly type: string;
  readonly contentId: string | null;
  readonly disposition: 'attachment' | 'inline';
  readonly content: Buffer;
}

/** A message before it is written down. Texts hold no line breaks where they go into headers. */
export interface MessageContent {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly dateMs: number;
  readonly from: HeaderMailbox;
  readonly to: readonly HeaderMailbox[];
  readonly cc: readonly HeaderMailbox[];
  readonly replyTo: readonly HeaderMailbox[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly ComposedAttachment[];
  /** Part of the MIME boundaries: the same content under the same seed gives the same bytes. */
  readonly boundarySeed: string;
}

/** Writes messages down as RFC 5322 and MIME have it, with CRLF line ends. */
export interface Composer {
  compose(content: MessageContent): Promise<Buffer>;
}
