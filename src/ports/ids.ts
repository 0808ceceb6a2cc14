/** Random values, injected. */
export interface Ids {
  /** A random uuid (RFC 9562, version 4). */
  uuid(): string;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Buffer;
}
