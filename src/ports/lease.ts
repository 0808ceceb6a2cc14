/** A lease saves work; it is never what safety rests on. */
export interface Lease {
  readonly name: string;
  /** Aborts when the lease was lost or released. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Takes the named lease when nobody holds it, null otherwise. While held it renews itself; it lapses
   * `ttlMs` after its holder stopped renewing.
   */
  acquire(name: string, ttlMs: number): Promise<Lease | null>;
  /** Whether somebody holds the lease at present; false where that cannot be told. */
  isHeld(name: string): Promise<boolean>;
  close(): Promise<void>;
}
