import type { Ids } from '../../ports/ids.ts';

/**
 * What this process knows of its own claims and the log does not have yet: outcomes that could not be recorded, and
 * claims under which nothing was sent. So a message is not sent again only because the log was not available for a
 * moment. After a crash this is gone, and the log alone decides.
 */
export interface Claims<Outcome> {
  /** Nothing was sent under the claim: it may be taken again at once. */
  release(claimId: string): void;
  /** The outcome is known, though not recorded. */
  remember(claimId: string, outcome: Outcome): void;
  outcomeOf(claimId: string): Outcome | undefined;
  isReleased(claimId: string): boolean;
  forget(claimId: string): void;
}

/**
 * Age from which another process's claim counts as abandoned. A sender begins within the fresh tenth of its claim,
 * so that the longest transaction of a mailer fits into the rest.
 */
export const CLAIM_TIMEOUT_MS = 10 * 60_000;

/** Part of a claim's life in which a send may begin: the rest is for the transaction, which has its own bounds. */
export const FRESH = 0.1;

/** Far more than can be under way at once; the oldest go first. */
const MAX_REMEMBERED = 10_000;

/** @param maxRemembered how many outcomes, and how many released claims, are known at most */
export function claims<Outcome>(maxRemembered = MAX_REMEMBERED): Claims<Outcome> {
  const outcomes = new Map<string, Outcome>();
  const released = new Set<string>();
  return {
    release(claimId) {
      released.add(claimId);
      const oldest = released.values().next().value;
      if (released.size > maxRemembered && oldest !== undefined) released.delete(oldest);
    },
    remember(claimId, outcome) {
      outcomes.set(claimId, outcome);
      const oldest = outcomes.keys().next().value;
      if (outcomes.size > maxRemembered && oldest !== undefined) outcomes.delete(oldest);
    },
    outcomeOf: (claimId) => outcomes.get(claimId),
    isReleased: (claimId) => released.has(claimId),
    forget(claimId) {
      outcomes.delete(claimId);
      released.delete(claimId);
    },
  };
}

/** The id of a claim that is about to be appended. */
export function newClaim(ids: Ids, own: Pick<Claims<unknown>, 'release'>): string {
  const id = ids.uuid();
  // If the log's answer is lost, the claim is in the log and known to be ours and unused.
  own.release(id);
  return id;
}
