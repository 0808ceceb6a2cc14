import { BEGINNING } from '../../events/event.ts';
import { instant } from '../../ports/clock.ts';
import { projectionList } from '../../projections/readModels.ts';
import { openCheckpoints } from '../../runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../../runtime/follow/projectionConsumer.ts';
import { noteSweep } from '../blobs/lastSweep.ts';
import { neededBlobs } from '../blobs/neededBlobs.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { CliError } from '../cliError.ts';
import { progressBar } from '../progress.ts';

/** A put may lie this long before the append that refers to it. */
const YOUNG_MS = 86_400_000;
/** Orphans that are named one by one. */
const MAX_NAMED = 100;

/** `postledger blobs`: contents too large for an event. */
export const blobs: AddCommand = (program, cli) => {
  const group = program.command('blobs').description('contents that lie beside the log');
  const sweep = group
    .command('sweep')
    .description(
      'remove what no event refers to and nobody has put for a day; the service may go on meanwhile',
    )
    .option('--dry-run', 'remove nothing, and say what would be removed');
  cli.doesOnLedger(sweep, sweepOf, { catchUp: false });
};

async function sweepOf(call: LedgerCall) {
  const { context, options, surroundings } = call;
  const { ledger, documents } = context;
  const watched = surroundings.watched && !options.json;
  const dryRun = options.dryRun === true;
  // Before the log is read: whatever refers to a blob only later has put it later too.
  const startedAtMs = ledger.clock.nowMs();
  await mustBeItsLog(call);
  const needed = await progressBar(watched, 'Reading the log', null, (on) => neededBlobs(ledger.store, on));
  const found = await progressBar(
    watched,
    'Looking at blobs',
    null,
    async (on) => {
      const swept = { looked: 0, removed: 0, bytes: 0, names: [] as string[] };
      const isNeeded = (sha256: string) => needed.hashes.has(sha256);
      const putBeforeMs = startedAtMs - YOUNG_MS;
      for await (const { sha256, bytes, removed } of context.blobs.sweep({ isNeeded, putBeforeMs, dryRun })) {
        swept.looked += 1;
        swept.removed += removed ? 1 : 0;
        swept.bytes += removed ? bytes : 0;
        if (removed && swept.names.length < MAX_NAMED) swept.names.push(sha256);
        on(1);
      }
      return swept;
    },
    'blobs',
  );
  const { removed, bytes, names } = found;
  if (!dryRun) await noteSweep(documents, needed.position, { at: instant(startedAtMs), removed, bytes });
  const verb = dryRun ? 'would be removed' : removed === 1 ? 'was removed' : 'were removed';
  return {
    data: { looked_at: found.looked, removed, bytes, dry_run: dryRun, orphans: names },
    text: [
      `Of ${found.looked} blobs ${removed} ${verb}: ${bytes} bytes that no event refers to.`,
      ...names,
      ...(removed > names.length ? [`and ${removed - names.length} more`] : []),
    ].join('\n'),
  };
}

/**
 * Beside a wrong or an empty log every blob is an orphan. The read models lie where the blobs lie, so they know of no
 * position behind the end of the right log.
 * @throws CliError
 */
async function mustBeItsLog({ context }: LedgerCall): Promise<void> {
  const head = await context.ledger.store.head();
  if (head === BEGINNING) throw new CliError('the log is empty: no blob is removed on its word.');
  const checkpoints = await openCheckpoints(context.documents, context.partitions);
  for (const projection of projectionList(context.projections))
    if ((await checkpoints.lowest(projectionConsumerName(projection))) > head)
      throw new CliError(
        `the log ends at ${head}, before what read model ${projection.name} was folded from: it is not the log that these blobs belong to.`,
      );
}
