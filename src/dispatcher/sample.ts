import type { Ledger } from '../commands/kernel/ledger.ts';
import type { WebhookEndpoint } from '../commands/webhook/webhookEndpoints.ts';
import { instant } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import type { PostFailureReason } from '../ports/poster.ts';
import { ATTEMPT_TIMEOUT_MS } from './attempt.ts';
import { signedHeaders } from './sign.ts';

/** Of the sandbox, as its prefix says: a receiver must not take it for the fate of a real message. */
const SAMPLE_KIND = 'email.delivered';

/** What became of a sample, in the words of the events: `delivered` is 2xx, `status` any other answer. */
export interface SampleResult {
  readonly eventId: string;
  readonly outcome: 'delivered' | 'status' | PostFailureReason;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The first 2 KB of the answer; null: there was none. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly detail: string | null;
  readonly durationMs: number;
}

/** The signing secret was sealed under another master key. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
  constructor() {
    super('the signing secret does not open: it was sealed under another master key.');
  }
}

/**
 * Posts a signed sample event to an endpoint once, from this process. Nothing of it is recorded.
 * @throws SecretUnreadable
 */
export async function postSample(
  { ids, clock }: Pick<Ledger, 'ids' | 'clock'>,
  { secrets, poster }: Pick<Ports, 'secrets' | 'poster'>,
  { endpointId, url, sealedSecret }: WebhookEndpoint,
): Promise<SampleResult> {
  const secret = opened(() => secrets.open(sealedSecret, endpointId));
  const eventId = ids.uuid();
  const nowMs = clock.nowMs();
  const data = { email_id: ids.uuid(), delivery_id: ids.uuid(), recipient: 'test@example.com' };
  const body = JSON.stringify({ id: eventId, type: SAMPLE_KIND, created_at: instant(nowMs), data });
  const headers = signedHeaders(secret, eventId, nowMs, body);
  const startedAtMs = clock.monotonicMs();
  const result = await poster.post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS });
  const sent = { eventId, durationMs: Math.round(clock.monotonicMs() - startedAtMs) };
  if (result.outcome === 'failed')
    return { ...sent, outcome: result.reason, status: null, answer: null, detail: result.detail };
  const { status, body: answer } = result;
  const outcome = status >= 200 && status < 300 ? 'delivered' : 'status';
  return { ...sent, outcome, status, answer: answer === '' ? null : answer, detail: null };
}

function opened(open: () => string): string {
  try {
    return open();
  } catch {
    throw new SecretUnreadable();
  }
}
