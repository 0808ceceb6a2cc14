import { Option } from 'commander';
import {
  type ConsolePerson,
  endConsoleSessions,
  offerConsoleLogin,
} from '../../commands/console/consoleLogin.ts';
import { consolePort } from '../../main/console.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { operatorOrigin, workspaceNamed } from '../workspaceNamed.ts';

const ROLES: readonly ConsolePerson['role'][] = ['viewer', 'support', 'operator', 'auditor'];

/** `postledger console`: who may open the pages for people. */
export const consoleCommand: AddCommand = (program, cli) => {
  const group = program.command('console').description('the pages for support, operators and auditors');

  const login = group
    .command('login')
    .description('print a link to the console that works once, within ten minutes')
    .addOption(
      new Option('--role <role>', 'what the person may see and do').choices(ROLES).default('operator'),
    )
    .option('--all', 'every workspace, not the one of --workspace alone');
  cli.ledgerAction(login, async (call) => {
    const { ledger, options, settings } = call;
    const workspaceId = options.all ? null : (await workspaceNamed(call)).id;
    const role = ROLES.find((one) => one === options.role) ?? 'viewer';
    const person = { name: settings.POSTLEDGER_OPERATOR ?? 'operator', role, workspaceId };
    const secret = await offerConsoleLogin(ledger, operatorOrigin(call, ''), person);
    const url = `${addressOf(call)}/login/${secret}`;
    const text = `${url}\n\nIt logs ${person.name} in as ${role}, once, within ten minutes.`;
    return { data: { url, name: person.name, role, workspace_id: workspaceId }, text };
  });

  const logout = group
    .command('logout')
    .description('end sessions and links')
    .option('--of <name>', 'of this person; of everyone when absent');
  cli.ledgerAction(logout, async (call) => {
    const { of } = call.options;
    const name = typeof of === 'string' ? of : null;
    await endConsoleSessions(call.ledger, operatorOrigin(call, ''), name);
    const text = `The sessions and links of ${name ?? 'everyone'} are over.`;
    return { data: { name, ended: true }, text };
  });
};

/** Where the console of a service with the settings of this command is. */
function addressOf({ settings }: LedgerCall): string {
  const { POSTLEDGER_CONSOLE_URL: url } = settings;
  if (url !== undefined) return url.replace(/\/$/, '');
  const port = consolePort(settings);
  if (port === null)
    throw new CliError('a service with these settings has no console: set POSTLEDGER_CONSOLE_PORT.', 'usage');
  return `http://127.0.0.1:${port}`;
}
