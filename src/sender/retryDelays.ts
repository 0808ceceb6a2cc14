import type { Ids } from '../ports/ids.ts';
import { between } from './chance.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Waits between the attempts of one recipient: of a mail each random around its value, and then the last one repeated; a text
 * message is worth little the day after.
 */
const DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];
const LAST_EMAIL_DELAY_MS = 6 * HOUR_MS;
/** A recipient is tried for this long in all (RFC 5321, section 4.5.4.1, asks for days). */
const LONGEST_EMAIL_WAIT_MS = 72 * HOUR_MS;
/** Recipients that were put off together are tried again at different times. */
const JITTER = 0.2;

/** Waits before a template that took too much processor time or memory is tried again; then it has failed. */
const EXHAUSTED_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS];

/**
 * Waits before a mail is sent again whose sender ended before it had the answer: the first time at once, since the mail may
 * not have gone; then with growing waits, since it may be the mail that ends the sender. Within ten minutes it goes three times
 * at most, also by the shortest waits that chance gives.
 */
const UNANSWERED_DELAYS_MS = [0, MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS];

/** How often, and how long in all, a recipient has been put off. */
export interface Waited {
  readonly delays: number;
  readonly waitedMs: number;
}

/** Milliseconds until a recipient is tried again, null when it was waited for long enough. Grows, and is jittered. */
export function emailDelayMs({ delays, waitedMs }: Waited, ids: Pick<Ids, 'randomBytes'>): number | null {
  const delayMs = DELAYS_MS[delays] ?? LAST_EMAIL_DELAY_MS;
  return withinPatience(waitedMs, jittered(delayMs, ids));
}

/**
 * The same for a recipient whose server greylisted the mail so often before: most servers ask for five minutes, so none
 * comes earlier, and other delays before do not make it later.
 */
export function greylistedDelayMs(
  { greylistings, waitedMs }: Pick<Waited, 'waitedMs'> & { readonly greylistings: number },
  ids: Pick<Ids, 'randomBytes'>,
): number | null {
  const delayMs = DELAYS_MS[greylistings + 1] ?? LAST_EMAIL_DELAY_MS;
  return withinPatience(waitedMs, delayMs * between(ids, 1, 1 + 2 * JITTER));
}

/** The same for a mail that was left without an answer so often before. */
export function unansweredDelayMs(
  { unanswered, waitedMs }: Pick<Waited, 'waitedMs'> & { readonly unanswered: number },
  ids: Pick<Ids, 'randomBytes'>,
): number | null {
  return withinPatience(waitedMs, jittered(UNANSWERED_DELAYS_MS[unanswered] ?? HOUR_MS, ids));
}

function jittered(delayMs: number, ids: Pick<Ids, 'randomBytes'>): number {
  return delayMs * between(ids, 1 - JITTER, 1 + JITTER);
}

/** The wait, cut to what is left of the patience with a recipient; null when nothing is left. */
export function withinPatience(waitedMs: number, delayMs: number): number | null {
  const leftMs = LONGEST_EMAIL_WAIT_MS - waitedMs;
  return leftMs <= 0 ? null : Math.round(Math.min(leftMs, delayMs));
}

/** Milliseconds until an exhausted template is tried again; null when it was tried often enough. */
export function exhaustedDelayMs(exhaustionsBefore: number): number | null {
  return EXHAUSTED_DELAYS_MS[exhaustionsBefore] ?? null;
}

/** Milliseconds to wait after this attempt (from 1), null when it was the last. */
export function smsDelayMs(attempt: number): number | null {
  return DELAYS_MS[attempt - 1] ?? null;
}
