import { grantCredits } from '../../commands/workspace/grantCredits.ts';
import { balanceOf } from '../../projections/balances.ts';
import { wholeNumber } from '../argumentParsers.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger credits`: what a workspace was granted and what it has used. */
export const credits: AddCommand = (program, cli) => {
  const group = program.command('credits').description('credits of a workspace');

  const grant = group
    .command('grant')
    .description('add credits; a negative number takes a mistake back')
    .argument('<n>', 'how many', wholeNumber(-999_999_999_999_999));
  cli.ledgerAction(grant, async (call) => {
    const { origin } = await workspaceNamed(call);
    await grantCredits(call.ledger, origin, Number(call.args[0]));
    return balance(call);
  });

  cli.ledgerAction(group.command('balance').description('what is left'), balance);
};

async function balance(call: LedgerCall) {
  const { id, name } = await workspaceNamed(call);
  const balances = await call.readModel('balances');
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
