import { attemptsDue, type DueAttempt } from './attemptsDue.ts';
import { type DeliveryStory, deliveryStories, type Post, postsByUrl } from './deliveries.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { AFTER_REBUILD_MS, troubles } from './troubledAt.ts';
import { wasStepped } from './webhooksBySchedule.ts';

/** While a dispatcher runs, an attempt begins at most so late. */
const LATE_MS = 1_000;

/**
 * What is due is attempted at most a second late while a dispatcher runs. An endpoint that is busy with posts of its own may
 * be later; one that has nothing to do may not.
 */
export const webhooksInTime: Rule = {
  name: 'webhooks come in time',
  check(evidence: Evidence) {
    const overAt = troubles(evidence, ['store', 'power', 'clock', 'process']);
    const rebuiltAt = troubles(evidence, ['rebuild'], AFTER_REBUILD_MS);
    const movedAt = troubles(evidence, ['store', 'power', 'process']);
    const all = new Map(
      [...postsByUrl(evidence)].map(([url, posts]) => [
        url,
        posts.map((post) => ({ atMs: post.atMs, endedAtMs: endedAtMs(post, evidence) })),
      ]),
    );
    const postsOf = ({ endpoint }: DeliveryStory) => [...endpoint.urls].flatMap((url) => all.get(url) ?? []);
    const idleFor = (story: DeliveryStory, fromMs: number, toMs: number) =>
      longestIdleMs(postsOf(story), fromMs, toMs, evidence.leftOutMs);
    const isBusyAt = (story: DeliveryStory, dueMs: number) =>
      postsOf(story).some((post) => post.atMs <= dueMs && dueMs <= post.endedAtMs);
    /**
     * Whether a clock was stepped, and the process that waits without a clock may not be the one that failed, or had no room in
     * memory when the wait was over, since the endpoint was busy.
     */
    const mayGoByDate = (story: DeliveryStory, fromMs: number, dueMs: number, toMs: number) =>
      wasStepped(evidence, fromMs, toMs) &&
      (evidence.plan.processes.length > 1 || movedAt(null, fromMs, toMs) !== null || isBusyAt(story, dueMs));
    return deliveryStories(evidence).flatMap((story): readonly Breach[] => {
      const { event, host, deliveryId, endpoint } = story;
      return attemptsDue(evidence, story).attempts.flatMap((attempt): readonly Breach[] => {
        const begunMs = begunAtMs(attempt, evidence);
        if (begunMs - attempt.dueMs <= LATE_MS) return [];
        const { dueMs, since } = attempt;
        if (
          since?.type === 'WebhookAttemptFailed' &&
          mayGoByDate(story, evidence.appendedAtMs(since), dueMs, begunMs)
        )
          return [];
        if (endpoint.wasOff(dueMs, begunMs)) return [];
        const overMs = [overAt, rebuiltAt].map((over) => over(null, dueMs, begunMs) ?? dueMs);
        const fromMs = Math.max(dueMs, ...overMs);
        const lateMs = begunMs - fromMs - evidence.leftOutMs(fromMs, begunMs);
        const idleMs = lateMs <= LATE_MS ? 0 : idleFor(story, fromMs, begunMs);
        if (idleMs <= LATE_MS) return [];
        const seconds = ((begunMs - fromMs) / 1_000).toFixed(1);
        const how = attempt.posts.length === 0 ? 'is' : 'was posted';
        return [
          {
            ...{ rule: this.name, atMs: begunMs, about: [deliveryId, event.id] },
            what: `the ${event.type} ${event.id} to ${host} ${how} ${seconds} s late, in which its endpoint had nothing to do for ${(idleMs / 1_000).toFixed(1)} s`,
          },
        ];
      });
    });
  },
};

/** When the attempt began, or was given up without a post; the end when it has not begun. */
function begunAtMs({ posts: [first], next }: DueAttempt, { appendedAtMs, endMs }: Evidence): number {
  if (first !== undefined) return first.atMs;
  return next === null ? endMs : appendedAtMs(next);
}

/** When a post ended; at once where its process was killed, and at the end of all where it was still under way then. */
function endedAtMs({ endedAtMs, atMs, process }: Post, { journals, endMs }: Evidence): number {
  if (endedAtMs !== null) return endedAtMs;
  const isKilled = journals.processes.some(
    (line) => line.process === process && line.what === 'killed' && line.atMs >= atMs,
  );
  return isKilled ? atMs : endMs;
}

/** The longest time between two moments in which none of the posts was under way, without what was left out of it. */
function longestIdleMs(
  posts: readonly { readonly atMs: number; readonly endedAtMs: number }[],
  fromMs: number,
  toMs: number,
  leftOutMs: Evidence['leftOutMs'],
): number {
  const livedMs = (sinceMs: number, untilMs: number) =>
    untilMs <= sinceMs ? 0 : untilMs - sinceMs - leftOutMs(sinceMs, untilMs);
  let busyUntilMs = fromMs;
  let longestMs = 0;
  const meanwhile = posts.filter(({ atMs, endedAtMs }) => endedAtMs > fromMs && atMs < toMs);
  for (const { atMs, endedAtMs } of meanwhile.sort((one, other) => one.atMs - other.atMs)) {
    if (endedAtMs <= busyUntilMs) continue;
    longestMs = Math.max(longestMs, livedMs(busyUntilMs, atMs));
    busyUntilMs = endedAtMs;
  }
  return Math.max(longestMs, livedMs(busyUntilMs, toMs));
}
