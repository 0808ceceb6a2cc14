import { type Command, Option } from 'commander';
import { forms, type Provider } from '../../imports/forms/index.ts';
import type { CommandResult } from '../answer.ts';
import { filePath } from '../argumentParsers.ts';
import type { AddCommand, Cli, LedgerCall } from '../cli.ts';

/** `postledger import`: what a customer of another provider brings along. */
export const importCommand: AddCommand = (group, cli) => {
  add(
    group,
    cli,
    'suppressions',
    'stop sending to whom another provider does not send to',
    async (call, from) => (await import('../import/importSuppressions.ts')).importSuppressions(call, from),
  );
  add(group, cli, 'contacts', 'people, without a change of what is known of them here', async (call, from) =>
    (await import('../import/importContacts.ts')).importContacts(call, from),
  );
  add(group, cli, 'templates', 'templates, put into Liquid', async (call, from) =>
    (await import('../import/importTemplates.ts')).importTemplates(call, from),
  );
};

function add(
  group: Command,
  cli: Cli,
  what: string,
  description: string,
  run: (call: LedgerCall, from: Provider) => Promise<CommandResult>,
): void {
  const command = group
    .command(what)
    .description(`${description}; the same file may come again`)
    .argument('<file>', 'CSV or JSON', filePath)
    .addOption(
      new Option('--from <provider>', 'whose form the file has').choices(Object.keys(forms)).default('plain'),
    )
    .option('--dry-run', 'say what would be done, and do nothing');
  cli.ledgerAction(command, (call) => run(call, call.options.from as Provider));
}
