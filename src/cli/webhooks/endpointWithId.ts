import { entryIn } from '../../commands/kernel/immutableMap.ts';
import { type WebhookEndpoint, webhookEndpointsDecider } from '../../commands/webhook/webhookEndpoints.ts';
import { webhooks } from '../../events/webhooks.ts';
import { foldedStream } from '../../runtime/fold/foldedStream.ts';
import { CliError, type LedgerCall } from '../cli.ts';

/**
 * An endpoint of a workspace as the log has it, its sealed secret included.
 * @throws CliError when the workspace has no such endpoint
 */
export async function endpointWithId(
  { ledger: { store } }: Pick<LedgerCall, 'ledger'>,
  workspace: string,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const { state } = await foldedStream(store, webhooks.stream(workspace), webhookEndpointsDecider);
  const endpoint = entryIn(state.all, endpointId);
  if (endpoint === undefined)
    throw new CliError(`the workspace has no webhook endpoint ${endpointId}.`, 'not_found');
  return endpoint;
}
