import { type Command, InvalidArgumentError } from 'commander';
import {
  decideHookAddress,
  type HookAddress,
  hookAddresses,
} from '../../commands/workspace/hookAddresses.ts';
import { HOOK_ROUTES, type HookRoute } from '../../events/hooks.ts';
import { hookToken } from '../../intake/hooks/hookToken.ts';
import { apiOptions } from '../../main/options.ts';
import { listing } from '../answer.ts';
import { uuid } from '../argumentParsers.ts';
import type { AddCommand, Cli, LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

const ABOUT: Readonly<Record<HookRoute, string>> = {
  ses: 'Amazon SES: subscribe an SNS topic to it over HTTPS, without raw message delivery',
  kumomta: 'KumoMTA: a log hook that posts its records as JSON',
  postal: 'Postal: a webhook of the mail server, for all message events',
};

/** `postledger hooks`: where mail services report what became of mail that went through them. */
export const hooks: AddCommand = (group, cli) => {
  addList(group, cli);
  addCreate(group, cli);
  addRevoke(group, cli);
};

function addList(group: Command, cli: Cli): void {
  const about = 'the addresses; each is a secret, since anyone who knows it can report';
  cli.ledgerAction(group.command('list').description(about), async (call) => {
    const data = (await hookAddresses(call.ledger)).map((one) => described(call, one));
    const rows = data.map((one) => [one.id, one.route, one.name, one.state, one.about, one.url ?? '']);
    return { data, text: listing(['ID', 'ROUTE', 'NAME', 'STATE', 'FOR', 'ADDRESS'], rows, '') };
  });
}

function addCreate(group: Command, cli: Cli): void {
  const create = group
    .command('create')
    .description('make a further address, so that the one before can be revoked once it is in use')
    .argument('<route>', HOOK_ROUTES.join(', '), hookRoute)
    .option('--name <name>', 'a name to recognize it by');
  cli.ledgerAction(create, async (call) => {
    const { ledger, args, options } = call;
    const { origin } = await workspaceNamed(call);
    const route = hookRoute(args[0] ?? '');
    const name = typeof options.name === 'string' ? options.name : null;
    const hookId = ledger.ids.uuid();
    // Signed first: under a key that is refused nothing is to be written.
    const data = described(call, { hookId, route, name, isRevoked: false, account: null });
    await decideHookAddress(ledger, origin, { do: 'create', hookId, route, name });
    return { data, text: `${data.url}\n\nAddress ${hookId} for ${data.about}.` };
  });
}

function addRevoke(group: Command, cli: Cli): void {
  const revoke = group
    .command('revoke')
    .description('take no reports at an address from now on')
    .argument('<address-id>', 'id of the address', uuid);
  cli.ledgerAction(revoke, async (call) => {
    const { origin } = await workspaceNamed(call);
    const hookId = call.args[0] ?? '';
    await decideHookAddress(call.ledger, origin, { do: 'revoke', hookId });
    return { data: { id: hookId, revoked: true }, text: `Address ${hookId} is revoked.` };
  });
}

function described({ settings, tokens }: LedgerCall, { hookId, route, name, isRevoked }: HookAddress) {
  const url = `${apiOptions(settings).baseUrl}/hooks/${route}/${hookToken(tokens, { hookId, route })}`;
  return {
    id: hookId,
    route,
    name,
    state: isRevoked ? 'revoked' : 'open',
    url: isRevoked ? null : url,
    about: ABOUT[route],
  };
}

function hookRoute(text: string): HookRoute {
  const route = HOOK_ROUTES.find((one) => one === text);
  if (route === undefined) throw new InvalidArgumentError(`It must be one of ${HOOK_ROUTES.join(', ')}.`);
  return route;
}
