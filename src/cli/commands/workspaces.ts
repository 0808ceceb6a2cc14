import { openWorkspace } from '../../commands/workspace/openWorkspace.ts';
import { setSendingPace } from '../../commands/workspace/setSendingPace.ts';
import { listWorkspaces } from '../../projections/workspaces.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';
import { operatorOrigin } from '../context.ts';
import { wholeNumber } from '../parsed.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger workspaces`: the tenants of the service. */
export const workspaces: AddCommand = (program, cli) => {
  const group = program.command('workspaces').description('the tenants of the service');

  const create = group.command('create').description('open a workspace').argument('<name>', 'its name');
  cli.doesOnLedger(create, async ({ context, args }) => {
    const opened = await openWorkspace(context.ledger, operatorOrigin(context, ''), args[0] ?? '');
    await context.catchUp();
    const { id, name } = opened;
    return {
      data: { id, name },
      text: `Workspace ${name} ${opened.opened ? 'is open' : 'was open before'}: ${id}`,
    };
  });

  cli.doesOnLedger(group.command('list').description('by name'), async ({ context, settings }) => {
    const found = (await listWorkspaces(context.models.workspaces)).map(({ id, name, pace, openedAt }) => ({
      id,
      name,
      per_second: pace?.perSecond ?? settings.POSTLEDGER_PACE_PER_SECOND,
      per_day: pace?.perDay ?? settings.POSTLEDGER_PACE_PER_DAY,
      opened_at: openedAt,
    }));
    return {
      data: found,
      text: listing(
        ['NAME', 'ID', 'PER SECOND', 'PER DAY', 'OPENED'],
        found.map((each) => [each.name, each.id, each.per_second, each.per_day, each.opened_at]),
        'There is no workspace yet.',
      ),
    };
  });

  const pace = group
    .command('pace')
    .description('how many recipients a second and a UTC day it may send to')
    .argument('<name-or-id>', 'the workspace')
    .requiredOption('--per-second <n>', 'recipients a second', wholeNumber(1))
    .requiredOption('--per-day <n>', 'recipients a UTC day', wholeNumber(1));
  cli.doesOnLedger(pace, async (call) => {
    const { context, args, options } = call;
    const { id, name } = await workspaceNamed(call, args[0]);
    const limits = { perSecond: Number(options.perSecond), perDay: Number(options.perDay) };
    await setSendingPace(context.ledger, operatorOrigin(context, id), limits);
    await context.catchUp();
    return {
      data: { id, name, per_second: limits.perSecond, per_day: limits.perDay },
      text: `Workspace ${name} sends to ${limits.perSecond} recipients a second, ${limits.perDay} a day.`,
    };
  });
};
