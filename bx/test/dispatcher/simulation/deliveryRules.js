// test/dispatcher/simulation/deliveryRules.ts
var MINUTE_MS = 6e4;
var DELAYS_MS = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * MINUTE_MS);
var ATTEMPTS = 7;
var OFF_MS = 72 * 60 * MINUTE_MS;
function breachesOf(recorded, posts, circumstances) {
  const [scheduled, ...events] = recorded;
  if (scheduled?.type !== "WebhookDeliveryScheduled") return ["it was never scheduled"];
  const breaches = [];
  let dueAtMs = Date.parse(scheduled.metadata.at);
  let attempts = 0;
  let ended = false;
  let left = [...posts];
  for (const event of events) {
    if (ended) breaches.push(`${event.type} after its end`);
    if (event.type === "WebhookDeliveryDied") {
      ended = true;
      breaches.push(...deathBreaches(event, attempts, dueAtMs, circumstances));
      continue;
    }
    if (event.type !== "WebhookDelivered" && event.type !== "WebhookAttemptFailed") {
      breaches.push(`an unexpected ${event.type}`);
      continue;
    }
    attempts += 1;
    if (event.data.attempt !== attempts) breaches.push(`attempt ${event.data.attempt} as number ${attempts}`);
    const recordedAt = left.findIndex(({ unrecorded }) => !unrecorded);
    const post = left[recordedAt];
    if (post === void 0) breaches.push("an outcome of no post");
    for (const one of left.slice(0, recordedAt + 1))
      breaches.push(...postBreaches(one, dueAtMs, attempts, circumstances));
    if (post !== void 0) breaches.push(...outcomeBreaches(event, post));
    left = left.slice(recordedAt + 1);
    if (event.type === "WebhookDelivered") {
      ended = true;
      continue;
    }
    const delayMs = DELAYS_MS[attempts - 1];
    const { nextAttemptAt } = event.data;
    if (delayMs === void 0) {
      if (nextAttemptAt !== null) breaches.push("a time for an eighth attempt");
      continue;
    }
    dueAtMs = Date.parse(event.metadata.at) + delayMs;
    if (nextAttemptAt === null || Date.parse(nextAttemptAt) !== dueAtMs) breaches.push("off schedule");
  }
  if (!ended) breaches.push(`lost after ${attempts} attempts`);
  if (left.some(({ unrecorded }) => !unrecorded)) breaches.push("posted after its end");
  if (left.some(({ isOff }) => isOff)) breaches.push("posted while its endpoint was off");
  return breaches;
}
function outcomeBreaches(event, { status, reason, endedAtMs }) {
  const recorded = event.type === "WebhookDelivered" ? null : event.data.reason;
  const breaches = [];
  if (event.data.status !== status || recorded !== reason)
    breaches.push(`${recorded ?? "delivered"} ${event.data.status} after ${reason ?? "delivered"} ${status}`);
  const atMs = Date.parse(event.metadata.at);
  if (endedAtMs !== null && atMs !== endedAtMs)
    breaches.push(`an outcome as of ${atMs - endedAtMs} ms after the end of its post`);
  return breaches;
}
function postBreaches({ at, able, pausedAt, isOff }, dueAtMs, attempt, { toleranceMs, setForthMs }) {
  const breaches = [];
  if (isOff) breaches.push("posted while its endpoint was off");
  const pausedUntilMs = pausedAt === null ? Number.POSITIVE_INFINITY : pausedAt.monotonicMs + (DELAYS_MS[attempt - 2] ?? 0);
  const earlyMs = Math.min(dueAtMs - at.wallMs, pausedUntilMs - at.monotonicMs);
  if (attempt > 1 && earlyMs > 0) breaches.push(`attempt ${attempt} posted ${earlyMs} ms too early`);
  const fromMs = Math.max(dueAtMs, able.wallMs);
  const byDateMs = setForthMs(fromMs, fromMs) > 0 ? 0 : at.wallMs - fromMs;
  const byPauseMs = at.monotonicMs - Math.max(pausedUntilMs, able.monotonicMs);
  const lateMs = Math.max(byDateMs, byPauseMs);
  if (lateMs > toleranceMs) breaches.push(`attempt ${attempt} posted ${lateMs} ms late`);
  return breaches;
}
function deathBreaches(event, attempts, dueAtMs, { toleranceMs, setForthMs, offSinceMs }) {
  if (event.data.attempts !== attempts) return [`dead after ${attempts} as after ${event.data.attempts}`];
  if (event.data.reason === void 0) return attempts === ATTEMPTS ? [] : [`dead after ${attempts}`];
  const sinceMs = offSinceMs(event);
  if (event.data.reason !== "endpoint_disabled" || sinceMs === null)
    return [`dead with reason ${event.data.reason} while its endpoint was on`];
  if (attempts === ATTEMPTS) return ["dead once more after the seventh attempt"];
  const atMs = Date.parse(event.metadata.at);
  if (atMs < sinceMs + OFF_MS) return [`dead ${sinceMs + OFF_MS - atMs} ms before the 72 hours`];
  const fromMs = Math.max(dueAtMs, sinceMs + OFF_MS);
  const lateMs = atMs - fromMs - setForthMs(sinceMs, fromMs);
  return lateMs > toleranceMs ? [`dead ${lateMs} ms late`] : [];
}
export {
  breachesOf
};
//# sourceMappingURL=deliveryRules.js.map
