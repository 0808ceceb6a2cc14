import type { ByteHold } from '../queues/byteShares.ts';

/** A mail that a customer's program submits by SMTP (RFC 6409). */
export interface SubmittedMail {
  /** Envelope recipients, as given; at least one. */
  readonly recipients: readonly string[];
  /** Header and body, as they came. */
  readonly raw: Buffer;
}

/** An answer that refuses: a code of SMTP, and a line that begins with its enhanced code (RFC 3463). */
export class SubmissionRefused extends Error {
  override readonly name = 'SubmissionRefused';
  readonly code: number;
  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/** What a connection may do that has shown an API key. */
export interface SubmissionSession {
  readonly workspace: string;
  /** Asked before a mail is sent, since the key may be revoked meanwhile; `submit` asks again. @throws SubmissionRefused */
  check(): Promise<void>;
  /** Memory for one mail while it arrives and is read. */
  hold(): ByteHold;
  /**
   * Resolves with the id once the mail is accepted, that is, in the log. A mail that is submitted again has the id of
   * the first.
   * @throws SubmissionRefused
   */
  submit(mail: SubmittedMail): Promise<string>;
}

export interface MailSubmissionHandler {
  /** @throws SubmissionRefused 535 for a wrong key, 454 while no key can be looked up */
  authenticate(key: string, remoteAddress: string): Promise<SubmissionSession>;
}

/** A listener that is open. */
export interface OpenSubmission {
  readonly port: number;
  /** Takes no more connections, and lets open transactions end. */
  close(): Promise<void>;
}
