/** How far one recipient has come, as far as it matters to the sender. */
export type DeliveryState =
  | { readonly at: 'waiting' }
  /** A sender has claimed it and speaks to the server, but has not recorded the outcome. */
  | { readonly at: 'claimed'; readonly claimId: string; readonly sinceMs: number }
  | { readonly at: 'delayed'; readonly untilMs: number }
  | { readonly at: 'ended' };

/** When a claim without an outcome counts as abandoned. */
export interface ClaimRule {
  /** Age by its own time from which another process's claim counts as abandoned. */
  readonly claimTimeoutMs: number;
  /**
   * Since when no other process can be sending, because this one holds the lock on the data folder: a sender that claimed
   * before is gone. Null where several processes send.
   */
  readonly soleSinceMs: number | null;
}

/**
 * What a sender that looks now may do with a delivery: take it, put it off because its claim was abandoned, wait this long,
 * or nothing more.
 */
export type Turn =
  | { readonly may: 'take' }
  | { readonly may: 'put off' }
  | { readonly may: 'wait'; readonly ms: number }
  | { readonly may: 'rest' };

/** `isReleased`: whether a claim is this process's own and nothing was sent under it. */
export function turnOf(
  { state }: { readonly state: DeliveryState },
  nowMs: number,
  rule: ClaimRule,
  isReleased: (claimId: string) => boolean,
): Turn {
  if (state.at === 'ended') return { may: 'rest' };
  const waitTo = (untilMs: number, then: 'take' | 'put off'): Turn =>
    untilMs <= nowMs ? { may: then } : { may: 'wait', ms: untilMs - nowMs };
  if (state.at === 'delayed') return waitTo(state.untilMs, 'take');
  if (state.at === 'waiting' || isReleased(state.claimId)) return { may: 'take' };
  // One that is later than now was made before the clock was set back: no run of an item begins while another is under way.
  const isLeft = rule.soleSinceMs !== null && (state.sinceMs < rule.soleSinceMs || state.sinceMs > nowMs);
  return waitTo(isLeft ? nowMs : state.sinceMs + rule.claimTimeoutMs, 'put off');
}

/** Why a run of it ends at once: the index is ahead of what this process can read. */
export const NOT_IN_THE_LOG = 'its acceptance cannot be read yet';

/** The words for a turn that may only wait, as in `Wait`. */
export function whyWaits({ state }: { readonly state: DeliveryState }): string {
  return state.at === 'claimed'
    ? 'a sender has it in hand, or ended with it'
    : 'its next attempt has a later date';
}
