import { decideSmsNumber, smsNumbersOf } from '../../commands/smsNumber.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';
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
};
