import { ledgerIdOf } from '../../commands/workspace/openLedger.ts';
import { openWorkspace } from '../../commands/workspace/openWorkspace.ts';
import { setSendingPace } from '../../commands/workspace/setSendingPace.ts';
import { decideSuspension } from '../../commands/workspace/suspension.ts';
import { listWorkspaces } from '../../projections/workspaces.ts';
import { listing } from '../answer.ts';
import { reason, wholeNumber } from '../argumentParsers.ts';
import { type AddCommand, CliError } from '../cli.ts';
import { operatorOrigin, workspaceNamed } from '../workspaceNamed.ts';

/** `postledger workspaces`: the tenants of the service. */
export const workspaces: AddCommand = (group, cli) => {
  const create = group.command('create').description('open a workspace').argument('<name>', 'its name');
  cli.ledgerAction(create, async (call) => {
    const { ledger, args, folded } = call;
    if ((await ledgerIdOf(ledger.store)) === null)
      throw new CliError('the log is empty: `postledger serve` begins the ledger.');
    const { id, name, opened } = await openWorkspace(ledger, operatorOrigin(call, ''), args[0] ?? '');
    await folded('workspaces');
    const state = opened ? 'is open' : 'was open before, and nothing was changed';
    const next = `Make a key for it: postledger keys create --workspace ${JSON.stringify(name)} --scopes all`;
    return { data: { id, name }, text: `Workspace ${name} ${state}: ${id}${opened ? `\n${next}` : ''}` };
  });

  cli.ledgerAction(group.command('list').description('by name'), async ({ readModel, settings }) => {
    const found = (await listWorkspaces(await readModel('workspaces'))).map(
      ({ id, name, pace, openedAt, suspended }) => ({
        id,
        name,
        per_second: pace?.perSecond ?? settings.POSTLEDGER_PACE_PER_SECOND,
        per_day: pace?.perDay ?? settings.POSTLEDGER_PACE_PER_DAY,
        opened_at: openedAt,
        suspended,
      }),
    );
    const rows = found.map((each) => [
      each.name,
      each.id,
      each.per_second,
      each.per_day,
      each.opened_at,
      each.suspended?.reason ?? '',
    ]);
    const headings = ['NAME', 'ID', 'PER SECOND', 'PER DAY', 'OPENED', 'SUSPENDED'];
    return { data: found, text: listing(headings, rows, 'There is no workspace yet.') };
  });

  const pace = group
    .command('pace')
    .description('how many recipients a second and a UTC day it may send to')
    .argument('<name-or-id>', 'the workspace')
    .requiredOption('--per-second <n>', 'recipients a second', wholeNumber(1))
    .requiredOption('--per-day <n>', 'recipients a UTC day', wholeNumber(1));
  cli.ledgerAction(pace, async (call) => {
    const { args, options } = call;
    const { id, name, origin } = await workspaceNamed(call, args[0]);
    const limits = { perSecond: Number(options.perSecond), perDay: Number(options.perDay) };
    await setSendingPace(call.ledger, origin, limits);
    await call.folded('workspaces');
    return {
      data: { id, name, per_second: limits.perSecond, per_day: limits.perDay },
      text: `Workspace ${name} sends to ${limits.perSecond} recipients a second, ${limits.perDay} a day.`,
    };
  });

  addSuspension(group, cli);
};

/** `workspaces suspend` and `workspaces resume`. */
const addSuspension: AddCommand = (group, cli) => {
  for (const [verb, about, done] of [
    [
      'suspend',
      'refuse its sends; what waits stays, and webhooks go on',
      'sends nothing until it is resumed',
    ],
    ['resume', 'let a suspended one send again', 'sends again'],
  ] as const) {
    const command = group
      .command(verb)
      .description(about)
      .argument('<name-or-id>', 'the workspace')
      .requiredOption('--reason <text>', 'why; the callers of a suspended workspace are shown it', reason);
    cli.ledgerAction(command, async (call) => {
      const { args, options } = call;
      const { id, name, origin } = await workspaceNamed(call, args[0]);
      await decideSuspension(call.ledger, origin, { do: verb, reason: String(options.reason) });
      await call.folded('workspaces');
      return { data: { id, name }, text: `Workspace ${name} ${done}.` };
    });
  }
};
