/** How fast a workspace may send. */
export interface PaceLimits {
  readonly perSecond: number;
  /** Per UTC day. */
  readonly perDay: number;
}

/** Limits as a taking asks for them. */
export interface PaceRule {
  readonly perSecond: number;
  /** Per UTC day; null: the day is neither asked nor counted, as for a recipient that it has counted before. */
  readonly perDay: number | null;
}

/** Where a grant was counted, by whichever clock the adapter goes. */
export interface PaceWindow {
  /** The stretch of the second: an opaque number. */
  readonly slot: number;
  /** The UTC day, in days since 1970; null where it was not counted. */
  readonly day: number | null;
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
 * How fast a workspace sends. It has as many tokens as it may send in a second, and each comes back a second after it
 * was taken: so no stretch of a second, wherever it begins, sees more sends than that. Losing the state costs at most
 * the tokens of a second. Days are those of the wall clock; a step over midnight and back finds both days' counts as
 * they were left.
 */
export interface Pace {
  take(workspace: string, rule: PaceRule, wanted: number): Promise<PaceGrant>;
  /**
   * Gives back granted sends that did not happen. They count no longer in the day of the grant, nor in its second
   * while that lasts. Never takes a count below nothing; where the store is out of reach they stay used.
   */
  giveBack(workspace: string, window: PaceWindow, unused: number): Promise<void>;
  close(): Promise<void>;
}
