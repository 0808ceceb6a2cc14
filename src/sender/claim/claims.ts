import { LRUCache } from 'lru-cache';
import type { Ids } from '../../ports/ids.ts';

/**
 * What this process knows of its own claims and the log does not have yet: outcomes that could not be recorded, and
 * claims under which nothing was sent. So a message is not sent again only because the log was not available for a
 * moment. After a crash this is gone, and the log alone decides.
 */
export interface Claims<Outcome extends object> {
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

/** Outcomes, and released claims, that are known, each far more than can be under way at once; the oldest go first. */
const MAX_REMEMBERED = 10_000;

export interface ClaimBounds {
  readonly maxRemembered?: number;
}

export function claims<Outcome extends object>(bounds: ClaimBounds = {}): Claims<Outcome> {
  const { maxRemembered: max = MAX_REMEMBERED } = bounds;
  const outcomes = new LRUCache<string, Outcome>({ max });
  const released = new LRUCache<string, true>({ max });
  return {
    release: (claimId) => void released.set(claimId, true),
    remember: (claimId, outcome) => void outcomes.set(claimId, outcome),
    outcomeOf: (claimId) => outcomes.peek(claimId),
    isReleased: (claimId) => released.has(claimId),
    forget(claimId) {
      outcomes.delete(claimId);
      released.delete(claimId);
    },
  };
}

/** The id of a claim that is about to be appended. */
export function newClaim(ids: Ids, own: Pick<Claims<object>, 'release'>): string {
  const id = ids.uuid();
  // If the log's answer is lost, the claim is in the log and known to be ours and unused.
  own.release(id);
  return id;
}
