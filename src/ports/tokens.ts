/** What a token is for. One that was signed for one use does not open for another. */
export type TokenUse = 'bounce' | 'open' | 'click' | 'unsubscribe' | 'hook';

/** Signed, not secret: what comes back from a mail server or a browser is known to be what the service gave out. */
export interface Tokens {
  /** The payload with the id of the key before it and the signature behind it: 17 bytes longer. */
  sign(use: TokenUse, payload: Uint8Array): Uint8Array;
  /** The payload; null when a byte was altered, the use is another, or the key is not known here. */
  open(use: TokenUse, token: Uint8Array): Uint8Array | null;
}
