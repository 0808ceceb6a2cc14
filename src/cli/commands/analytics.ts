import { Option } from 'commander';
import { csvForSpreadsheets } from '../../commands/kernel/csv.ts';
import { GROUPINGS, type Grouping } from '../../projections/figureSums.ts';
import {
  countedFigures,
  type FigureRow,
  type FiguresQuery,
  figureColumns,
  messageFigures,
} from '../../projections/messageFigures.ts';
import { recount } from '../../rebuild/recount.ts';
import { listing } from '../answer.ts';
import { moment } from '../argumentParsers.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { holdingModels } from '../holdingLeases.ts';
import { progressed } from '../progress.ts';
import { timeRange } from '../timeRange.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger analytics`: what became of a workspace's messages. */
export const analytics: AddCommand = (group, cli) => {
  const query = group
    .command('query')
    .description('messages and recipients by the time of acceptance, and the status that they have now')
    .addOption(new Option('--by <group>', 'one row for each').choices(GROUPINGS).default('day'))
    .option('--since <time>', 'none accepted before: 2026-03-01T09:00:00Z, or 2h for two hours ago', moment)
    .option('--until <time>', 'none accepted after', moment)
    .addOption(
      new Option('--format <format>', 'of the rows').choices(['table', 'csv', 'jsonl']).default('table'),
    )
    .option('--recount', 'count from the log, and not from the read model; takes as long as reading the log');
  cli.ledgerAction(query, figures);
};

async function figures(call: LedgerCall) {
  const { id: workspace } = await workspaceNamed(call);
  const { options } = call;
  const by: Grouping = GROUPINGS.find((grouping) => grouping === options.by) ?? 'day';
  const query = { workspace, by, ...timeRange(call) };
  const rows = options.recount
    ? await recounted(call, query)
    : await messageFigures(await call.readModel('messages'), query);
  const text = { csv: csvOf, jsonl: jsonLinesOf }[String(options.format)] ?? tableOf;
  return { data: { ...query, rows }, text: text(by, rows) };
}

function recounted(call: LedgerCall, query: FiguresQuery) {
  const { ledger, documents, projections } = call;
  const { messages } = projections;
  return holdingModels(call, [messages], () =>
    progressed(call, 'Counting', (onEvents) =>
      recount({ store: ledger.store, documents }, messages, onEvents, (scratch) =>
        countedFigures(scratch, query),
      ),
    ),
  );
}

/** Statuses that no recipient has are left out: a terminal is narrow. */
function tableOf(by: Grouping, rows: readonly FigureRow[]): string {
  const columns = figureColumns(by).filter((column, at) => at < 3 || rows.some((row) => row[column] !== 0));
  const headings = columns.map((column) => column.toUpperCase());
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return listing(headings, cells, 'There are no such messages.');
}

/** The columns are always the same. */
const csvOf = (by: Grouping, rows: readonly FigureRow[]) => csvForSpreadsheets(figureColumns(by), rows);

const jsonLinesOf = (_: Grouping, rows: readonly FigureRow[]) =>
  rows.map((row) => JSON.stringify(row)).join('\n');
