import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { projection } from '../follow/fold/projection.ts';

/** Answers of a fast endpoint take at most so long. */
export const FAST_MS = 250;

/** How an endpoint answers: `fast`, within 250 ms; `slow`, later; `silent`, not within the ten seconds of an attempt. */
export type KnownSpeedClass = 'fast' | 'slow' | 'silent';

/** One attempt at an endpoint. */
interface Attempt {
  readonly endedAt: string;
  readonly durationMs: number;
  readonly isAnswered: boolean;
}

/** What the last attempts at an endpoint have shown, also to the processes that come after these. Keyed by the endpoint's id. */
export interface WebhookHealthDocument {
  readonly workspace: string;
  /** Null until an attempt has shown how long its answers take. */
  readonly speedClass: KnownSpeedClass | null;
  /** Since when every attempt has failed; null while the last one succeeded. */
  readonly failingSince: string | null;
  /** HTTP status of the last attempt, null when there was no answer. */
  readonly lastStatus: number | null;
  readonly lastReason: string | null;
  /** The last attempt that failed; null: none has. */
  readonly lastFailure: {
    readonly at: string;
    readonly status: number | null;
    readonly reason: string;
  } | null;
  /** The last attempts, the newest last. */
  readonly recent: readonly Attempt[];
}

const MAX_RECENT = 15;

export const webhookHealth = projection<WebhookHealthDocument, RecordedWebhookDeliveryEvent>({
  name: 'webhook_health',
  version: 4,
  indexes: { byFailingSince: ['failingSince'] },
  key: ({ type, data }) =>
    type === 'WebhookDelivered' || type === 'WebhookAttemptFailed' ? data.endpointId : null,
  on: {
    WebhookDeliveryScheduled: 'ignored',
    WebhookDelivered: (before, { data, metadata }) => shown(before, { ...data, reason: null }, metadata),
    WebhookAttemptFailed: (before, { data, metadata }) => shown(before, data, metadata),
    WebhookDeliveryDied: 'ignored',
    WebhookDeliveryRequeued: 'ignored',
  },
});

function shown(
  before: WebhookHealthDocument | null,
  attempt: { readonly status: number | null; readonly reason: string | null; readonly durationMs: number },
  { workspace, at }: { readonly workspace: string; readonly at: string },
): WebhookHealthDocument {
  const { status, reason, durationMs } = attempt;
  const isAnswered = status !== null;
  return {
    workspace,
    speedClass: speedClassBy(attempt) ?? before?.speedClass ?? null,
    failingSince: reason === null ? null : (before?.failingSince ?? at),
    lastStatus: status,
    lastReason: reason,
    lastFailure: reason === null ? (before?.lastFailure ?? null) : { at, status, reason },
    recent: [...(before?.recent ?? []), { endedAt: at, durationMs, isAnswered }].slice(-MAX_RECENT),
  };
}

/** What failed without an answer, such as a refused connection, shows nothing of how long answers take. */
function speedClassBy({ status, reason, durationMs }: Parameters<typeof shown>[1]): KnownSpeedClass | null {
  if (reason === 'timeout') return 'silent';
  if (status === null) return null;
  return durationMs <= FAST_MS ? 'fast' : 'slow';
}

/** The median time of the last answers, in milliseconds; null when none was answered. */
export function medianAnswerMs({ recent }: Pick<WebhookHealthDocument, 'recent'>): number | null {
  const answers = recent.filter(({ isAnswered }) => isAnswered).map(({ durationMs }) => durationMs);
  return answers.sort((a, b) => a - b)[Math.floor(answers.length / 2)] ?? null;
}

/** How many slots of the dispatcher the endpoint used on average from the first of its last attempts on until `nowMs`. */
export function slotsUsed({ recent }: WebhookHealthDocument, nowMs: number): number {
  const [first] = recent;
  if (first === undefined) return 0;
  const sinceMs = Date.parse(first.endedAt) - first.durationMs;
  const usedMs = recent.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return usedMs / Math.max(1, nowMs - sinceMs);
}
