import type { SigningAlgorithm } from './signingKeys.ts';

/** A key that signs for a domain. */
export interface MailKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: SigningAlgorithm;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
}

/** Signs whole messages (DKIM, RFC 6376 and RFC 8463). */
export interface MailSigner {
  /**
   * The message with one signature for each key before it. All its contents are signed, also the absence of further
   * recipient and unsubscribe headers.
   * @param nowMs milliseconds since 1970
   */
  sign(raw: Buffer, keys: readonly MailKey[], nowMs: number): Buffer;
}
