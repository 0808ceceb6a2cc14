import { type Command, Option } from 'commander';
import type { Origin } from '../../commands/kernel/ledger.ts';
import { redeliver } from '../../commands/webhook/redeliver.ts';
import { redeliverEvent } from '../../commands/webhook/redeliverEvent.ts';
import { webhookDeliveryIdOf } from '../../events/webhookDelivery.ts';
import type { Cli, LedgerCall } from '../cli.ts';
import { CliError } from '../cliError.ts';
import { operatorOrigin } from '../context.ts';
import { moment, uuid } from '../parsed.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { endpointWithId } from './endpointWithId.ts';
import { eventOf } from './eventsToRedeliver.ts';
import { redeliverRange } from './redeliverRange.ts';

/** `postledger webhooks redeliver`: one delivery, several, or those of a stretch of time. */
export function addRedeliver(group: Command, cli: Cli): void {
  const again = group
    .command('redeliver')
    .description('post deliveries again, at once and with all their attempts')
    .argument('[delivery-ids...]', 'ids of deliveries', uuid)
    .option('--endpoint <id>', 'to this endpoint, also when it was created since', uuid)
    .option(
      '--since <time>',
      'all of a stretch of time: 2026-03-01T09:00:00Z, or 2h for two hours ago',
      moment,
    )
    .option('--until <time>', 'the end of that time; now when absent', moment)
    .addOption(
      new Option('--state <state>', 'of that time what is dead, or all that the endpoint subscribes to')
        .choices(['dead', 'all'])
        .default('dead'),
    )
    .option('--resume <run>', 'go on with a run over a stretch of time that was interrupted', uuid);
  cli.doesOnLedger(again, async (call) => {
    const { since, until, endpoint, resume } = call.options;
    const isRange = since !== undefined || until !== undefined || resume !== undefined;
    if (call.args.length > 0 && isRange)
      throw new CliError('give ids of deliveries or a stretch of time, not both.');
    if (call.args.length > 0) return idsRedelivered(call);
    if (typeof endpoint !== 'string' || typeof since !== 'string')
      throw new CliError('say which deliveries: by their ids, or by --endpoint and --since.');
    return redeliverRange(call, { endpointId: endpoint, since });
  });
}

async function idsRedelivered(call: LedgerCall) {
  const { id: workspace } = await workspaceNamed(call);
  const { endpoint } = call.options;
  const origin = operatorOrigin(call.context, workspace);
  const isMany = call.args.length > 1;
  const found = await Promise.all(
    call.args.map((id) => toEndpoint(call, workspace, id.toLowerCase(), endpoint)),
  );
  const told: { readonly id: string; readonly status: string; readonly text: string }[] = [];
  for (const one of found) told.push(await oneRedelivered(call, origin, one));
  const data = told.map(({ id, status }) => ({ id, status }));
  return { data: isMany ? data : data[0], text: told.map(({ text }) => text).join('\n') };
}

/** What one id means, asked of all of them before the first is made due. */
async function toEndpoint(call: LedgerCall, workspace: string, id: string, endpoint: unknown) {
  const event = await eventOf(call.context.ledger.store, id, '', workspace);
  if (event === null) throw new CliError(`the workspace has no webhook delivery ${id}.`);
  if (typeof endpoint !== 'string') return { id, event: null };
  const { endpointId, status } = await endpointWithId(call, workspace, endpoint);
  if (status !== 'ACTIVE')
    throw new CliError(`the endpoint ${endpointId} is disabled: nothing is posted to it.`);
  return { id: webhookDeliveryIdOf(event.eventId, endpointId), event: { ...event, endpointId } };
}

async function oneRedelivered(
  { context: { ledger } }: LedgerCall,
  origin: Origin,
  { id, event }: Awaited<ReturnType<typeof toEndpoint>>,
) {
  const isNew =
    event === null
      ? (await redeliver(ledger, origin, id)) !== null
      : (await redeliverEvent(ledger, origin, event, 'all')) !== 'left';
  return { id, status: 'pending', text: isNew ? `${id} is due now.` : `${id} is due already.` };
}
