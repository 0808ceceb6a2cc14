import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { exportedLines } from '../../audit/exportedLines.ts';
import { type ExportEnd, type ExportFilter, exportHeader } from '../../audit/exportFormat.ts';
import { positionsOf } from '../../audit/sealSearch.ts';
import { sealsEnd } from '../../audit/sealStream.ts';
import { witnessedSeal } from '../../audit/witness.ts';
import { counted } from '../../audit/wording.ts';
import { catalogue, categories } from '../../events/catalogue.ts';
import { LogDamaged } from '../../ports/eventStore.ts';
import { filePath, instant, timeMs } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { progressBar } from '../progress.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { type ExportFile, withExportFile } from './exportFile.ts';
import { personalWanted, sealedLedger } from './sealedLedger.ts';

/** `postledger audit export FILE`: the log as JSON Lines. */
export function addExport(group: Command, cli: Cli): void {
  const command = group
    .command('export')
    .description(
      'write the log, or a part of it, as JSON Lines, of all workspaces without --workspace; goes on with a file that was broken off',
    )
    .argument('<file>', 'file that does not exist yet, or that the same command began', filePath)
    .option(
      '--personal',
      'with the personal values of the events: without them the file is for auditors, and no ledger that sends is made of it',
    )
    .option('--since <time>', 'only events from this time or date on', instant)
    .option('--until <time>', 'only events before this time or date', instant)
    .option('--stream <name>', 'only this stream, or those of a category such as email', streamOrCategory)
    .option('--type <types>', 'only events of these types, separated by commas', eventTypes);
  cli.ledgerAction(
    command,
    async (call) => {
      // Without the option all workspaces are exported, and not the one that is named 'default'.
      const isOfOne = command.getOptionValueSourceWithGlobals('workspace') === 'cli';
      const workspace = isOfOne ? (await workspaceNamed(call)).id : null;
      return exported(call, { ...filterOf(call), workspace });
    },
    'what was exported stays; the same command goes on from there.',
  );
}

// A word that names nothing would give an export of nothing.
function eventTypes(text: string): string {
  const unknown = text.split(',').find((type) => !catalogue.has(type));
  if (unknown === undefined) return text;
  throw new InvalidArgumentError(`There is no event type '${unknown}': docs/events.md lists them.`);
}

function streamOrCategory(text: string): string {
  if (categories.some(({ name, stream }) => text === name || text.startsWith(stream('')))) return text;
  throw new InvalidArgumentError('No category of streams is called so: docs/events.md lists them.');
}

function filterOf({ options }: LedgerCall): Omit<ExportFilter, 'workspace'> {
  const { stream, type } = options;
  const timeOf = (text: unknown) =>
    typeof text === 'string' ? new Date(timeMs(text) ?? Number.NaN).toISOString() : null;
  const [since, until] = [timeOf(options.since), timeOf(options.until)];
  if (since !== null && until !== null && until <= since)
    throw new CliError('no time is from --since on and before --until.', 'usage');
  return {
    since,
    until,
    stream: typeof stream === 'string' ? stream : null,
    types: typeof type === 'string' ? type.split(',') : null,
  };
}

async function exported(call: LedgerCall, filter: ExportFilter) {
  const file = resolve(call.args[0] ?? '');
  const { ledgerId } = await sealedLedger(call);
  const personal = personalWanted(call);
  const header = exportHeader(ledgerId, personal, filter);
  const { end, held } = await withExportFile(file, header, async (opened) => ({
    held: opened.held,
    end: opened.ended ?? (await write(call, opened, { filter, personal })),
  })).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC' && error.code !== 'EFBIG') throw error;
    throw new CliError(
      `${error.message}: with more room the same command goes on after the last whole line.`,
    );
  });
  const seal = end.seal === null ? 'no seal' : `seal ${end.seal.seal} of ${end.seal.at}`;
  const before = held === 0 ? '' : ` ${counted(held, 'line')} of it were there already.`;
  return {
    data: { file, ledger_id: ledgerId, personal, held, ...end },
    text: `${counted(end.events, 'event')} in ${file}, with${personal ? '' : 'out'} personal values, with ${seal}.${before}\nSHA-256 ${end.sha256}`,
  };
}

async function write(
  call: LedgerCall,
  opened: ExportFile,
  { filter, personal }: { readonly filter: ExportFilter; readonly personal: boolean },
): Promise<ExportEnd['end']> {
  const { store } = call.ledger;
  const { seal } = await sealsEnd(store);
  const { after, until } = await positionsOf(store, filter);
  const range = { after: opened.held === 0 ? after : opened.after, until, filter, personal };
  await progressBar(call, 'Exporting', null, async (onEvents) => {
    for await (const { lines, events, read } of exportedLines(store, range)) {
      if (events > 0) await opened.append(lines, events);
      onEvents(read);
    }
  });
  // What ends too early by itself must not look whole.
  if ((await store.end()) === null)
    throw new LogDamaged('the log is damaged, and only what can be read of it was exported: run doctor');
  return opened.end(seal && witnessedSeal(seal));
}
