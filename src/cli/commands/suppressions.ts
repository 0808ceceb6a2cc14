import { decideSuppression } from '../../commands/email/suppress.ts';
import { addressKey } from '../../events/addressForms.ts';
import { email } from '../../events/email.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import { listSuppressions } from '../../projections/suppressions.ts';
import { listing } from '../answer.ts';
import { emailAddress, reason, uuid } from '../argumentParsers.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger suppressions`: addresses that a workspace does not send to. */
export const suppressions: AddCommand = (group, cli) => {
  cli.ledgerAction(group.command('list').description('oldest first'), async (call) => {
    const { id } = await workspaceNamed(call);
    const found = [];
    const stored = await call.readModel('suppressions');
    for await (const { address, reason, detail, suppressedAt } of listSuppressions(stored, id))
      found.push({ address, reason, detail, suppressed_at: suppressedAt });
    const rows = found.map((each) => [each.address, each.reason, each.suppressed_at, each.detail]);
    const headings = ['ADDRESS', 'REASON', 'SINCE', 'DETAIL'];
    return { data: found, text: listing(headings, rows, 'Nothing is suppressed.') };
  });

  const add = group
    .command('add')
    .description('stop sending to an address')
    .argument('<address>', 'email address', emailAddress)
    .option('--reason <text>', 'why, for the readers of the log', reason, 'added by an operator')
    .option('--message <id>', 'the email whose last report about the address is the cause', uuid);
  cli.ledgerAction(add, async (call) => {
    const address = call.args[0] ?? '';
    const { message, reason: why } = call.options;
    const cause = message === undefined ? {} : { cause: await lastReport(call, String(message), address) };
    await decide(call, { do: 'add', address, reason: String(why), ...cause });
    return { data: { address, suppressed: true }, text: `${address} is suppressed.` };
  });

  const remove = group
    .command('remove')
    .description('send to an address again')
    .argument('<address>', 'email address', emailAddress);
  cli.ledgerAction(remove, async (call) => {
    const address = call.args[0] ?? '';
    const { id, name } = await workspaceNamed(call);
    const suppressions = await call.readModel('suppressions');
    if ((await suppressions.get(suppressionIdOf(call.ledger.ids, id, address))) === null)
      throw new CliError(
        `${address} is not suppressed in workspace ${name}; \`postledger suppressions list\` shows what is.`,
        'not_found',
      );
    await decide(call, { do: 'remove', address });
    return { data: { address, suppressed: false }, text: `${address} is sent to again.` };
  });
};

const REPORTS: ReadonlySet<string> = new Set(['Bounced', 'Complained', 'Unsubscribed', 'ReportKept']);

/** The id of the last event by which an email of the workspace reports something about an address. */
async function lastReport(call: LedgerCall, emailId: string, address: string): Promise<string> {
  const { id } = await workspaceNamed(call);
  const report = (await email.read(call.ledger.store, emailId)).findLast(
    ({ type, data, metadata }) =>
      metadata.workspace === id &&
      REPORTS.has(type) &&
      'recipient' in data &&
      addressKey(data.recipient) === addressKey(address),
  );
  if (report === undefined)
    throw new CliError(`email ${emailId} has no report about ${address}.`, 'not_found');
  return report.id;
}

async function decide(call: LedgerCall, command: Parameters<typeof decideSuppression>[2]): Promise<void> {
  const { origin } = await workspaceNamed(call);
  await decideSuppression(call.ledger, origin, command);
}
