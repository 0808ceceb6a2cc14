// test/simulation/auditor/webhooksInTime.ts
import { attemptsDue } from "./attemptsDue.js";
import { deliveryStories, postsByUrl } from "./deliveries.js";
import { AFTER_REBUILD_MS, troubles } from "./troubledAt.js";
import { wasStepped } from "./webhooksBySchedule.js";
var LATE_MS = 1e3;
var webhooksInTime = {
  name: "webhooks come in time",
  check(evidence) {
    const overAt = troubles(evidence, ["store", "power", "clock", "process"]);
    const rebuiltAt = troubles(evidence, ["rebuild"], AFTER_REBUILD_MS);
    const movedAt = troubles(evidence, ["store", "power", "process"]);
    const all = new Map(
      [...postsByUrl(evidence)].map(([url, posts]) => [
        url,
        posts.map((post) => ({ atMs: post.atMs, endedAtMs: endedAtMs(post, evidence) }))
      ])
    );
    const postsOf = ({ endpoint }) => [...endpoint.urls].flatMap((url) => all.get(url) ?? []);
    const idleFor = (story, fromMs, toMs) => longestIdleMs(postsOf(story), fromMs, toMs, evidence.leftOutMs);
    const isBusyAt = (story, dueMs) => postsOf(story).some((post) => post.atMs <= dueMs && dueMs <= post.endedAtMs);
    const mayGoByDate = (story, fromMs, dueMs, toMs) => wasStepped(evidence, fromMs, toMs) && (evidence.plan.processes.length > 1 || movedAt(null, fromMs, toMs) !== null || isBusyAt(story, dueMs));
    return deliveryStories(evidence).flatMap((story) => {
      const { event, host, deliveryId, endpoint } = story;
      return attemptsDue(evidence, story).attempts.flatMap((attempt) => {
        const begunMs = begunAtMs(attempt, evidence);
        if (begunMs - attempt.dueMs <= LATE_MS) return [];
        const { dueMs, since } = attempt;
        if (since?.type === "WebhookAttemptFailed" && mayGoByDate(story, evidence.appendedAtMs(since), dueMs, begunMs))
          return [];
        if (endpoint.wasOff(dueMs, begunMs)) return [];
        const overMs = [overAt, rebuiltAt].map((over) => over(null, dueMs, begunMs) ?? dueMs);
        const fromMs = Math.max(dueMs, ...overMs);
        const lateMs = begunMs - fromMs - evidence.leftOutMs(fromMs, begunMs);
        const idleMs = lateMs <= LATE_MS ? 0 : idleFor(story, fromMs, begunMs);
        if (idleMs <= LATE_MS) return [];
        const seconds = ((begunMs - fromMs) / 1e3).toFixed(1);
        const how = attempt.posts.length === 0 ? "is" : "was posted";
        return [
          {
            ...{ rule: this.name, atMs: begunMs, about: [deliveryId, event.id] },
            what: `the ${event.type} ${event.id} to ${host} ${how} ${seconds} s late, in which its endpoint had nothing to do for ${(idleMs / 1e3).toFixed(1)} s`
          }
        ];
      });
    });
  }
};
function begunAtMs({ posts: [first], next }, { appendedAtMs, endMs }) {
  if (first !== void 0) return first.atMs;
  return next === null ? endMs : appendedAtMs(next);
}
function endedAtMs({ endedAtMs: endedAtMs2, atMs, process }, { journals, endMs }) {
  if (endedAtMs2 !== null) return endedAtMs2;
  const isKilled = journals.processes.some(
    (line) => line.process === process && line.what === "killed" && line.atMs >= atMs
  );
  return isKilled ? atMs : endMs;
}
function longestIdleMs(posts, fromMs, toMs, leftOutMs) {
  const livedMs = (sinceMs, untilMs) => untilMs <= sinceMs ? 0 : untilMs - sinceMs - leftOutMs(sinceMs, untilMs);
  let busyUntilMs = fromMs;
  let longestMs = 0;
  const meanwhile = posts.filter(({ atMs, endedAtMs: endedAtMs2 }) => endedAtMs2 > fromMs && atMs < toMs);
  for (const { atMs, endedAtMs: endedAtMs2 } of meanwhile.sort((one, other) => one.atMs - other.atMs)) {
    if (endedAtMs2 <= busyUntilMs) continue;
    longestMs = Math.max(longestMs, livedMs(busyUntilMs, atMs));
    busyUntilMs = endedAtMs2;
  }
  return Math.max(longestMs, livedMs(busyUntilMs, toMs));
}
export {
  webhooksInTime
};
//# sourceMappingURL=webhooksInTime.js.map
