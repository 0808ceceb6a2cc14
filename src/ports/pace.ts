/** How fast a workspace may send. */
export interface PaceLimits {
  /** 0: it is suspended, and the pace is not asked. */
  readonly perSecond: number;
  /** Per UTC day. */
  readonly perDay: number;
}

/** The limits for one call of `take`. */
export interface PaceRule {
  readonly perSecond: number;
  /** Per UTC day; null: the day is neither checked nor counted, as for a recipient that was counted before. */
  readonly perDay: number | null;
}

/** Where a grant was counted, by the clock of the adapter. */
export interface PaceWindow {
  /** The time slot: an opaque number. */
  readonly slot: number;
  /** The UTC day, in days since 1970; null where it was not counted. */
  readonly day: number | null;
}

export interface PaceGrant {
  /** How many of the sends asked for may go now; 0 to `wanted`. */
  readonly granted: number;
  /** Milliseconds until the next call makes sense; 0 when all were granted. */
  readonly retryAfterMs: number;
  /** For `refund`. */
  readonly window: PaceWindow;
}

/**
 * Limits how fast a workspace sends. It has one token for each send allowed in a second, and a token returns one second
 * after it was taken: so no period of a second, wherever it begins, has more sends. When the state is lost, at most the
 * tokens of one second are granted again. Days are those of the wall clock; when it is stepped over midnight and back,
 * the counts of both days are still there.
 */
export interface Pace {
  take(workspace: string, rule: PaceRule, wanted: number): Promise<PaceGrant>;
  /**
   * Gives back granted sends that did not happen. They are no longer counted in the day of the grant, nor in its second
   * until that has passed. A count never gets negative. When the store is unavailable they stay counted.
   */
  refund(workspace: string, window: PaceWindow, unused: number): Promise<void>;
  close(): Promise<void>;
}
