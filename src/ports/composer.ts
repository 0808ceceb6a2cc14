import type { ReadAttachment } from './readMessage.ts';

export interface HeaderMailbox {
  readonly name: string | null;
  readonly address: string;
}

/** The value is one line, not yet encoded. */
export type HeaderField = readonly [name: string, value: string];

export interface ComposedAttachment extends ReadAttachment {
  readonly content: Buffer;
}

/** A message before it is composed. Texts that go into headers have no line breaks. */
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

/** What is different in one recipient's copy. */
export interface RecipientCopy {
  /** Replaces the message's html; null: unchanged. */
  readonly html: string | null;
  /** Replaces the message's text; null or absent: unchanged. */
  readonly text?: string | null;
  /** In addition to those of the message. Values are one line. */
  readonly headers: readonly HeaderField[];
}

/** One recipient's copy of a message. */
export interface MessageCopy {
  /** For a server that takes 8-bit text (RFC 6152). */
  readonly raw: Buffer;
  /** The same for one that does not; null where it may not be encoded. Absent: all of it is ASCII. */
  readonly sevenBit?: () => Buffer | null;
}

/** A composed message without the parts that differ between recipients. */
export interface ComposedMessage {
  /** The same input gives the same bytes. */
  copy(own: RecipientCopy): MessageCopy;
}

/** A part or field of a message that no server takes, and that may not be encoded; the text names it. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

/** A message that is sent as it came. */
export interface KeptMessage extends ComposedMessage {
  /** A field's first value in one line, empty where there is none. */
  field(name: string): string;
  /** The part that may be replaced, decoded; null where there is none. */
  html(): string | null;
  text(): string | null;
}

/** A date as a header has it (RFC 5322, section 3.3). */
export const dateText = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000');

/** Composes messages (RFC 5322, MIME) with CRLF line ends. */
export interface Composer {
  /** Encodes text and attachments once for all recipients. */
  compose(content: MessageContent): Promise<ComposedMessage>;
  /**
   * A message with CRLF line ends, as it came. `isBroadcast`: without its own links to unsubscribe.
   * @throws Unsendable
   */
  keep(raw: Buffer, isBroadcast: boolean): KeptMessage;
}
