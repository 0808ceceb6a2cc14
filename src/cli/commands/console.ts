import { InvalidArgumentError, Option } from 'commander';
import {
  type ConsolePerson,
  endConsoleSessions,
  MAX_LINK_LIFE_MS,
  offerConsoleLogin,
} from '../../commands/console/consoleLogin.ts';
import { consolePort } from '../../main/console.ts';
import { httpAddress } from '../../main/options.ts';
import { durationMs } from '../argumentParsers.ts';
import { asked } from '../asked.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { operatorOrigin, workspaceNamed } from '../workspaceNamed.ts';
import { addLogins, recentLogins } from './consoleLogins.ts';

const ROLES: readonly ConsolePerson['role'][] = ['viewer', 'support', 'operator', 'auditor'];

/** `postledger console`: who may open the pages for people. */
export const consoleCommand: AddCommand = (group, cli) => {
  const login = group
    .command('login')
    .description('print a link to the console that works once, for a short time')
    .addOption(
      new Option('--role <role>', 'what the person may see and do').choices(ROLES).default('operator'),
    )
    .option('--all', 'every workspace, not the one of --workspace alone')
    .addOption(
      new Option('--ttl <duration>', 'how long the link may be used: from 1m to 1d')
        .argParser(linkLife)
        .default('10m'),
    );
  cli.ledgerAction(login, async (call) => {
    const { ledger, options, settings } = call;
    const workspaceId = options.all ? null : (await workspaceNamed(call)).id;
    const role = ROLES.find((one) => one === options.role) ?? 'viewer';
    const person = { name: settings.POSTLEDGER_OPERATOR ?? 'operator', role, workspaceId };
    const address = await addressOf(call);
    const ttl = String(options.ttl);
    const secret = await offerConsoleLogin(ledger, operatorOrigin(call, ''), person, durationMs(ttl));
    const url = `${address}/login/${secret}`;
    const text = `${url}\n\nIt logs ${person.name} in as ${role}, once, within ${ttl}.`;
    return { data: { url, name: person.name, role, workspace_id: workspaceId, ttl }, text };
  });

  addLogins(group, cli);

  const logout = group
    .command('logout')
    .description('end sessions and links')
    .option('--of <name>', 'of this person; of everyone when absent');
  cli.ledgerAction(logout, async (call) => {
    const { of } = call.options;
    const name = typeof of === 'string' ? of : null;
    if (name !== null) await refuseUnknown(name, call);
    await endConsoleSessions(call.ledger, operatorOrigin(call, ''), name);
    const text = `The sessions and links of ${name ?? 'everyone'} are over.`;
    return { data: { name, ended: true }, text };
  });
};

/**
 * Where people reach the console of this ledger. A link is a secret, and another instance's console must not get it: where no
 * service of this machine says where its own one listens, the console must prove that it is of this ledger.
 * @throws CliError when there is none
 */
async function addressOf(call: LedgerCall): Promise<string> {
  const { service, settings } = call;
  if (service !== null) {
    const { listeners, settings: theirs } = service;
    if (listeners.console === undefined)
      throw new CliError(
        `the service on ${service.data} has no console: its log says why, or start it with POSTLEDGER_CONSOLE_PORT.`,
        'unavailable',
      );
    return String(theirs.POSTLEDGER_CONSOLE_URL ?? listeners.console);
  }
  const port = consolePort(settings);
  const listens = port === null || port === 0 ? null : httpAddress(settings.POSTLEDGER_CONSOLE_HOST, port);
  const address = settings.POSTLEDGER_CONSOLE_URL ?? listens;
  if (address === null)
    throw new CliError(
      'no service with a console runs here: start one with POSTLEDGER_CONSOLE_PORT.',
      'unavailable',
    );
  if ((await asked(call, address))?.who !== 'this')
    throw new CliError(
      `no console of this ledger answers at ${address}: start the service first.`,
      'unavailable',
    );
  return address;
}

/** @throws InvalidArgumentError */
function linkLife(text: string): string {
  const ms = durationMs(text);
  if (ms < 60_000 || ms > MAX_LINK_LIFE_MS)
    throw new InvalidArgumentError('It must be a duration from 1m to 1d, such as 10m.');
  return text;
}

/**
 * A name that was mistyped would leave its person logged in.
 * @throws CliError when no link was made for the name since the oldest that may still be in use
 */
async function refuseUnknown(name: string, { ledger }: LedgerCall): Promise<void> {
  const names = new Set((await recentLogins(ledger)).map((login) => login.name));
  if (names.has(name)) return;
  const known =
    names.size === 0 ? 'none was made at all' : `there are links for ${[...names].sort().join(', ')}`;
  throw new CliError(
    `nothing was ended: in the last 36 hours no link was made for ${JSON.stringify(name)}; ${known}.`,
    'not_found',
  );
}
