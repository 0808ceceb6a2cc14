// src/sender/backoff.ts
import { between } from "./chance.js";
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var EMAIL_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS
];
var LAST_EMAIL_DELAY_MS = 6 * HOUR_MS;
var LONGEST_EMAIL_WAIT_MS = 72 * HOUR_MS;
var JITTER = 0.2;
var EXHAUSTED_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS];
var UNANSWERED_DELAYS_MS = [0, MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS];
var SMS_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS
];
function emailDelayMs({ delays, waitedMs }, ids) {
  const delayMs = EMAIL_DELAYS_MS[delays] ?? LAST_EMAIL_DELAY_MS;
  return withinPatience(waitedMs, jittered(delayMs, ids));
}
function greylistedDelayMs({ greylistings, waitedMs }, ids) {
  const delayMs = EMAIL_DELAYS_MS[greylistings + 1] ?? LAST_EMAIL_DELAY_MS;
  return withinPatience(waitedMs, delayMs * between(ids, 1, 1 + 2 * JITTER));
}
function unansweredDelayMs({ unanswered, waitedMs }, ids) {
  return withinPatience(waitedMs, jittered(UNANSWERED_DELAYS_MS[unanswered] ?? HOUR_MS, ids));
}
function jittered(delayMs, ids) {
  return delayMs * between(ids, 1 - JITTER, 1 + JITTER);
}
function withinPatience(waitedMs, delayMs) {
  const leftMs = LONGEST_EMAIL_WAIT_MS - waitedMs;
  return leftMs <= 0 ? null : Math.round(Math.min(leftMs, delayMs));
}
function exhaustedDelayMs(exhaustionsBefore) {
  return EXHAUSTED_DELAYS_MS[exhaustionsBefore] ?? null;
}
function smsDelayMs(attempt) {
  return SMS_DELAYS_MS[attempt - 1] ?? null;
}
export {
  emailDelayMs,
  exhaustedDelayMs,
  greylistedDelayMs,
  smsDelayMs,
  unansweredDelayMs,
  withinPatience
};
//# sourceMappingURL=backoff.js.map
