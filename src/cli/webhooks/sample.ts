import type { Command } from 'commander';
import { postSample, SecretUnreadable } from '../../dispatcher/sample.ts';
import { printable } from '../answer.ts';
import { uuid } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { endpointWithId } from './endpointWithId.ts';

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
  const endpointId = call.args[0] ?? '';
  const { id: workspace } = await workspaceNamed(call);
  const endpoint = await endpointWithId(call, workspace, endpointId);
  const poster = await openPoster();
  const { eventId, durationMs, ...result } = await postSample(ledger, { secrets, poster }, endpoint)
    .catch((error: unknown) => {
      throw error instanceof SecretUnreadable ? new CliError(error.message) : error;
    })
    .finally(() => poster.close());
  const { url } = endpoint;
  const data = { endpoint_id: endpointId, url, event_id: eventId, ...result, duration_ms: durationMs };
  const answer = result.answer === null ? '' : `\n${printable(result.answer)}`;
  const what = result.status ?? `${result.outcome} (${result.detail})`;
  const text = `${printable(url)}: ${what} after ${durationMs} ms${answer}`;
  return { data, text, failed: result.outcome !== 'delivered' };
}
