import { csvLine } from '../../commands/kernel/csv.ts';
import { grantCredits, MOST_GRANTED } from '../../commands/workspace/grantCredits.ts';
import { balanceOf } from '../../projections/balances.ts';
import { creditMonthsOf } from '../../projections/creditMonths.ts';
import type { ReadModels } from '../../projections/readModels.ts';
import { listing } from '../answer.ts';
import { wholeNumber } from '../argumentParsers.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { type NamedWorkspace, workspaceNamed } from '../workspaceNamed.ts';

/** `postledger credits`: what a workspace was granted and what it has used. */
export const credits: AddCommand = (group, cli) => {
  const grant = group
    .command('grant')
    .description('add credits; a negative number takes a mistake back')
    .argument('<n>', 'how many', wholeNumber(-MOST_GRANTED, MOST_GRANTED));
  cli.ledgerAction(grant, async (call) => {
    const { id, name, origin } = await workspaceNamed(call);
    const credits = Number(call.args[0]);
    // Whatever fails before the append has granted nothing, so that the same command may be run again.
    await call.readModel('balances');
    await grantCredits(call.ledger, origin, credits);
    const balances = await call.folded('balances');
    if (balances !== null) return balanceIn(balances, { id, name });
    return {
      data: { workspace: { id, name }, balance: null, granted: null, used: null },
      text: `${credits} credits were granted to workspace ${name}.`,
    };
  });

  cli.ledgerAction(group.command('balance').description('what is left'), balance);

  const statement = group
    .command('statement')
    .description('what was granted and used in each month (UTC), and what was left at its end')
    .option('--csv', 'as comma-separated values');
  cli.ledgerAction(statement, monthly);
};

async function balance(call: LedgerCall) {
  const { id, name } = await workspaceNamed(call);
  return balanceIn(await call.readModel('balances'), { id, name });
}

async function balanceIn(
  balances: ReadModels['balances'],
  { id, name }: Pick<NamedWorkspace, 'id' | 'name'>,
) {
  const stored = await balances.get(id);
  const document = stored?.document ?? null;
  const left = balanceOf(document);
  const { granted = 0, email = 0, sms = 0 } = document ?? {};
  return {
    data: { workspace: { id, name }, balance: left, granted, used: { email, sms } },
    text:
      `${left} credits are left in workspace ${name}: ${granted} granted, ${email} used by email, ${sms} by SMS.\n` +
      'Credits are counted only: nothing is refused or held back when none are left.',
  };
}

const COLUMNS = ['month', 'opening', 'granted', 'email', 'sms', 'closing'] as const;

async function monthly(call: LedgerCall) {
  const { id, name } = await workspaceNamed(call);
  const months: Record<(typeof COLUMNS)[number], string | number>[] = [];
  let balance = 0;
  for await (const month of creditMonthsOf(await call.readModel('creditMonths'), id)) {
    months.push(month);
    balance = month.closing;
  }
  const rows = months.map((each) => COLUMNS.map((column) => each[column]));
  const headings = COLUMNS.map((column) => column.toUpperCase());
  const text = call.options.csv
    ? [COLUMNS, ...rows].map(csvLine).join('\n')
    : listing(headings, rows, `Workspace ${name} has no credits granted or used.`);
  return { data: { workspace: { id, name }, balance, months }, text };
}
