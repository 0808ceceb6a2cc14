import type { Command } from 'commander';
import { newestDeliveries, type WebhookDeliveryDocument } from '../../projections/webhookDeliveries.ts';
import { listWebhookEndpoints } from '../../projections/webhookEndpoints.ts';
import { medianAnswerMs, slotsUsed } from '../../projections/webhookHealth.ts';
import { listing } from '../answer.ts';
import type { Cli, LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** Deliveries of an endpoint are counted up to here. */
const MAX_COUNTED = 10_000;

/** `postledger webhooks endpoints`: how the endpoints of a workspace answer, in the order of their creation. */
export function addEndpoints(group: Command, cli: Cli): void {
  const endpoints = group
    .command('endpoints')
    .description('how the endpoints of a workspace answer, and what waits for them, counted up to 10,000');
  cli.ledgerAction(endpoints, listed);
}

async function listed(call: LedgerCall) {
  const { id: workspace } = await workspaceNamed(call);
  const endpoints = await call.readModel('webhookEndpoints');
  const deliveries = await call.readModel('webhookDeliveries');
  const healths = await call.readModel('webhookHealth');
  const nowMs = call.ledger.clock.nowMs();
  const found = [];
  for await (const { key: id, document } of listWebhookEndpoints(endpoints, workspace)) {
    const health = (await healths.get(id))?.document ?? null;
    const count = (status: WebhookDeliveryDocument['status']) =>
      newestDeliveries(deliveries, { workspace, endpointId: id, status }, MAX_COUNTED);
    const [pending, dead] = [await count('pending'), await count('dead')];
    const data = {
      id,
      name: document.name,
      status: document.status,
      answers: health?.speedClass ?? null,
      failing_since: health?.failingSince ?? null,
      last_status: health?.lastStatus ?? null,
      last_reason: health?.lastReason ?? null,
      median_answer_ms: health === null ? null : medianAnswerMs(health),
      pending: pending.found.length,
      dead: dead.found.length,
      slots_used: health === null ? 0 : Number(slotsUsed(health, nowMs).toPrecision(2)),
    };
    found.push({ data, counts: [pending, dead].map(countText) });
  }
  const rows = found.map(({ data: each, counts }) => [
    each.id,
    each.name,
    each.status,
    each.answers,
    each.failing_since,
    each.last_status ?? each.last_reason,
    each.median_answer_ms,
    ...counts,
    each.slots_used,
  ]);
  const headings = [
    'ID',
    'NAME',
    'STATUS',
    'ANSWERS',
    'FAILING SINCE',
    'LAST',
    'MEDIAN MS',
    'PENDING',
    'DEAD',
    'SLOTS',
  ];
  return {
    data: found.map(({ data }) => data),
    text: listing(headings, rows, 'The workspace has no webhook endpoint.'),
  };
}

const countText = ({ found, more }: Awaited<ReturnType<typeof newestDeliveries>>) =>
  more ? `${found.length} or more` : found.length;
