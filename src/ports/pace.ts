export interface PaceLimits {
  readonly perSecond: number;
  /** Per UTC day. */
  readonly perDay: number;
}

export interface PaceGrant {
  /** How many of the sends asked for may go now; 0 to `wanted`. */
  readonly granted: number;
  /** Milliseconds until asking again is worth while; 0 when all were granted. */
  readonly retryAfterMs: number;
}

/** How fast a workspace sends. Losing its state costs at most the limits of the running second. */
export interface Pace {
  take(workspace: string, limits: PaceLimits, wanted: number): Promise<PaceGrant>;
  close(): Promise<void>;
}
