import { BEGINNING, type Position, plainPosition } from '../../events/event.ts';
import { instant } from '../../ports/clock.ts';
import { refuseOtherLedger } from '../../projections/ledgerOfReadModels.ts';
import { noteSweep } from '../blobs/lastSweep.ts';
import { neededBlobs } from '../blobs/neededBlobs.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { progressBar } from '../progress.ts';
import { readModelPositions } from '../readModelPositions.ts';

/** A put may come this long before the append that refers to it. */
const YOUNG_MS = 86_400_000;
/** Orphans that are listed by name. */
const MAX_NAMED = 100;

/** `postledger blobs`: contents too large for an event. */
export const blobs: AddCommand = (group, cli) => {
  const sweep = group
    .command('sweep')
    .description(
      'remove contents that no event refers to and that were last written more than a day ago; the service may go on meanwhile',
    )
    .option('--dry-run', 'remove nothing, and say what would be removed');
  cli.ledgerAction(sweep, sweepOf, 'what was removed stays removed; the same command goes on.');
};

async function sweepOf(call: LedgerCall) {
  const { ledger, documents, contents, options } = call;
  const dryRun = options.dryRun === true;
  // Before the contents are read: an event that is appended later has put its blobs later too.
  const startedAtMs = ledger.clock.nowMs();
  const head = await mustBeItsLog(call);
  const isNeeded = await progressBar(
    call,
    'Reading contents',
    null,
    (on) => neededBlobs(contents, on),
    'contents',
  );
  const found = await progressBar(
    call,
    'Looking at blobs',
    null,
    async (on) => {
      const swept = { looked: 0, removed: 0, bytes: 0, names: [] as string[] };
      const putBeforeMs = startedAtMs - YOUNG_MS;
      for await (const { sha256, bytes, removed } of call.blobs.sweep({ isNeeded, putBeforeMs, dryRun })) {
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
  if (!dryRun) await noteSweep(documents, head, { at: instant(startedAtMs), removed, bytes });
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
 * With a wrong or an empty log every blob is an orphan. The read models are stored with the blobs, so they have no
 * position after the end of the right log, with which this resolves.
 * @throws CliError, ReadModelsRefused
 */
async function mustBeItsLog(call: LedgerCall): Promise<Position> {
  if (call.isForAuditing)
    throw new CliError('a ledger for auditing has no contents: which blobs they need is unknown.');
  const head = await call.ledger.store.head();
  if (head === BEGINNING) throw new CliError('the log is empty: no blob is removed because of it.');
  await refuseOtherLedger(call.documents, call.ledger.store);
  const ahead = (await readModelPositions(call)).find(({ position }) => position > head);
  if (ahead !== undefined)
    throw new CliError(
      `the log ends at ${plainPosition(head)}, before what read model ${ahead.projection.name} was folded from: ` +
        'it is not the log that these blobs belong to.',
    );
  return head;
}
