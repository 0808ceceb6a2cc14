import type { BounceSubType } from '../events/email.ts';

/** The meaning of a refusal: only a Permanent one says that the address takes no mail. */
export interface BounceVerdict {
  readonly bounceType: 'Permanent' | 'Transient';
  readonly bounceSubType: BounceSubType;
  /** A Transient one by a code that many servers use for an unknown user: a second one may show that it was meant. */
  readonly hard?: true;
}

export const permanent = (bounceSubType: BounceSubType): BounceVerdict => ({
  bounceType: 'Permanent',
  bounceSubType,
});
export const transient = (bounceSubType: BounceSubType): BounceVerdict => ({
  bounceType: 'Transient',
  bounceSubType,
});

export const OTHER_REASON = transient('General');
export const HARD: BounceVerdict = { ...OTHER_REASON, hard: true };

/** A refusal that says nothing about the address is never Permanent; a reason that may end, such as a full mailbox, stays. */
export function transientOnly(verdict: BounceVerdict | null): BounceVerdict {
  return verdict === null || verdict.bounceType === 'Permanent' || verdict.hard ? OTHER_REASON : verdict;
}

/** Of several verdicts the one that says least; null: there is none. */
export function lessFinal(verdicts: readonly BounceVerdict[]): BounceVerdict | null {
  const rank = ({ bounceType, hard }: BounceVerdict) => (bounceType === 'Permanent' ? 2 : hard ? 1 : 0);
  return [...verdicts].sort((one, other) => rank(one) - rank(other))[0] ?? null;
}
