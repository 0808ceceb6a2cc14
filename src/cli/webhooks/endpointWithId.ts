import { type WebhookEndpoint, webhookEndpointWithId } from '../../commands/webhook/webhookEndpoints.ts';
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
  const endpoint = await webhookEndpointWithId(store, workspace, endpointId);
  if (endpoint === undefined)
    throw new CliError(`the workspace has no webhook endpoint ${endpointId}.`, 'not_found');
  return endpoint;
}
