import { basename } from 'node:path';
import type { Issue } from '../../commands/kernel/refusal.ts';
import type { Fields } from '../../imports/fields.ts';
import { ADDRESS_FIELDS, addressIn, importFile, type Row } from '../../imports/rows.ts';
import { forEachOf } from '../../queues/forEachOf.ts';
import type { CommandResult } from '../answer.ts';
import { printable } from '../answer.ts';
import { CliError, type LedgerCall } from '../cli.ts';
import { progressBar } from '../progress.ts';

/** Appends under way at once: enough for a log that gathers what comes together, and bounded memory. */
const AT_ONCE = 256;
/** Faulty rows that `--json` lists; all of them are named on stderr. */
const MAX_LISTED = 1_000;

/** What became of a row: a word of its kind, or why it was not taken. */
export type Outcome = { readonly is: string; readonly note?: string } | { readonly fault: string };

/** A row whose address could be read. */
export interface AddressRow {
  readonly fields: Fields;
  readonly address: string;
  readonly place: string;
}

export interface RowsOptions {
  /** What is counted, in the order of the summary; each with its words. */
  readonly counted: Readonly<Record<string, string>>;
  /** How many rows are under way at once; 1 keeps their order. */
  readonly atOnce?: number;
}

export const fileName = (call: LedgerCall): string => basename(call.args[0] ?? '');

/** What is wrong with a row, by its fields. */
export const issuesInWords = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => `${path} ${message}`).join('; ');

/** Runs `each` on every row that has an address. */
export function importAddresses(
  call: LedgerCall,
  options: RowsOptions,
  each: (row: AddressRow) => Promise<Outcome>,
): Promise<CommandResult> {
  return importRows(call, options, async ({ fields, place }) => {
    const text = fields.text(...ADDRESS_FIELDS);
    const address = addressIn(text);
    if (address === null) return { fault: text === '' ? 'it has no address' : `${text} is no email address` };
    return each({ fields, address, place });
  });
}

/**
 * Reads a file and runs `each` on its rows, a bounded number at once. Each row that is not taken is named on stderr, and the
 * others go on. After a fault of the log no row is begun any more.
 */
export async function importRows(
  call: LedgerCall,
  { counted, atOnce = AT_ONCE }: RowsOptions,
  each: (row: Extract<Row, { fields: Fields }>) => Promise<Outcome>,
): Promise<CommandResult> {
  const { rows, readAs } = importFile(call.args[0] ?? '');
  const counts = new Map<string, number>(Object.keys(counted).map((name) => [name, 0]));
  const faults: { place: string; fault: string }[] = [];
  let faulty = 0;
  let read = 0;

  const note = (place: string, text: string) => call.host.stderr(`${place}: ${printable(text)}\n`);
  const take = async (row: Row) => {
    const { place } = row;
    const outcome = 'fault' in row ? row : await each(row);
    if ('fault' in outcome) {
      faulty += 1;
      if (faults.length < MAX_LISTED) faults.push({ place, fault: outcome.fault });
      note(place, outcome.fault);
    } else {
      counts.set(outcome.is, (counts.get(outcome.is) ?? 0) + 1);
      if (outcome.note !== undefined) note(place, outcome.note);
    }
  };
  await progressBar(
    call,
    'Importing',
    null,
    (onMore) =>
      forEachOf(rows, atOnce, async (row) => {
        read += 1;
        await take(row);
        onMore(1);
      }),
    'rows',
  ).catch(unreadable);
  const isTrial = call.options.dryRun === true;
  const lines = Object.entries(counted).map(([name, words]) => `${counts.get(name) ?? 0} ${words}`);
  const text = [
    `${isTrial ? 'Nothing was changed. ' : ''}${read} rows were read as ${readAs()}:`,
    ...[...lines, `${faulty} faulty${faulty === 0 ? '' : ', each named above'}`].map((line) => `  ${line}`),
  ].join('\n');
  const data = { read, ...Object.fromEntries(counts), faulty, faults, read_as: readAs(), dry_run: isTrial };
  return { data, text, failed: faulty > 0 };
}

function unreadable(error: unknown): never {
  const { code, syscall, message } = Object(error) as { code?: string; syscall?: string; message?: string };
  if (code === 'ENOENT' && syscall === 'open')
    throw new CliError(`there is no such file: ${message}.`, 'not_found');
  throw error;
}
