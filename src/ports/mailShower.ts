import type { ReadField } from './readMessage.ts';

/** Html that loads nothing: pictures of the mail are within it. */
export interface FramedHtml {
  readonly html: string;
  /** How many addresses elsewhere were left out. */
  readonly remote: number;
  /** How many parts of the mail were left out, which it does not have, are no pictures, or are too many bytes. */
  readonly missing: number;
}

/** A mail as a reader shows it. */
export interface ShownMail {
  /** All of the header, in order, decoded. */
  readonly fields: readonly ReadField[];
  /** Empty where it has none. */
  readonly text: string;
  readonly html: string;
  readonly framed: FramedHtml;
  /** `filename` is empty where it has none. */
  readonly files: readonly { readonly filename: string; readonly type: string; readonly bytes: number }[];
}

/** A file of a mail, decoded. `filename` is empty where it has none, and else as the mail has it, but without folders. */
export interface AttachedFile {
  readonly filename: string;
  readonly content: Uint8Array;
}

/** Reads mails that are sent as they came, when someone looks. */
export interface MailShower {
  /** @param owner whose turn it is; null: it cannot be read, or not in time */
  show(raw: Uint8Array, owner: string): Promise<ShownMail | null>;
  /** @param place which of the mail's `files`, from 0; null: there is none, or the mail cannot be read, or not in time */
  file(raw: Uint8Array, owner: string, place: number): Promise<AttachedFile | null>;
  close(): Promise<void>;
}
