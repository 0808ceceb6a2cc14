// test/simulation/auditor/quietWorld.ts
import { CLAIM_TIMEOUT_MS } from "../../../src/sender/claims.js";
var NAMED_TIMERS = /* @__PURE__ */ new Set([
  // Partitions that a consumer was given meanwhile.
  "runtime/follow/consumer",
  // Work whose notification was lost.
  "runtime/workLoop",
  // Signs of life, and leases that are free.
  "runtime/follow/partitions",
  // Events that are still held in memory for the projectors; checkpoints that are not saved.
  "runtime/follow/followers",
  "runtime/follow/checkpointSaver",
  // Whether it is this process that listens to the carrier.
  "sender/sms/smsIntake",
  // What a carrier brings about something that is not found yet.
  "sender/sms/foundSurely",
  // Figures for operators.
  "dispatcher/totals",
  "sender/route/routeReports",
  // While the mail route is closed.
  "sender/route/mailRoute"
]);
var NAMED_WRITES = /* @__PURE__ */ new Set(["checkpoints"]);
var MINUTE_MS = 6e4;
var PARTS_WAIT_MS = 60 * MINUTE_MS;
var FOLDED_MS = 3e3;
var UNDER_WAY_MS = 12 * MINUTE_MS;
var ATTEMPT_MS = 15e3;
var quietWorld = {
  name: "a quiet world is quiet",
  check(evidence) {
    const { watchedFromMs, endMs } = evidence;
    if (watchedFromMs === null) return [];
    const faults = [
      ...appends(evidence, watchedFromMs),
      ...writes(evidence, watchedFromMs),
      ...timers(evidence),
      ...takenThings(evidence)
    ];
    return faults.map(({ what, about = [] }) => ({ rule: this.name, atMs: endMs, what, about }));
  }
};
function appends(evidence, fromMs) {
  const { events, appendedAtMs, clocksMs, plan } = evidence;
  const wrongMs = Math.max(...clocksMs.map(Math.abs), 0);
  const untilMs = plan.startsAtMs + fromMs + 2 * MINUTE_MS + wrongMs;
  const sinceMs = plan.startsAtMs + fromMs - UNDER_WAY_MS - wrongMs;
  const last = /* @__PURE__ */ new Map();
  const attemptedAtMs = /* @__PURE__ */ new Map();
  const explained = /* @__PURE__ */ new Set();
  const faults = [];
  for (const event of events) {
    const subject = subjectOf(event);
    const before = last.get(subject) ?? last.get(event.stream);
    if (event.type !== "SmsSegmentDelivered") last.set(subject, event);
    const { endpointId = "" } = event.data;
    const atMs = appendedAtMs(event);
    const isInLine = atMs - (attemptedAtMs.get(endpointId) ?? Number.NEGATIVE_INFINITY) < ATTEMPT_MS;
    if (endpointId !== "") attemptedAtMs.set(endpointId, atMs);
    if (atMs < fromMs) continue;
    const dueMs = before === void 0 ? null : dueDateOf(before);
    const isDue = dueMs !== null && (dueMs >= sinceMs || isInLine) && dueMs <= untilMs || hasSomethingToSeal(event, events);
    const isBrought = evidence.journals.receipts.some(
      ({ smsId, atMs: atMs2 }) => event.stream === `sms-${smsId}` && Math.abs(atMs2 - appendedAtMs(event)) <= FOLDED_MS
    );
    const follows = isBrought || explained.has(event.metadata.causation ?? "") || explained.has(before?.id ?? "");
    if (isDue || follows) explained.add(event.id);
    else
      faults.push({
        what: `${event.type} was appended to ${event.stream} for no reason`,
        about: [event.stream]
      });
  }
  return faults;
}
function hasSomethingToSeal({ stream, data }, events) {
  if (stream !== "seal") return false;
  const { size = events.length, previous } = data;
  const before = events.find((seal) => seal.stream === "seal" && seal.revision === previous);
  const sealed = before?.data?.size ?? 0;
  return events.slice(sealed, size).some((event) => event.stream !== "seal");
}
function subjectOf({ stream, data }) {
  const { deliveryId } = data;
  return deliveryId === void 0 ? stream : `${stream} ${deliveryId}`;
}
function dueDateOf({ type, data, metadata }) {
  const { nextAttemptAt, scheduledFor } = data;
  const atMs = Date.parse(metadata.at);
  if (typeof nextAttemptAt === "string") return Date.parse(nextAttemptAt);
  if (typeof scheduledFor === "string") return Date.parse(scheduledFor);
  if (type.endsWith("SubmissionAttempted") || type === "WebhookDeliveryScheduled" || type === "WebhookDeliveryRequeued")
    return atMs;
  if (type === "SmsPartReceived") return atMs + PARTS_WAIT_MS;
  return /^(EmailAccepted|DeliveryDelayed|SmsAccepted)$/.test(type) ? atMs : null;
}
function writes({ journals, events, appendedAtMs }, fromMs) {
  const appendedMs = events.map(appendedAtMs).filter((atMs) => atMs >= fromMs - FOLDED_MS);
  return journals.writes.filter(({ atMs, collection }) => atMs >= fromMs + FOLDED_MS && !NAMED_WRITES.has(collection)).filter(({ atMs }) => !appendedMs.some((ms) => ms <= atMs && atMs - ms <= FOLDED_MS)).map(({ process, collection, documents, atMs }) => ({
    what: `${process} wrote ${documents} documents of ${collection} without an event, ${Math.round(atMs - fromMs)} ms into the quiet`
  }));
}
function timers({ journals }) {
  const counts = /* @__PURE__ */ new Map();
  for (const { process, site, ms } of journals.timers)
    if (ms < MINUTE_MS && !NAMED_TIMERS.has(site))
      counts.set(`${process}: ${site}`, (counts.get(`${process}: ${site}`) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 2).map(([name, count]) => ({ what: `a timer of ${name} fired ${count} times in a minute` }));
}
function takenThings({ journals, stores, endMs, plan }) {
  const lives = /* @__PURE__ */ new Map();
  for (const { process, life } of journals.processes) lives.set(process, life);
  const held = /* @__PURE__ */ new Map();
  for (const { process, life, name, value } of journals.gauges)
    if (lives.get(process) === life) held.set(`${process}: ${name}`, value);
  const isPosting = journals.posts.some((post) => isUnderWay(post.atMs, post.endedAtMs));
  const isSending = claimsUnderWay(stores.log.events, plan.startsAtMs + endMs);
  const left = [...held].filter(([name, value]) => {
    if (value === 0) return false;
    if (name.includes("worker_in_flight")) return !isSending;
    return name.includes("webhook_in_flight") ? !isPosting : true;
  });
  const strange = stores.leases.held().filter((name) => !/^([a-z]+\/\d+of\d+|mail-route\/\d+)$/.test(name));
  return [
    ...left.map(([name, value]) => ({ what: `${name} is ${value}, and nothing is under way` })),
    ...strange.map((name) => ({ what: `the lease ${name} is still held` }))
  ];
  function isUnderWay(fromMs, toMs) {
    return toMs === null ? endMs - fromMs < FOLDED_MS * 5 : endMs - toMs < FOLDED_MS;
  }
}
function claimsUnderWay(events, endDateMs) {
  const claims = /* @__PURE__ */ new Map();
  for (const event of events) {
    const subject = subjectOf(event);
    if (event.type.endsWith("SubmissionAttempted")) claims.set(subject, Date.parse(event.metadata.at));
    else if (event.type !== "SmsSegmentSent") claims.delete(subject);
  }
  return [...claims.values()].some((atMs) => Math.abs(endDateMs - atMs) < 2 * CLAIM_TIMEOUT_MS + 36e5);
}
export {
  quietWorld
};
//# sourceMappingURL=quietWorld.js.map
