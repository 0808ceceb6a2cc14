// test/simulation/auditor/webhooksBySchedule.ts
import { attemptsDue, DELAYS_MS } from "./attemptsDue.js";
import { deliveryStories } from "./deliveries.js";
import { troubles } from "./troubledAt.js";
var SCHEDULED_MS = 6e4;
var ROUNDING_MS = 2;
var BEHIND_MS = 2e3;
var WITHHELD = /* @__PURE__ */ new Set(["address_refused", "secret_unreadable", "endpoint_disabled"]);
var isSuccess = ({ outcome }) => outcome?.outcome === "answered" && outcome.status >= 200 && outcome.status < 300;
var webhooksBySchedule = {
  name: "webhooks go by their schedule",
  check(evidence) {
    const stories = deliveryStories(evidence);
    const overAt = troubles(evidence, ["store", "power", "clock", "process"]);
    const twiceAt = troubles(evidence, ["coordination", "power", "process"]);
    const breaches = stories.flatMap(
      (story) => faultsOf(evidence, story, overAt, twiceAt).map(({ what, atMs }) => {
        const { event, host, deliveryId } = story;
        return {
          ...{ rule: this.name, atMs, about: [deliveryId, event.id] },
          what: `the ${event.type} ${event.id} to ${host} ${what}`
        };
      })
    );
    const expected = new Set(stories.map(({ deliveryId }) => `webhookdelivery-${deliveryId}`));
    const unasked = evidence.events.filter(
      ({ type, metadata, stream }) => type === "WebhookDeliveryScheduled" && metadata.actor === "dispatcher" && !expected.has(stream)
    );
    return [
      ...breaches,
      ...unasked.map((event) => ({
        ...{ rule: this.name, atMs: evidence.appendedAtMs(event), about: [event.stream] },
        what: `${event.stream} was scheduled to an endpoint that was off, or had not subscribed`
      }))
    ];
  }
};
function faultsOf(evidence, story, overAt, twiceAt) {
  const { appendedAtMs, endMs } = evidence;
  const happenedAtMs = appendedAtMs(story.event);
  if (story.recorded.length === 0) {
    const fromMs = overAt(null, happenedAtMs, endMs) ?? happenedAtMs;
    return endMs - fromMs > SCHEDULED_MS ? [{ what: "was never scheduled", atMs: happenedAtMs }] : [];
  }
  const { attempts, afterEnds } = attemptsDue(evidence, story);
  const faults = [];
  for (const { end, post } of afterEnds) {
    const isBehind = post.atMs - appendedAtMs(end) < BEHIND_MS || stoodStill(evidence, post);
    const mayBe = isBehind && overAt(null, appendedAtMs(end), post.atMs) !== null;
    if (!mayBe) faults.push({ what: `was posted after its end, ${end.type}`, atMs: post.atMs });
  }
  for (const attempt of attempts) faults.push(...faultsOfAttempt(evidence, attempt, twiceAt));
  for (const event of story.recorded) {
    const what = faultOfRecord(event, story, appendedAtMs(event));
    if (what !== null) faults.push({ what, atMs: appendedAtMs(event) });
  }
  return faults;
}
function faultsOfAttempt(evidence, { dueMs, since, posts }, twiceAt) {
  const faults = [];
  const [first] = posts;
  if (since?.type === "WebhookAttemptFailed" && first !== void 0) {
    const earlyMs = dueMs - first.atMs;
    if (earlyMs > ROUNDING_MS && !wasStepped(evidence, evidence.appendedAtMs(since), first.atMs))
      faults.push({ what: `was posted ${Math.round(earlyMs)} ms early`, atMs: first.atMs });
  }
  posts.forEach((post, at) => {
    const before = posts[at - 1];
    if (before === void 0 || twiceAt(null, before.atMs, post.atMs) !== null) return;
    const how = isSuccess(before) ? "again after it was delivered" : "twice in one attempt";
    faults.push({ what: `was posted ${how}`, atMs: post.atMs });
  });
  return faults;
}
function faultOfRecord({ type, data }, { posts }, atMs) {
  const ended = posts.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs <= atMs);
  if (type === "WebhookDelivered" && !ended.some(isSuccess))
    return "is delivered in the log, and its receiver took none";
  if (type !== "WebhookAttemptFailed") return null;
  const { attempt, reason, nextAttemptAt } = data;
  if (!WITHHELD.has(reason) && !ended.some((post) => !isSuccess(post)))
    return `failed by the log (${reason}), and its receiver had no such post`;
  if (nextAttemptAt === null !== attempt > DELAYS_MS.length)
    return `has a next attempt ${nextAttemptAt} after attempt ${attempt}`;
  return null;
}
function stoodStill({ journals }, { process, atMs }) {
  return journals.processes.some(
    (line) => line.process === process && line.what === "goes on" && line.atMs <= atMs && atMs - line.atMs < BEHIND_MS
  );
}
function wasStepped({ plan }, fromMs, toMs) {
  return plan.plannedEvents.some(
    (one) => one.of === "clock" && one.atMs <= toMs && (one.process !== null || one.atMs >= fromMs)
  );
}
export {
  wasStepped,
  webhooksBySchedule
};
//# sourceMappingURL=webhooksBySchedule.js.map
