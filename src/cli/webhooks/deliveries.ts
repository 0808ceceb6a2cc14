import { type Command, Option } from 'commander';
import { KINDS } from '../../dispatcher/kinds.ts';
import type { WebhookDeliveryDocument } from '../../projections/webhookDeliveries.ts';
import { listing } from '../answer.ts';
import { moment, uuid, wholeNumber } from '../argumentParsers.ts';
import type { Cli, LedgerCall } from '../cli.ts';
import { timeRange } from '../timeRange.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { deliveriesFound, type WantedDeliveries } from './deliveriesFound.ts';

const STATES: readonly WebhookDeliveryDocument['status'][] = ['pending', 'delivered', 'dead'];

/** `postledger webhooks deliveries`: the deliveries of a workspace, newest first. */
export function addDeliveries(group: Command, cli: Cli): void {
  const deliveries = group
    .command('deliveries')
    .description('newest first, by the time when they were scheduled')
    .addOption(new Option('--status, --state <state>', 'only those').choices(STATES))
    .option('--endpoint <id>', 'only those to this endpoint', uuid)
    .addOption(
      new Option('--kind <kind>', 'only those of this kind, as it stands in the payload').choices(KINDS),
    )
    .option('--message <id>', 'only those about this message', uuid)
    .option('--since <time>', 'none before: 2026-03-01T09:00:00Z, or 2h for two hours ago', moment)
    .option('--until <time>', 'none after', moment)
    .option('--limit <n>', 'how many at most', wholeNumber(1), '50');
  cli.ledgerAction(deliveries, listed);
}

async function listed(call: LedgerCall) {
  const { id: workspace } = await workspaceNamed(call);
  const limit = Number(call.options.limit);
  const { found: stored, more } = await deliveriesFound(call, wantedBy(call, workspace), limit);
  if (more) call.host.stderr(`postledger: there are more than these ${limit}: see --limit.\n`);
  const found = stored.map(({ key, document }) => ({
    id: key,
    endpoint_id: document.endpointId,
    event_id: document.eventId,
    type: document.kind,
    message_id: document.subjectId,
    status: document.status,
    attempts: document.attempts,
    scheduled_at: document.scheduledAt,
    last_attempt_at: document.lastAttemptAt,
    last_status: document.lastStatus,
    last_reason: document.lastReason,
    next_attempt_at: document.nextAttemptAt,
  }));
  const rows = found.map((each) => [
    each.id,
    each.type,
    each.status,
    each.attempts,
    each.last_status ?? each.last_reason,
    each.scheduled_at,
    each.next_attempt_at,
    each.endpoint_id,
    each.message_id,
  ]);
  const headings = ['ID', 'TYPE', 'STATE', 'ATTEMPTS', 'ANSWER', 'SCHEDULED', 'NEXT', 'ENDPOINT', 'MESSAGE'];
  return { data: found, text: listing(headings, rows, 'There are no such deliveries.') };
}

function wantedBy(call: LedgerCall, workspace: string): WantedDeliveries {
  const { options } = call;
  const { endpoint, kind, message } = options;
  const { since, until } = timeRange(call);
  const status = STATES.find((each) => each === options.state);
  return {
    workspace,
    ...(status && { status }),
    ...(typeof endpoint === 'string' && { endpointId: endpoint }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof message === 'string' && { messageId: message }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}
