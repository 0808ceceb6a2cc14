import type { Ids } from '../ports/ids.ts';

/**
 * What this process knows of its own claims that the log does not tell yet: outcomes that could not be recorded, and
 * claims under which nothing was sent. It keeps a message from being sent again because the log was away at the
 * wrong moment; after a crash it is gone, and the log alone decides.
 */
export interface Claims<Outcome> {
  /** The claim came to nothing: it may be taken again at once. */
  release(claimId: string): void;
  /** The outcome is known, though not recorded. */
  keep(claimId: string, outcome: Outcome): void;
  outcomeOf(claimId: string): Outcome | undefined;
  isReleased(claimId: string): boolean;
  forget(claimId: string): void;
}

/**
 * Age from which another process's claim is taken for abandoned. A sender begins within the fresh tenth of its claim,
 * so that the longest transaction of a mailer fits into the rest.
 */
export const CLAIM_TIMEOUT_MS = 10 * 60_000;

/** Share of its life in which a claim is acted upon: the rest is for the transaction, which has bounds of its own. */
export const FRESH = 0.1;

/** Far more than can be under way at once; the oldest go first. */
const MAX_KEPT = 10_000;

/** @param maxKept how many outcomes, and how many released claims, are known at most */
export function claims<Outcome>(maxKept = MAX_KEPT): Claims<Outcome> {
  const outcomes = new Map<string, Outcome>();
  const released = new Set<string>();
  return {
    release(claimId) {
      released.add(claimId);
      const oldest = released.values().next().value;
      if (released.size > maxKept && oldest !== undefined) released.delete(oldest);
    },
    keep(claimId, outcome) {
      outcomes.set(claimId, outcome);
      const oldest = outcomes.keys().next().value;
      if (outcomes.size > maxKept && oldest !== undefined) outcomes.delete(oldest);
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
  // Should the log's answer get lost, the claim stands there and is known to be ours and unused.
  own.release(id);
  return id;
}
