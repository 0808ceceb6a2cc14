import { type DeliveryStory, deliveryStories, type Post } from './deliveries.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

// The schedule of the interface (docs/webhooks.md), written down a second time.
const MINUTE_MS = 60_000;
const DELAYS_MS = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * MINUTE_MS);

/** An event is scheduled to its endpoints within this, when nothing has happened for so long. */
const SCHEDULED_MS = 60_000;
/** A post that was answered is recorded within this, where nothing is wrong. */
const RECORDED_MS = 60_000;

const isSuccess = ({ outcome }: Post) =>
  outcome?.outcome === 'answered' && outcome.status >= 200 && outcome.status < 300;

/**
 * For every event and every endpoint that was active and subscribed then: delivered, or attempted by the schedule and never
 * early; nothing after success; and nothing is ever forgotten.
 */
export const webhooksBySchedule: Rule = {
  name: 'webhooks go by their schedule',
  check(evidence: Evidence) {
    const isTroubled = troubledAt(evidence);
    return deliveryStories(evidence).flatMap((story): readonly Breach[] => {
      const { event, host, deliveryId, recorded, posts } = story;
      const breach = (what: string, atMs: number): Breach => ({
        ...{ rule: this.name, atMs, about: [deliveryId, event.id] },
        what: `the ${event.type} ${event.id} to ${host} ${what}`,
      });
      const happenedAtMs = evidence.appendedAtMs(event);
      if (recorded.length === 0)
        return evidence.endMs - happenedAtMs > SCHEDULED_MS
          ? [breach('was never scheduled', happenedAtMs)]
          : [];
      const breaches: Breach[] = [];
      posts.forEach((post, at) => {
        const before = posts[at - 1];
        if (before === undefined) return;
        const wasLost = isTroubled(null, before.atMs, (before.endedAtMs ?? before.atMs) + RECORDED_MS);
        if (isSuccess(before) && !wasLost)
          breaches.push(breach('was posted again after it was delivered', post.atMs));
        const earlyMs = earlyBy(evidence, story, before, post);
        if (earlyMs > 0 && !wasLost)
          breaches.push(breach(`was posted ${Math.round(earlyMs)} ms early`, post.atMs));
      });
      const lateMs = overdueBy(evidence, story);
      if (lateMs > 0)
        breaches.push(breach(`is ${Math.round(lateMs / 1_000)} s late at the end`, evidence.endMs));
      return breaches;
    });
  },
};

/** How much sooner a post came than the attempt before it allows, by the clock that is kindest. */
function earlyBy({ clocksMs }: Evidence, { recorded }: DeliveryStory, before: Post, post: Post): number {
  const failed = recorded.filter(({ type }) => type === 'WebhookAttemptFailed');
  const nth = failed.findIndex(({ metadata }) => {
    const at = Date.parse(metadata.at);
    return clocksMs.some((offsetMs) => Math.abs(at - offsetMs - dateOf(before)) < 2_000);
  });
  const delayMs = DELAYS_MS[nth];
  if (nth < 0 || delayMs === undefined) return 0;
  // A clock that was stepped over the date makes it due sooner.
  const steppedMs = Math.max(...clocksMs) - Math.min(...clocksMs);
  return (before.endedAtMs ?? before.atMs) + delayMs - post.atMs - steppedMs;
}

const dateOf = (post: Post) => post.dateMs + (post.endedAtMs ?? post.atMs) - post.atMs;

/** How long something has been due at the end, when it should have been done in the calm. */
function overdueBy({ endDateMs }: Evidence, { recorded }: DeliveryStory): number {
  const last = recorded.at(-1);
  if (last === undefined || last.type === 'WebhookDelivered' || last.type === 'WebhookDeliveryDied') return 0;
  const { nextAttemptAt } = last.data as { readonly nextAttemptAt?: string | null };
  const dueAtMs = Date.parse(nextAttemptAt ?? last.metadata.at);
  // An endpoint that hangs has one slot: what waits for it is late by as many attempts as are before it.
  return endDateMs - dueAtMs - 10 * MINUTE_MS;
}
