import type { Command } from 'commander';
import { positionsOf } from '../../audit/sealSearch.ts';
import {
  type ConsoleLogin,
  consoleLoginOf,
  MAX_LINK_LIFE_MS,
  revokeConsoleLogin,
  SESSION_LIFE_MS,
  SHOWN_LOGIN,
} from '../../commands/console/consoleLogin.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { instant } from '../../ports/clock.ts';
import { logPages } from '../../rebuild/logPages.ts';
import { listing } from '../answer.ts';
import { type Cli, CliError } from '../cli.ts';
import { operatorOrigin } from '../workspaceNamed.ts';

const PAGE = 500;

/** `console logins`: the links that were made, who used them and from where; one of them is revoked. */
export function addLogins(group: Command, cli: Cli): void {
  const logins = group
    .command('logins')
    .description('list the links of the last 36 hours, when and from where each was used, or revoke one')
    .option('--revoke <id>', 'take this link back, or end the session that it began');
  cli.ledgerAction(logins, async (call) => {
    const { ledger, options } = call;
    const found = await recentLogins(ledger);
    if (typeof options.revoke === 'string') {
      const one = loginNamed(found, options.revoke);
      await revokeConsoleLogin(ledger, operatorOrigin(call, ''), one);
      const data = described({ ...one, standing: 'revoked' });
      return { data, text: `The link ${data.id} of ${one.name}, and its session, are over.` };
    }
    const data = found.map(described);
    const rows = data.map((one) => [
      ...[one.id, one.name, one.role, one.workspace_id ?? 'every one', one.state],
      ...[one.until, one.used_at, one.used_from],
    ]);
    const headings = ['ID', 'NAME', 'ROLE', 'WORKSPACE', 'STATE', 'UNTIL', 'USED', 'FROM'];
    return { data, text: listing(headings, rows, 'No link was made in the last 36 hours.') };
  });
}

/** The links and sessions that may still be in use, and others of their time; the newest last. */
export async function recentLogins(ledger: Ledger): Promise<readonly ConsoleLogin[]> {
  const { store, clock } = ledger;
  const since = instant(clock.nowMs() - MAX_LINK_LIFE_MS - SESSION_LIFE_MS);
  const { after } = await positionsOf(store, { since, until: null });
  const found: ConsoleLogin[] = [];
  for await (const { events } of logPages(store, { after, limit: PAGE, types: ['ConsoleLoginOffered'] }))
    for (const { stream, metadata } of events) {
      const login = await consoleLoginOf(ledger, stream.slice('console-'.length));
      if (login !== null && metadata.at >= since) found.push(login);
    }
  return found;
}

function described({ login, name, role, workspaceId, standing, until, usedAt, usedFrom }: ConsoleLogin) {
  const about = { id: login.slice(0, SHOWN_LOGIN), name, role, workspace_id: workspaceId };
  return { ...about, state: standing, until, used_at: usedAt, used_from: usedFrom };
}

/** @throws CliError unless the id names exactly one */
function loginNamed(logins: readonly ConsoleLogin[], id: string): ConsoleLogin {
  const [one, another] = logins.filter(({ login }) => id.length >= 8 && login.startsWith(id));
  if (one !== undefined && another === undefined) return one;
  throw new CliError(`no link has the id ${id}; \`postledger console logins\` lists them.`, 'not_found');
}
