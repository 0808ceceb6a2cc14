import { decideSuppression } from '../../commands/email/suppress.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import { listSuppressions } from '../../projections/suppressions.ts';
import { listing } from '../answer.ts';
import { emailAddress } from '../argumentParsers.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger suppressions`: addresses that a workspace does not send to. */
export const suppressions: AddCommand = (program, cli) => {
  const group = program.command('suppressions').description('addresses that are not sent to');

  cli.ledgerAction(group.command('list').description('oldest first'), async (call) => {
    const { id } = await workspaceNamed(call);
    const found = [];
    for await (const { address, reason, detail, suppressedAt } of listSuppressions(
      call.models.suppressions,
      id,
    ))
      found.push({ address, reason, detail, suppressed_at: suppressedAt });
    const rows = found.map((each) => [each.address, each.reason, each.suppressed_at, each.detail]);
    const headings = ['ADDRESS', 'REASON', 'SINCE', 'DETAIL'];
    return { data: found, text: listing(headings, rows, 'Nothing is suppressed.') };
  });

  const add = group
    .command('add')
    .description('stop sending to an address')
    .argument('<address>', 'email address', emailAddress)
    .option('--reason <text>', 'why, for the readers of the log', 'added by an operator');
  cli.ledgerAction(add, async (call) => {
    const address = call.args[0] ?? '';
    await decide(call, { do: 'add', address, reason: String(call.options.reason) });
    return { data: { address, suppressed: true }, text: `${address} is suppressed.` };
  });

  const remove = group
    .command('remove')
    .description('send to an address again')
    .argument('<address>', 'email address', emailAddress);
  cli.ledgerAction(remove, async (call) => {
    const address = call.args[0] ?? '';
    const { id } = await workspaceNamed(call);
    const suppressed = await call.models.suppressions.get(suppressionIdOf(id, address));
    if (suppressed === null)
      return { data: { address, suppressed: false }, text: `${address} was not suppressed.` };
    await decide(call, { do: 'remove', address });
    return { data: { address, suppressed: false }, text: `${address} is sent to again.` };
  });
};

async function decide(call: LedgerCall, command: Parameters<typeof decideSuppression>[2]): Promise<void> {
  const { origin } = await workspaceNamed(call);
  await decideSuppression(call.ledger, origin, command);
}
