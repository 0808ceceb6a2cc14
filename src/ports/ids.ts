import type { SecretNames } from '../events/uuid5.ts';

/** Random values, and ids that only this ledger makes; injected. */
export interface Ids extends SecretNames {
  /** A random uuid (RFC 9562, version 4). */
  uuid(): string;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Buffer;
  /**
   * Tells where the namespace of `named` is, once the ledger has been read. Until then `named` throws EventStoreUnavailable.
   * @param namespace gives 16 bytes; called at the first use of `named`, which throws what it throws
   */
  nameIn(namespace: () => Uint8Array): void;
}
