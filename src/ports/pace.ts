export interface PaceLimits {
  readonly perSecond: number;
  /** Per UTC day. */
  readonly perDay: number;
}

/** The second and the day that a grant was counted in, by whichever clock the adapter goes. */
export interface PaceWindow {
  readonly second: number;
  readonly day: number;
}

export interface PaceGrant {
  /** How many of the sends asked for may go now; 0 to `wanted`. */
  readonly granted: number;
  /** Milliseconds until asking again is worth while; 0 when all were granted. */
  readonly retryAfterMs: number;
  /** For giving back what is not used. */
  readonly window: PaceWindow;
}

/**
 * How fast a workspace sends. Losing its state costs at most the limits of the running second. Days are those of the
 * wall clock; a step over midnight and back finds both days' counts as they were left.
 */
export interface Pace {
  take(workspace: string, limits: PaceLimits, wanted: number): Promise<PaceGrant>;
  /**
   * Gives back granted sends that did not happen. They count no longer in the day of the grant, nor in its second
   * while that lasts. Never takes a count below nothing; where the store is out of reach they stay used.
   */
  giveBack(workspace: string, window: PaceWindow, unused: number): Promise<void>;
  close(): Promise<void>;
}
