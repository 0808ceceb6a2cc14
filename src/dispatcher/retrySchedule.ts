const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays between attempts (spec section 6 rule 5): the one at index n follows the failed attempt n + 1. */
export const RETRY_DELAYS_MS: readonly number[] = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
];

/** The first attempt and one after every delay. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** When to try again after the given attempt (from 1) failed at `failedAtMs`; null when it was the last. */
export function nextAttemptAtMs(attempt: number, failedAtMs: number): number | null {
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  return delayMs === undefined ? null : failedAtMs + delayMs;
}
