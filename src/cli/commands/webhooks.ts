import { Option } from 'commander';
import { redeliver } from '../../commands/redeliver.ts';
import type { Collection, PageCursor, Stored } from '../../ports/documents.ts';
import {
  type DeliveryFilter,
  pageWebhookDeliveries,
  type WebhookDeliveryDocument,
} from '../../projections/webhookDeliveries.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';
import { operatorOrigin } from '../context.ts';
import { uuid, wholeNumber } from '../parsed.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** Deliveries read at once, whatever --limit says. */
const PAGE = 500;

const STATUSES: readonly WebhookDeliveryDocument['status'][] = ['pending', 'delivered', 'dead'];

/** `postledger webhooks`: what became of the events on their way to the customers' endpoints. */
export const webhooks: AddCommand = (program, cli) => {
  const group = program.command('webhooks').description('deliveries of events to webhook endpoints');

  const deliveries = group
    .command('deliveries')
    .description('newest first')
    .addOption(new Option('--status <status>', 'only those').choices(STATUSES))
    .option('--endpoint <id>', 'only those to this endpoint', uuid)
    .option('--limit <n>', 'how many at most', wholeNumber(1), '50');
  cli.doesOnLedger(deliveries, async (call) => {
    const { options, context } = call;
    const { id: workspace } = await workspaceNamed(call);
    const status = STATUSES.find((each) => each === options.status);
    const endpointId = typeof options.endpoint === 'string' ? options.endpoint : undefined;
    const filter = { workspace, ...(status && { status }), ...(endpointId && { endpointId }) };
    const limit = Number(options.limit);
    const { stored, more } = await newestDeliveries(context.models.webhookDeliveries, filter, limit);
    if (more) call.surroundings.stderr(`postledger: there are more than these ${limit}: see --limit.\n`);
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
    return {
      data: found,
      text: listing(
        ['ID', 'TYPE', 'STATUS', 'ATTEMPTS', 'SCHEDULED', 'NEXT', 'LAST ANSWER'],
        found.map((each) => [
          each.id,
          each.type,
          each.status,
          each.attempts,
          each.scheduled_at,
          each.next_attempt_at,
          each.last_reason ?? each.last_status,
        ]),
        'There are no such deliveries.',
      ),
    };
  });

  const again = group
    .command('redeliver')
    .description('post a delivery again, at once and with all its attempts')
    .argument('<delivery-id>', 'id of the delivery', uuid);
  cli.doesOnLedger(again, async (call) => {
    const deliveryId = call.args[0] ?? '';
    const { id: workspace } = await workspaceNamed(call);
    const { ledger } = call.context;
    const position = await redeliver(ledger, operatorOrigin(call.context, workspace), deliveryId);
    return {
      data: { id: deliveryId, status: 'pending' },
      text: position === null ? `${deliveryId} is due already.` : `${deliveryId} is due now.`,
    };
  });
};

/** The first `limit` deliveries, and whether there are more. */
async function newestDeliveries(
  collection: Collection<WebhookDeliveryDocument>,
  filter: DeliveryFilter,
  limit: number,
): Promise<{ readonly stored: readonly Stored<WebhookDeliveryDocument>[]; readonly more: boolean }> {
  const stored: Stored<WebhookDeliveryDocument>[] = [];
  for (let after: PageCursor | undefined; ; ) {
    // One more than asked for tells whether there are others.
    const wanted = Math.min(PAGE, limit + 1 - stored.length);
    const { page, next } = await pageWebhookDeliveries(collection, filter, wanted, after);
    stored.push(...page);
    if (next === null || stored.length > limit)
      return { stored: stored.slice(0, limit), more: stored.length > limit };
    after = next;
  }
}
