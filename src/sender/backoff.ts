const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Waits between the attempts of one recipient: about 41 hours in all (RFC 5321, section 4.5.4.1, asks for a day or
 * more, and for half-hourly attempts at most after the first few).
 */
const EMAIL_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  13 * HOUR_MS,
];

/** A text message is worth little the day after. */
const SMS_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];

/** Milliseconds to wait after this attempt (from 1), null when it was the last. */
export function emailDelayMs(attempt: number): number | null {
  return EMAIL_DELAYS_MS[attempt - 1] ?? null;
}

export function smsDelayMs(attempt: number): number | null {
  return SMS_DELAYS_MS[attempt - 1] ?? null;
}
