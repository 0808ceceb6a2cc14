/** A lease avoids duplicate work; safety never depends on it. */
export interface Lease {
  readonly name: string;
  /** Aborts when the lease was lost or released. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Acquires the named lease; null when it is held already. It renews itself while it is held, and expires `ttlMs` after
   * its holder stopped renewing.
   */
  acquire(name: string, ttlMs: number): Promise<Lease | null>;
  /** Whether the lease is held now; false when that is unknown. */
  isHeld(name: string): Promise<boolean>;
  /**
   * The id of the ledger whose processes share these leases. Where none has written its own, `claim` is written, unless null.
   * Null: none is written, or it is unknown now. Absent where the leases are in the ledger's own data folder.
   */
  ledger?(claim: string | null): Promise<string | null>;
  close(): Promise<void>;
}
