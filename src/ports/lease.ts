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
  close(): Promise<void>;
}
