import type { Command } from 'commander';
import { decideLinks, revokedLinksOf } from '../../commands/email/revokedLinks.ts';
import type { Links } from '../../events/links.ts';
import { listing } from '../answer.ts';
import { reason, uuid } from '../argumentParsers.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger links`: the links of a workspace's mails, which lead through the service where clicks are tracked. */
export const links: AddCommand = (group, cli) => {
  const revoke = which(group.command('revoke').description('have links lead to a page that says so')).option(
    '--reason <text>',
    'why, for the readers of the log',
    reason,
    'revoked by an operator',
  );
  cli.ledgerAction(revoke, async (call) => {
    const named = linksOf(call);
    const { origin } = await workspaceNamed(call);
    await decideLinks(call.ledger, origin, { do: 'revoke', ...named, reason: String(call.options.reason) });
    return { data: { ...answered(named), revoked: true }, text: `${textOf(named)} lead nowhere any more.` };
  });

  const restore = which(
    group.command('restore').description('have revoked links lead to their targets again'),
  );
  cli.ledgerAction(restore, async (call) => {
    const named = linksOf(call);
    const { origin } = await workspaceNamed(call);
    await decideLinks(call.ledger, origin, { do: 'restore', ...named });
    return {
      data: { ...answered(named), revoked: false },
      text: `${textOf(named)} lead to their targets again.`,
    };
  });

  cli.ledgerAction(group.command('list').description('what is revoked'), async (call) => {
    const { id } = await workspaceNamed(call);
    const revoked = await revokedLinksOf(call.ledger.store, id);
    const rows = revoked.map((one) => [textOf(one), one.reason]);
    return {
      data: revoked.map((one) => ({ ...answered(one), reason: one.reason })),
      text: listing(['LINKS', 'REASON'], rows, 'No link is revoked.'),
    };
  });
};

const which = (command: Command) =>
  command
    .option('--all', 'all links of the workspace')
    .option('--message <id>', 'those of one email', uuid)
    .option(
      '--url <address>',
      'those to addresses that begin with this one; with --message of that email alone',
    );

/** @throws CliError unless it is clear which links are meant */
function linksOf({ options }: LedgerCall): Links {
  const { all, message, url } = options;
  if ((all === true) === (message !== undefined || url !== undefined))
    throw new CliError('say which links: --all, or --message ID, or --url ADDRESS.', 'usage');
  return {
    emailId: message === undefined ? null : String(message),
    url: url === undefined ? null : String(url),
  };
}

const answered = ({ emailId, url }: Links) => ({ email_id: emailId, url });

function textOf({ emailId, url }: Links): string {
  if (emailId === null && url === null) return 'All links of the workspace';
  return [
    url === null ? 'Links' : `Links to ${url}`,
    ...(emailId === null ? [] : [`of email ${emailId}`]),
  ].join(' ');
}
