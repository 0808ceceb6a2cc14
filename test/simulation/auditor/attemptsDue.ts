import type { RecordedEvent } from '../../../src/events/event.ts';
import type { DeliveryStory, Post } from './deliveries.ts';
import type { Evidence } from './rule.ts';

// The schedule of the interface (docs/webhooks.md), written down a second time.
const MINUTE_MS = 60_000;
export const DELAYS_MS: readonly number[] = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * MINUTE_MS);

/** An attempt that was to be made, by the time that passes. */
export interface DueAttempt {
  readonly dueMs: number;
  /** The event that made it due; null: nothing has been scheduled yet. */
  readonly since: RecordedEvent | null;
  /** The posts of that attempt, in order: more than one when a process died or stood still. */
  readonly posts: readonly Post[];
  /** What was recorded next; null: nothing. */
  readonly next: RecordedEvent | null;
}

const ENDS: ReadonlySet<string> = new Set(['WebhookDelivered', 'WebhookDeliveryDied']);
const isEnd = ({ type }: RecordedEvent): boolean => ENDS.has(type);

/** Every attempt that a delivery was to have, and the posts after its ends, which were to have none. */
export function attemptsDue(
  { appendedAtMs }: Evidence,
  { event, recorded, posts }: DeliveryStory,
): { readonly attempts: readonly DueAttempt[]; readonly afterEnds: readonly AfterEnd[] } {
  const happenedMs = appendedAtMs(event);
  if (recorded.length === 0)
    return { attempts: [{ dueMs: happenedMs, since: null, posts, next: null }], afterEnds: [] };
  const attempts: DueAttempt[] = [];
  const afterEnds: AfterEnd[] = [];
  recorded.forEach((since, at) => {
    const next = recorded[at + 1] ?? null;
    const fromMs = appendedAtMs(since);
    const untilMs = next === null ? Number.POSITIVE_INFINITY : appendedAtMs(next);
    const own = posts.filter(({ atMs }) => atMs > fromMs && atMs <= untilMs);
    if (isEnd(since)) {
      afterEnds.push(...own.map((post) => ({ end: since, post })));
      return;
    }
    if (since.type === 'WebhookDeliveryScheduled')
      attempts.push({ dueMs: happenedMs, since, posts: own, next });
    else if (since.type === 'WebhookDeliveryRequeued')
      attempts.push({ dueMs: fromMs, since, posts: own, next });
    else {
      const { attempt, nextAttemptAt } = since.data as FailedData;
      const delayMs = DELAYS_MS[attempt - 1];
      if (nextAttemptAt === null || delayMs === undefined) return;
      const ended = posts.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs <= fromMs).at(-1);
      // A post that was open while its delivery was asked for again is followed by the one that was asked for.
      const before = recorded[at - 1];
      const wasOpen =
        before?.type === 'WebhookDeliveryRequeued' &&
        ended !== undefined &&
        ended.atMs <= appendedAtMs(before);
      attempts.push({
        dueMs: (ended?.endedAtMs ?? fromMs) + (wasOpen ? 0 : delayMs),
        ...{ since, posts: own, next },
      });
    }
  });
  return { attempts, afterEnds };
}

/** A post that began when the delivery had ended in the log. */
export interface AfterEnd {
  readonly end: RecordedEvent;
  readonly post: Post;
}

export interface FailedData {
  readonly attempt: number;
  readonly status: number | null;
  readonly reason: string;
  readonly nextAttemptAt: string | null;
}
