import type { RecordedEvent } from '../../../src/events/event.ts';
import { attemptsDue, DELAYS_MS, type DueAttempt, type FailedData } from './attemptsDue.ts';
import { type DeliveryStory, deliveryStories, type Post } from './deliveries.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { type OverAt, troubles } from './troubledAt.ts';

/** An event is scheduled to its endpoints within this, when nothing has happened for so long. */
const SCHEDULED_MS = 60_000;
/** Dates are whole milliseconds. */
const ROUNDING_MS = 2;
/** A process that read the log before an end was in it may post so long after, where the log is slow or it stood still. */
const BEHIND_MS = 2_000;

/** Failures without a post: nothing was sent. */
const WITHHELD: ReadonlySet<string> = new Set(['address_refused', 'secret_unreadable', 'endpoint_disabled']);

const isSuccess = ({ outcome }: Post) =>
  outcome?.outcome === 'answered' && outcome.status >= 200 && outcome.status < 300;

/**
 * For every event and every endpoint that was active and subscribed then: scheduled, and for no other; attempted by the
 * schedule, never early, and once an attempt; what is recorded was seen by the receiver; nothing after the end.
 */
export const webhooksBySchedule: Rule = {
  name: 'webhooks go by their schedule',
  check(evidence: Evidence) {
    const stories = deliveryStories(evidence);
    const overAt = troubles(evidence, ['store', 'power', 'clock', 'process']);
    const twiceAt = troubles(evidence, ['coordination', 'power', 'process']);
    const breaches = stories.flatMap((story) =>
      faultsOf(evidence, story, overAt, twiceAt).map(({ what, atMs }): Breach => {
        const { event, host, deliveryId } = story;
        return {
          ...{ rule: this.name, atMs, about: [deliveryId, event.id] },
          what: `the ${event.type} ${event.id} to ${host} ${what}`,
        };
      }),
    );
    const expected = new Set(stories.map(({ deliveryId }) => `webhookdelivery-${deliveryId}`));
    const unasked = evidence.events.filter(
      ({ type, metadata, stream }) =>
        type === 'WebhookDeliveryScheduled' && metadata.actor === 'dispatcher' && !expected.has(stream),
    );
    return [
      ...breaches,
      ...unasked.map((event) => ({
        ...{ rule: this.name, atMs: evidence.appendedAtMs(event), about: [event.stream] },
        what: `${event.stream} was scheduled to an endpoint that was off, or had not subscribed`,
      })),
    ];
  },
};

interface Fault {
  readonly what: string;
  readonly atMs: number;
}

/** `twiceAt`: when the troubles are over that may have an attempt made twice; an outcome waits for a log that is away. */
function faultsOf(
  evidence: Evidence,
  story: DeliveryStory,
  overAt: OverAt,
  twiceAt: OverAt,
): readonly Fault[] {
  const { appendedAtMs, endMs } = evidence;
  const happenedAtMs = appendedAtMs(story.event);
  if (story.recorded.length === 0) {
    const fromMs = overAt(null, happenedAtMs, endMs) ?? happenedAtMs;
    return endMs - fromMs > SCHEDULED_MS ? [{ what: 'was never scheduled', atMs: happenedAtMs }] : [];
  }
  const { attempts, afterEnds } = attemptsDue(evidence, story);
  const faults: Fault[] = [];
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

function faultsOfAttempt(evidence: Evidence, { dueMs, since, posts }: DueAttempt, twiceAt: OverAt): Fault[] {
  const faults: Fault[] = [];
  const [first] = posts;
  if (since?.type === 'WebhookAttemptFailed' && first !== undefined) {
    const earlyMs = dueMs - first.atMs;
    if (earlyMs > ROUNDING_MS && !wasStepped(evidence, evidence.appendedAtMs(since), first.atMs))
      faults.push({ what: `was posted ${Math.round(earlyMs)} ms early`, atMs: first.atMs });
  }
  posts.forEach((post, at) => {
    const before = posts[at - 1];
    if (before === undefined || twiceAt(null, before.atMs, post.atMs) !== null) return;
    const how = isSuccess(before) ? 'again after it was delivered' : 'twice in one attempt';
    faults.push({ what: `was posted ${how}`, atMs: post.atMs });
  });
  return faults;
}

/** What an event of the delivery says and the receiver did not see, or the schedule has not. */
function faultOfRecord({ type, data }: RecordedEvent, { posts }: DeliveryStory, atMs: number): string | null {
  const ended = posts.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs <= atMs);
  if (type === 'WebhookDelivered' && !ended.some(isSuccess))
    return 'is delivered in the log, and its receiver took none';
  if (type !== 'WebhookAttemptFailed') return null;
  const { attempt, reason, nextAttemptAt } = data as FailedData;
  if (!WITHHELD.has(reason) && !ended.some((post) => !isSuccess(post)))
    return `failed by the log (${reason}), and its receiver had no such post`;
  if ((nextAttemptAt === null) !== attempt > DELAYS_MS.length)
    return `has a next attempt ${nextAttemptAt} after attempt ${attempt}`;
  return null;
}

/** Whether the process had just come back from a pause when it posted. */
function stoodStill({ journals }: Evidence, { process, atMs }: Post): boolean {
  return journals.processes.some(
    (line) =>
      line.process === process &&
      line.what === 'goes on' &&
      line.atMs <= atMs &&
      atMs - line.atMs < BEHIND_MS,
  );
}

/** Whether a clock was stepped between two moments, or clocks of processes differ: then a date may come sooner or later. */
export function wasStepped({ plan }: Evidence, fromMs: number, toMs: number): boolean {
  return plan.plannedEvents.some(
    (one) => one.of === 'clock' && one.atMs <= toMs && (one.process !== null || one.atMs >= fromMs),
  );
}
