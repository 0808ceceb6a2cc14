import { decideSmsNumber, smsNumbersOf } from '../../commands/sms/smsNumber.ts';
import { decideSmsOptOut } from '../../commands/sms/smsOptOut.ts';
import { unmatchedSmsFolder } from '../../main/options.ts';
import { numberOwner } from '../../projections/smsNumbers.ts';
import { listSmsOptOuts } from '../../projections/smsOptOuts.ts';
import { listing } from '../answer.ts';
import { phoneNumber } from '../argumentParsers.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { listsUnmatched } from '../unmatchedList.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** @throws CliError when messages to the number belong to another workspace: they would go on doing so */
async function refuseOfAnother(call: LedgerCall, number: string, workspace: string): Promise<void> {
  const owner = await numberOwner(await call.readModel('smsNumbers'), number);
  if (owner === null || owner === workspace) return;
  const { name } = await workspaceNamed(call, owner);
  throw new CliError(
    `${number} belongs to workspace ${name}: first \`postledger numbers release ${number} --workspace ${name}\`.`,
  );
}

/** `postledger numbers`: the numbers whose inbound messages belong to a workspace. */
export const numbers: AddCommand = (group, cli) => {
  for (const [what, description, outcome] of [
    ['assign', 'messages to this number belong to the workspace', 'belongs to'],
    ['release', 'messages to this number no longer belong to the workspace', 'no longer belongs to'],
  ] as const) {
    const command = group
      .command(what)
      .description(description)
      .argument('<number>', 'in E.164 form', phoneNumber);
    cli.ledgerAction(command, async (call) => {
      const number = call.args[0] ?? '';
      const { id, name, origin } = await workspaceNamed(call);
      if (what === 'assign') await refuseOfAnother(call, number, id);
      await decideSmsNumber(call.ledger, origin, { do: what, number });
      await call.folded('smsNumbers');
      return {
        data: { number, assigned: what === 'assign' },
        text: `${number} ${outcome} workspace ${name}.`,
      };
    });
  }

  cli.ledgerAction(group.command('list').description('the earliest assigned first'), async (call) => {
    const { id } = await workspaceNamed(call);
    const found = (await smsNumbersOf(call.ledger, id)).map((number) => ({ number }));
    const rows = found.map(({ number }) => [number]);
    return { data: found, text: listing(['NUMBER'], rows, 'No number is assigned.') };
  });

  const optOuts = group
    .command('opt-outs')
    .description('recipients who asked one of the numbers to stop, the earliest first');
  cli.ledgerAction(optOuts, async (call) => {
    const { id } = await workspaceNamed(call);
    const stored = await call.readModel('smsOptOuts');
    const data = [];
    for await (const { number, sender, keyword, since } of listSmsOptOuts(stored, id))
      data.push({ number, sender, keyword, since });
    const rows = data.map(({ number, sender, keyword, since }) => [number, sender, keyword ?? '', since]);
    return {
      data,
      text: listing(['NUMBER', 'SENDER', 'WORD', 'SINCE'], rows, 'No recipient has opted out.'),
    };
  });

  const kept = group
    .command('kept')
    .description('what the carrier brought and no workspace got, newest first, on the machine of that bind');
  listsUnmatched(kept, cli, unmatchedSmsFolder);

  const optIn = group
    .command('opt-in')
    .description('take back that a recipient asked a number to stop; only when the recipient asked for it')
    .argument('<number>', 'the recipient, in E.164 form', phoneNumber)
    .requiredOption('--from <sender>', 'the number that was asked to stop', phoneNumber);
  cli.ledgerAction(optIn, async (call) => {
    const number = call.args[0] ?? '';
    const sender = String(call.options.from);
    const { name, origin } = await workspaceNamed(call);
    const command = { do: 'opt-in' as const, sender, number, keyword: null };
    const position = await decideSmsOptOut(call.ledger, origin, command);
    if (position === null)
      throw new CliError(`${number} has not asked ${sender} of workspace ${name} to stop.`, 'not_found');
    await call.folded('smsOptOuts');
    return { data: { number, sender }, text: `${sender} may send to ${number} again.` };
  });
};
