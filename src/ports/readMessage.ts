/** A mailbox in a header; the name is decoded (RFC 2047), empty when there is none. */
export interface ReadMailbox {
  readonly name: string;
  readonly address: string;
}

/** A header field, unfolded into one line and decoded (RFC 2047), with its name as it was written. */
export interface ReadField {
  readonly name: string;
  readonly value: string;
}

export interface ReadAttachment {
  /** Empty when it has none. */
  readonly filename: string;
  /** Media type with its parameters. */
  readonly type: string;
  /** Without angle brackets; null when it has none. */
  readonly contentId: string | null;
  readonly disposition: 'attachment' | 'inline';
  readonly content: Uint8Array;
}

export interface ReadPart {
  /** Media type without parameters. */
  readonly type: string;
  readonly filename: string;
  readonly content: string | Uint8Array;
}

/** A whole message (RFC 5322, MIME), decoded. */
export interface ReadMessage {
  /** All of the header, in order. */
  readonly fields: readonly ReadField[];
  /** The mailboxes of all fields of the name, groups resolved. */
  readonly from: readonly ReadMailbox[];
  readonly to: readonly ReadMailbox[];
  readonly cc: readonly ReadMailbox[];
  readonly replyTo: readonly ReadMailbox[];
  readonly sender: readonly ReadMailbox[];
  /** Empty where the message has none. */
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly ReadAttachment[];
  /** All parts without parts, decoded; of texts without white space at their end. */
  readonly parts: readonly ReadPart[];
}
