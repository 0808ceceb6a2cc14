import { decideSmsNumber, smsNumbersOf } from '../../commands/sms/smsNumber.ts';
import { decideSmsOptOut } from '../../commands/sms/smsOptOut.ts';
import { listSmsOptOuts, type SmsOptOutDocument } from '../../projections/smsOptOuts.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';
import { CliError } from '../cliError.ts';
import { operatorOrigin } from '../context.ts';
import { phoneNumber } from '../parsed.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger numbers`: the numbers whose inbound messages belong to a workspace. */
export const numbers: AddCommand = (program, cli) => {
  const group = program
    .command('numbers')
    .description('numbers whose inbound messages belong to a workspace');

  for (const [what, description, outcome] of [
    ['assign', 'messages to this number belong to the workspace', 'belongs to'],
    ['release', 'messages to this number belong to it no more', 'no longer belongs to'],
  ] as const) {
    const command = group
      .command(what)
      .description(description)
      .argument('<number>', 'in E.164 form', phoneNumber);
    cli.doesOnLedger(command, async (call) => {
      const { context, args } = call;
      const number = args[0] ?? '';
      const { id, name } = await workspaceNamed(call);
      await decideSmsNumber(context.ledger, operatorOrigin(context, id), { do: what, number });
      await context.catchUp();
      return {
        data: { number, assigned: what === 'assign' },
        text: `${number} ${outcome} workspace ${name}.`,
      };
    });
  }

  cli.doesOnLedger(group.command('list').description('the earliest assigned first'), async (call) => {
    const { id } = await workspaceNamed(call);
    const found = (await smsNumbersOf(call.context.ledger, id)).map((number) => ({ number }));
    const rows = found.map(({ number }) => [number]);
    return { data: found, text: listing(['NUMBER'], rows, 'No number is assigned.') };
  });

  const optOuts = group
    .command('opt-outs')
    .description('recipients who told one of the numbers to stop, the earliest first');
  cli.doesOnLedger(optOuts, async (call) => {
    const { id } = await workspaceNamed(call);
    await call.context.catchUp();
    const found: SmsOptOutDocument[] = [];
    for await (const each of listSmsOptOuts(call.context.models.smsOptOuts, id)) found.push(each);
    const data = found.map(({ number, sender, keyword, since }) => ({ number, sender, keyword, since }));
    const rows = data.map(({ number, sender, keyword, since }) => [number, sender, keyword ?? '', since]);
    return { data, text: listing(['NUMBER', 'SENDER', 'WORD', 'SINCE'], rows, 'Nobody has opted out.') };
  });

  const optIn = group
    .command('opt-in')
    .description('take back that a recipient told a number to stop; only when the recipient asked for it')
    .argument('<number>', 'the recipient, in E.164 form', phoneNumber)
    .requiredOption('--from <sender>', 'the number that was told to stop', phoneNumber);
  cli.doesOnLedger(optIn, async (call) => {
    const { context, args, options } = call;
    const number = args[0] ?? '';
    const sender = String(options.from);
    const { id, name } = await workspaceNamed(call);
    const command = { do: 'opt-in' as const, sender, number, keyword: null };
    const position = await decideSmsOptOut(context.ledger, operatorOrigin(context, id), command);
    await context.catchUp();
    if (position === null)
      throw new CliError(`${number} has not told ${sender} of workspace ${name} to stop.`);
    return { data: { number, sender }, text: `${sender} may send to ${number} again.` };
  });
};
