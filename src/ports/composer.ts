export interface HeaderMailbox {
  readonly name: string | null;
  readonly address: string;
}

/** Of a value in one line, without its encoding. */
export type HeaderField = readonly [name: string, value: string];

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
  readonly headers: readonly HeaderField[];
  readonly attachments: readonly ComposedAttachment[];
  /** Part of the MIME boundaries: the same content under the same seed gives the same bytes. */
  readonly boundarySeed: string;
}

/** What one recipient's copy has of its own. */
export interface RecipientCopy {
  /** In the place of the message's html; null: that one. */
  readonly html: string | null;
  /** In the place of the message's text; null or absent: that one. */
  readonly text?: string | null;
  /** Beside those of the message. Values are of one line. */
  readonly headers: readonly HeaderField[];
}

/** A message that is written down but for what differs from recipient to recipient. */
export interface ComposedMessage {
  /** The same copy is the same bytes each time. */
  copy(own: RecipientCopy): Buffer;
}

/** Writes messages down as RFC 5322 and MIME have it, with CRLF line ends. */
export interface Composer {
  /** Encodes text and attachments once, for however many recipients. */
  compose(content: MessageContent): Promise<ComposedMessage>;
}
