import { redeliverEvent } from '../../commands/webhook/redeliverEvent.ts';
import { instant } from '../../ports/clock.ts';
import { forEachOf } from '../../sender/forEachOf.ts';
import type { LedgerCall } from '../cli.ts';
import { CliError } from '../cliError.ts';
import { operatorOrigin } from '../context.ts';
import { momentMs } from '../parsed.ts';
import { progressBar } from '../progress.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { endpointWithId } from './endpointWithId.ts';
import { deadEvents, everyEvent } from './eventsToRedeliver.ts';

/** Appends under way at once: enough for the log to sync them together. */
const CONCURRENCY = 32;

/**
 * Makes what an endpoint missed in a stretch of time due again. Each delivery is one append of its own under the run's
 * id, so that the run may be interrupted anywhere: begun again by `--resume`, it leaves what it has done before.
 */
export async function redeliverRange(
  call: LedgerCall,
  { endpointId, since }: { readonly endpointId: string; readonly since: string },
) {
  const { context, options, surroundings } = call;
  const { ledger } = context;
  const nowMs = ledger.clock.nowMs();
  const { id: workspace } = await workspaceNamed(call);
  const endpoint = await endpointWithId(call, workspace, endpointId);
  if (endpoint.status !== 'ACTIVE')
    throw new CliError(`the endpoint ${endpointId} is disabled: nothing is posted to it.`);
  const from = instant(momentMs(since, nowMs));
  const until = instant(typeof options.until === 'string' ? momentMs(options.until, nowMs) : nowMs);
  if (until < from) throw new CliError('--until lies before --since.');
  const run = typeof options.resume === 'string' ? options.resume : ledger.ids.uuid();
  const state = options.state === 'all' ? 'all' : 'dead';
  const origin = { ...operatorOrigin(context, workspace), correlation: run };
  // Before anything is done: whoever is interrupted has it on the screen.
  const again = `--endpoint ${endpointId} --since ${from} --until ${until} --state ${state} --resume ${run}`;
  surroundings.stderr(`postledger: if this is interrupted, go on by: webhooks redeliver ${again}\n`);

  const range = { workspace, endpoint, since: from, until };
  const counts = { scheduled: 0, requeued: 0, left: 0 };
  const watched = surroundings.watched && !options.json;
  const unit = state === 'all' ? 'events of the log' : 'dead deliveries';
  const pages = state === 'all' ? everyEvent(context, range) : deadEvents(context, range);
  const action = async (onMore: (more: number) => void) => {
    for await (const { looked, events } of pages) {
      await forEachOf(events, CONCURRENCY, new AbortController().signal, async (event) => {
        counts[await redeliverEvent(ledger, origin, event, state)] += 1;
      });
      onMore(looked);
    }
  };
  await progressBar(watched, 'Redelivering', null, action, unit);
  const due = counts.scheduled + counts.requeued;
  return {
    data: { run, endpoint_id: endpointId, since: from, until, state, ...counts },
    text:
      `${due} deliveries are due now, ${counts.scheduled} of them new to the endpoint; ` +
      `${counts.left} were left as they are.`,
  };
}
