import { type Command, Option } from 'commander';
import { counted } from '../../audit/wording.ts';
import type { Origin } from '../../commands/kernel/ledger.ts';
import { type EventToRedeliver, redeliverEvent } from '../../commands/webhook/redeliverEvent.ts';
import { webhookDeliveryIdOf } from '../../events/webhookDelivery.ts';
import { instant } from '../../ports/clock.ts';
import { AppendTooLarge } from '../../ports/eventStore.ts';
import { forEachOf } from '../../queues/forEachOf.ts';
import { moment, momentMs, uuid, uuids } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { progressBar } from '../progress.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { endpointWithId } from './endpointWithId.ts';
import { deadEvents, eventOf, everyEvent } from './eventsToRedeliver.ts';

/** `postledger webhooks redeliver`: one delivery, several, or those of a time range. */
export function addRedeliver(group: Command, cli: Cli): void {
  const again = group
    .command('redeliver')
    .description('post deliveries again, at once and with all their attempts')
    .argument('[delivery-ids...]', 'ids of deliveries', uuids)
    .option('--endpoint <id>', 'to this endpoint, also when it was created since', uuid)
    .option('--since <time>', 'all of a time range: 2026-03-01T09:00:00Z, or 2h for two hours ago', moment)
    .option('--until <time>', 'the end of the range; now when absent', moment)
    .addOption(
      new Option(
        '--state <state>',
        'of the time range the deliveries that are dead, or all events that the endpoint subscribes to',
      )
        .choices(['dead', 'all'])
        .default('dead'),
    )
    .option('--resume <run>', 'continue a run over a time range that was interrupted', uuid);
  cli.ledgerAction(again, async (call) => {
    const { since, until, endpoint, resume } = call.options;
    const isRange =
      since !== undefined ||
      until !== undefined ||
      resume !== undefined ||
      again.getOptionValueSource('state') === 'cli';
    if (call.args.length > 0 && isRange)
      throw new CliError(
        'give ids of deliveries, or a time range with its --state and --resume, not both.',
        'usage',
      );
    if (call.args.length > 0) return idsRedelivered(call);
    if (typeof endpoint !== 'string' || typeof since !== 'string')
      throw new CliError('say which deliveries: by their ids, or by --endpoint and --since.', 'usage');
    return rangeRedelivered(call, endpoint, since);
  });
}

async function idsRedelivered(call: LedgerCall) {
  const { id: workspace, origin } = await workspaceNamed(call);
  // What each id means is read for all of them before the first is made due.
  const found = await Promise.all(call.args.map((id) => eventFor(call, workspace, id)));
  const results: { readonly id: string; readonly status: string; readonly text: string }[] = [];
  for (const event of found) results.push(await oneRedelivered(call, origin, event));
  const data = results.map(({ id, status }) => ({ id, status }));
  const text = results.map((result) => result.text).join('\n');
  return { data: data.length > 1 ? data : data[0], text };
}

/** The event of a delivery, for its own endpoint or for the one of `--endpoint`, which is on. */
async function eventFor(call: LedgerCall, workspace: string, id: string): Promise<EventToRedeliver> {
  const { endpoint } = call.options;
  const event = await eventOf(call.ledger.store, id, workspace);
  if (event === null) throw new CliError(`the workspace has no webhook delivery ${id}.`, 'not_found');
  const wanted = typeof endpoint === 'string' ? endpoint : event.endpointId;
  const { endpointId } = await activeEndpoint(call, workspace, wanted);
  return { ...event, endpointId };
}

async function activeEndpoint(call: LedgerCall, workspace: string, endpointId: string) {
  const endpoint = await endpointWithId(call, workspace, endpointId);
  if (endpoint.status !== 'ACTIVE')
    throw new CliError(`the endpoint ${endpointId} is disabled: nothing is posted to it.`);
  return endpoint;
}

async function oneRedelivered({ ledger }: LedgerCall, origin: Origin, event: EventToRedeliver) {
  const id = webhookDeliveryIdOf(event.eventId, event.endpointId);
  const isNew = (await redeliverEvent(ledger, origin, event, 'all')) !== 'left';
  return { id, status: 'pending', text: isNew ? `${id} is due now.` : `${id} is due already.` };
}

const quotedForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Appends under way at once: enough for the log to sync them together. */
const CONCURRENCY = 32;

/**
 * Makes due again what an endpoint missed in a time range. Each delivery is one append of its own under the run's id, so
 * that the run may be interrupted anywhere: begun again by `--resume`, it skips what it has done before.
 */
async function rangeRedelivered(call: LedgerCall, endpointId: string, since: string) {
  const { ledger, options, host } = call;
  const nowMs = ledger.clock.nowMs();
  const { id: workspace, origin } = await workspaceNamed(call);
  const endpoint = await activeEndpoint(call, workspace, endpointId);
  const from = instant(momentMs(since, nowMs));
  const until = instant(typeof options.until === 'string' ? momentMs(options.until, nowMs) : nowMs);
  if (until < from) throw new CliError('--until lies before --since.', 'usage');
  const run = typeof options.resume === 'string' ? options.resume : ledger.ids.uuid();
  const state = options.state === 'all' ? 'all' : 'dead';
  // Printed before anything is done: an operator who is interrupted has it on the screen.
  const given = (['data', 'as'] as const).map((name) => {
    const value = options[name];
    return typeof value === 'string' ? `--${name} ${quotedForShell(value)} ` : '';
  });
  const again = `${given.join('')}--workspace ${workspace} --endpoint ${endpointId} --since ${from} --until ${until} --state ${state} --resume ${run}`;
  host.stderr(`postledger: if this is interrupted, go on by: webhooks redeliver ${again}\n`);

  const range = { workspace, endpoint, since: from, until };
  const counts = { scheduled: 0, requeued: 0, left: 0, too_large: 0 };
  const unit = state === 'all' ? 'events of the log' : 'dead deliveries';
  const pages = state === 'all' ? everyEvent(call, range) : deadEvents(call, range);
  const redeliverAll = async (onMore: (more: number) => void) => {
    for await (const { read, events } of pages) {
      await forEachOf(events, CONCURRENCY, async (event) => {
        const made = redeliverEvent(ledger, { ...origin, correlation: run }, event, state);
        counts[await made.catch(tooLargeOrThrow)] += 1;
      });
      onMore(read);
    }
  };
  await progressBar(call, 'Redelivering', null, redeliverAll, unit);
  const due = counts.scheduled + counts.requeued;
  return {
    data: { run, endpoint_id: endpointId, since: from, until, state, ...counts },
    text:
      `${due} deliveries are due now, ${counts.scheduled} of them new to the endpoint; ` +
      `${counts.left} were left as they are.` +
      (counts.too_large === 0 ? '' : ` Too large to be posted: ${counted(counts.too_large, 'event')}.`),
  };
}

/** The fan-out leaves such an event out, too: it must not keep the run from all that follow. */
function tooLargeOrThrow(error: unknown): 'too_large' {
  if (error instanceof AppendTooLarge) return 'too_large';
  throw error;
}
