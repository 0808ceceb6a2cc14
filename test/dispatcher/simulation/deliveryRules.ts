import type { RecordedEvent } from '../../../src/events/event.ts';
import type { RecordedWebhookDeliveryEvent } from '../../../src/events/webhookDelivery.ts';

// The rules of the interface (section 6 rules 4 and 5) and of disabled endpoints, written down a second time.

const MINUTE_MS = 60_000;
const DELAYS_MS = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * MINUTE_MS);
const ATTEMPTS = 7;
/** Reasons of attempts that post nothing: while an endpoint is off its attempts pass as failed ones. */
const WITHHELD = ['endpoint_disabled'];

/** A post as the receiver saw it. */
export interface SeenPost {
  /** When it began, by the wall clock. */
  readonly atMs: number;
  readonly status: number | null;
  /** The process died before the outcome was recorded, or another run recorded its own. */
  readonly unrecorded: boolean;
}

/** Whether a stretch of time was stepped over by the clock, so that what was due in it could only be late. */
export type SteppedOver = (dueAtMs: number) => boolean;

/** What breaks the rules in the history of one delivery: none where all is well. */
export function breachesOf(
  recorded: readonly RecordedEvent[],
  posts: readonly SeenPost[],
  steppedOver: SteppedOver,
): readonly string[] {
  const [scheduled, ...events] = recorded as readonly RecordedWebhookDeliveryEvent[];
  if (scheduled?.type !== 'WebhookDeliveryScheduled') return ['it was never scheduled'];
  const breaches: string[] = [];
  let dueAtMs = Date.parse(scheduled.metadata.at);
  let attempts = 0;
  let ended = false;
  let left = [...posts];
  for (const event of events) {
    if (ended) breaches.push(`${event.type} after its end`);
    if (event.type === 'WebhookDeliveryDied') {
      ended = true;
      if (attempts !== ATTEMPTS || event.data.attempts !== ATTEMPTS) breaches.push(`dead after ${attempts}`);
      continue;
    }
    if (event.type !== 'WebhookDelivered' && event.type !== 'WebhookAttemptFailed') {
      breaches.push(`an unexpected ${event.type}`);
      continue;
    }
    attempts += 1;
    if (event.data.attempt !== attempts) breaches.push(`attempt ${event.data.attempt} as number ${attempts}`);
    const isWithheld = event.type === 'WebhookAttemptFailed' && WITHHELD.includes(event.data.reason);
    // Posts that left no outcome come before the one that did, or beside it.
    const recordedAt = isWithheld ? -1 : left.findIndex(({ unrecorded }) => !unrecorded);
    const post = left[recordedAt];
    if (!isWithheld && post === undefined) breaches.push('an outcome of no post');
    for (const one of left.slice(0, recordedAt + 1)) {
      if (one.atMs < dueAtMs) breaches.push(`posted ${dueAtMs - one.atMs} ms too early`);
      if (one.atMs > dueAtMs && !steppedOver(dueAtMs)) breaches.push(`posted ${one.atMs - dueAtMs} ms late`);
    }
    if (post !== undefined && post.status !== event.data.status) breaches.push('the outcome of another post');
    left = left.slice(recordedAt + 1);
    if (event.type === 'WebhookDelivered') {
      ended = true;
      continue;
    }
    const delayMs = DELAYS_MS[attempts - 1];
    const { nextAttemptAt } = event.data;
    if (delayMs === undefined) {
      if (nextAttemptAt !== null) breaches.push('a time for an eighth attempt');
      continue;
    }
    dueAtMs = Date.parse(event.metadata.at) + delayMs;
    if (nextAttemptAt === null || Date.parse(nextAttemptAt) !== dueAtMs) breaches.push('off schedule');
  }
  if (!ended) breaches.push(`lost after ${attempts} attempts`);
  if (left.some(({ unrecorded }) => !unrecorded)) breaches.push('posted after its end');
  return breaches;
}
