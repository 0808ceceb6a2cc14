/** What a token is for. A token signed for one use does not open for another. */
export type TokenUse =
  | 'bounce'
  | 'open'
  | 'click'
  | 'unsubscribe'
  | 'hook'
  | 'message'
  | 'delivery'
  | 'console'
  | 'service';

/** Tokens are signed, not secret: they prove that a value from a mail server or browser was issued by the service. */
export interface Tokens {
  /** The id of the key, the payload and the signature: 17 bytes longer than the payload. */
  sign(use: TokenUse, payload: Uint8Array): Uint8Array;
  /** The payload; null when a byte was altered, the use is another, or the key is not known here. */
  open(use: TokenUse, token: Uint8Array): Uint8Array | null;
}
