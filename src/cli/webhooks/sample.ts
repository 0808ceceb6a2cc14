import type { Command } from 'commander';
import { ATTEMPT_TIMEOUT_MS } from '../../dispatcher/attempt.ts';
import { signedHeaders } from '../../dispatcher/sign.ts';
import { instant } from '../../ports/clock.ts';
import type { PostOutcome } from '../../ports/poster.ts';
import { printable } from '../answer.ts';
import { uuid } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { endpointWithId } from './endpointWithId.ts';

/** Of the sandbox, as its prefix says: a receiver must not take it for the fate of a real message. */
const SAMPLE_KIND = 'email.delivered';

/** `postledger webhooks test`: posts a signed sample event, from here and once, and prints the answer. */
export function addSample(group: Command, cli: Cli): void {
  const sample = group
    .command('test')
    .description('post a signed sample event to an endpoint now; nothing of it is recorded')
    .argument('<endpoint-id>', 'id of the endpoint', uuid);
  cli.ledgerAction(sample, posted);
}

async function posted(call: LedgerCall) {
  const { secrets, ledger, openPoster } = call;
  const { clock, ids } = ledger;
  const endpointId = (call.args[0] ?? '').toLowerCase();
  const { id: workspace } = await workspaceNamed(call);
  const { url, sealedSecret } = await endpointWithId(call, workspace, endpointId);
  const secret = opened(() => secrets.open(sealedSecret, endpointId));
  const eventId = ids.uuid();
  const nowMs = clock.nowMs();
  const body = sampleBody(eventId, instant(nowMs), { email: ids.uuid(), delivery: ids.uuid() });
  const headers = signedHeaders(secret, eventId, nowMs, body);
  const poster = openPoster();
  const startedAtMs = clock.monotonicMs();
  const outcome = await poster
    .post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS })
    .finally(() => poster.close());
  const durationMs = Math.round(clock.monotonicMs() - startedAtMs);
  const result = resultOf(outcome);
  const data = { endpoint_id: endpointId, url, event_id: eventId, ...result, duration_ms: durationMs };
  const answer = result.answer === null ? '' : `\n${printable(result.answer)}`;
  const what = result.status ?? `${result.outcome} (${result.detail})`;
  const text = `${printable(url)}: ${what} after ${durationMs} ms${answer}`;
  return { data, text, failed: result.outcome !== 'delivered' };
}

function opened(open: () => string): string {
  try {
    return open();
  } catch {
    throw new CliError('the signing secret does not open: it was sealed under another master key.');
  }
}

/** In the words of the events: `delivered` is 2xx, `status` any other answer. */
function resultOf(result: PostOutcome) {
  if (result.outcome === 'failed')
    return { outcome: result.reason, status: null, answer: null, detail: result.detail };
  const { status, body } = result;
  const outcome = status >= 200 && status < 300 ? 'delivered' : 'status';
  return { outcome, status, answer: body === '' ? null : body, detail: null };
}

function sampleBody(id: string, createdAt: string, of: { email: string; delivery: string }): string {
  const data = { email_id: of.email, delivery_id: of.delivery, recipient: 'test@example.com' };
  return JSON.stringify({ id, type: SAMPLE_KIND, created_at: createdAt, data });
}
