import type { RecordedEvent } from '../../../src/events/event.ts';
import type { RecordedWebhookDeliveryEvent } from '../../../src/events/webhookDelivery.ts';

// The rules of the interface (section 6 rules 4 and 5) and of endpoints that are off, written down a second time.

const MINUTE_MS = 60_000;
const DELAYS_MS = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * MINUTE_MS);
const ATTEMPTS = 7;
/** What waits for an endpoint that is off is dead after this. */
const OFF_MS = 72 * 60 * MINUTE_MS;

/** A moment by both clocks. */
export interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** A post as the receiver saw it. */
export interface SeenPost {
  readonly at: Moment;
  /** Since when nothing but its date stood in its way: its endpoint on, a slot free, a process there. */
  readonly able: Moment;
  /** When the failed attempt before it ended, where the process that made it lives on and so knows the pause. */
  readonly pausedAt: Moment | null;
  /** Whether it may have been left to the index during the pause, so that it waits for its date. */
  readonly mayGoByDate?: boolean;
  /** Whether its endpoint was off, as the service had to know. */
  readonly isOff: boolean;
  readonly status: number | null;
  /** Its class of outcome as the event has to name it; null after a 2xx. */
  readonly reason: string | null;
  /** When it was over, by the wall clock; null where two runs beside each other shared the simulated time. */
  readonly endedAtMs: number | null;
  /** The process died before the outcome was recorded, or another run recorded its own. */
  readonly unrecorded: boolean;
}

export interface Circumstances {
  /** How late something may be, in milliseconds, where the service may look about before it begins. */
  readonly toleranceMs: number;
  /** How far the clock was set forth between two dates: what was due then may be so late. */
  readonly setForthMs: (fromMs: number, toMs: number) => number;
  /** Since when the endpoint was off at an event of the log, by the wall clock; null: it was on. */
  readonly offSinceMs: (event: RecordedEvent) => number | null;
}

/** What breaks the rules in the history of one delivery: none where all is well. */
export function breachesOf(
  recorded: readonly RecordedEvent[],
  posts: readonly SeenPost[],
  circumstances: Circumstances,
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
      breaches.push(...deathBreaches(event, attempts, dueAtMs, circumstances));
      continue;
    }
    if (event.type !== 'WebhookDelivered' && event.type !== 'WebhookAttemptFailed') {
      breaches.push(`an unexpected ${event.type}`);
      continue;
    }
    attempts += 1;
    if (event.data.attempt !== attempts) breaches.push(`attempt ${event.data.attempt} as number ${attempts}`);
    // Posts that left no outcome come before the one that did, or beside it.
    const recordedAt = left.findIndex(({ unrecorded }) => !unrecorded);
    const post = left[recordedAt];
    if (post === undefined) breaches.push('an outcome of no post');
    for (const one of left.slice(0, recordedAt + 1))
      breaches.push(...postBreaches(one, dueAtMs, attempts, circumstances));
    if (post !== undefined) breaches.push(...outcomeBreaches(event, post));
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
  if (left.some(({ isOff }) => isOff)) breaches.push('posted while its endpoint was off');
  return breaches;
}

/** What was recorded against what the receiver answered, and when. */
function outcomeBreaches(
  event: Extract<RecordedWebhookDeliveryEvent, { type: 'WebhookDelivered' | 'WebhookAttemptFailed' }>,
  { status, reason, endedAtMs }: SeenPost,
): readonly string[] {
  const recorded = event.type === 'WebhookDelivered' ? null : event.data.reason;
  const breaches: string[] = [];
  if (event.data.status !== status || recorded !== reason)
    breaches.push(`${recorded ?? 'delivered'} ${event.data.status} after ${reason ?? 'delivered'} ${status}`);
  const atMs = Date.parse(event.metadata.at);
  if (endedAtMs !== null && atMs !== endedAtMs)
    breaches.push(`an outcome as of ${atMs - endedAtMs} ms after the end of its post`);
  return breaches;
}

/** `attempt` is the one that the post was for, from 1; the first is due whatever the date. */
function postBreaches(
  { at, able, pausedAt, mayGoByDate, isOff }: SeenPost,
  dueAtMs: number,
  attempt: number,
  { toleranceMs, setForthMs }: Circumstances,
): readonly string[] {
  const breaches: string[] = [];
  if (isOff) breaches.push('posted while its endpoint was off');
  const pausedUntilMs =
    pausedAt === null ? Number.POSITIVE_INFINITY : pausedAt.monotonicMs + (DELAYS_MS[attempt - 2] ?? 0);
  const earlyMs = Math.min(dueAtMs - at.wallMs, pausedUntilMs - at.monotonicMs);
  if (attempt > 1 && earlyMs > 0) breaches.push(`attempt ${attempt} posted ${earlyMs} ms too early`);
  const fromMs = Math.max(dueAtMs, able.wallMs);
  const byDateMs = setForthMs(fromMs, fromMs) > 0 ? 0 : at.wallMs - fromMs;
  const byPauseMs = at.monotonicMs - Math.max(pausedUntilMs, able.monotonicMs);
  const lateMs = mayGoByDate ? byDateMs : Math.max(byDateMs, byPauseMs);
  if (lateMs > toleranceMs) breaches.push(`attempt ${attempt} posted ${lateMs} ms late`);
  return breaches;
}

function deathBreaches(
  event: Extract<RecordedWebhookDeliveryEvent, { type: 'WebhookDeliveryDied' }>,
  attempts: number,
  dueAtMs: number,
  { toleranceMs, setForthMs, offSinceMs }: Circumstances,
): readonly string[] {
  if (event.data.attempts !== attempts) return [`dead after ${attempts} as after ${event.data.attempts}`];
  if (event.data.reason === undefined) return attempts === ATTEMPTS ? [] : [`dead after ${attempts}`];
  const sinceMs = offSinceMs(event);
  if (event.data.reason !== 'endpoint_disabled' || sinceMs === null)
    return [`dead with reason ${event.data.reason} while its endpoint was on`];
  if (attempts === ATTEMPTS) return ['dead once more after the seventh attempt'];
  const atMs = Date.parse(event.metadata.at);
  if (atMs < sinceMs + OFF_MS) return [`dead ${sinceMs + OFF_MS - atMs} ms before the 72 hours`];
  const fromMs = Math.max(dueAtMs, sinceMs + OFF_MS);
  // It sleeps through the 72 hours by the monotonic clock.
  const lateMs = atMs - fromMs - setForthMs(sinceMs, fromMs);
  return lateMs > toleranceMs ? [`dead ${lateMs} ms late`] : [];
}
