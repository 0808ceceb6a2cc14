import { decideSuppression } from '../../commands/email/suppress.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import { listSuppressions } from '../../projections/suppressions.ts';
import { listing } from '../answer.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { operatorOrigin } from '../context.ts';
import { emailAddress } from '../parsed.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger suppressions`: addresses that a workspace does not send to. */
export const suppressions: AddCommand = (program, cli) => {
  const group = program.command('suppressions').description('addresses that are not sent to');

  cli.doesOnLedger(group.command('list').description('oldest first'), async (call) => {
    const { id } = await workspaceNamed(call);
    const found: { address: string; reason: string; detail: string | null; suppressed_at: string }[] = [];
    for await (const each of listSuppressions(call.context.models.suppressions, id)) {
      const { address, reason, detail, suppressedAt } = each;
      found.push({ address, reason, detail, suppressed_at: suppressedAt });
    }
    const rows = found.map(({ address, reason, detail, suppressed_at }) => [
      address,
      reason,
      suppressed_at,
      detail,
    ]);
    return {
      data: found,
      text: listing(['ADDRESS', 'REASON', 'SINCE', 'DETAIL'], rows, 'Nothing is suppressed.'),
    };
  });

  const add = group
    .command('add')
    .description('stop sending to an address')
    .argument('<address>', 'email address', emailAddress)
    .option('--reason <text>', 'why, for the readers of the log', 'added by an operator');
  cli.doesOnLedger(add, async (call) => {
    const address = call.args[0] ?? '';
    await decide(call, { do: 'add', address, reason: String(call.options.reason) });
    return { data: { address, suppressed: true }, text: `${address} is suppressed.` };
  });

  const remove = group
    .command('remove')
    .description('send to an address again')
    .argument('<address>', 'email address', emailAddress);
  cli.doesOnLedger(remove, async (call) => {
    const address = call.args[0] ?? '';
    const { id } = await workspaceNamed(call);
    const suppressed = await call.context.models.suppressions.get(suppressionIdOf(id, address));
    if (suppressed === null)
      return { data: { address, suppressed: false }, text: `${address} was not suppressed.` };
    await decide(call, { do: 'remove', address });
    return { data: { address, suppressed: false }, text: `${address} is sent to again.` };
  });
};

async function decide(call: LedgerCall, command: Parameters<typeof decideSuppression>[2]): Promise<void> {
  const { id } = await workspaceNamed(call);
  await decideSuppression(call.context.ledger, operatorOrigin(call.context, id), command);
}
