import type { Command } from 'commander';
import { plainPosition } from '../../events/event.ts';
import { openCheckpoints } from '../../follow/checkpoints.ts';
import { eventsAfter } from '../../follow/eventsAfter.ts';
import type { AnyProjection } from '../../follow/fold/projection.ts';
import { type OlderVersion, olderVersions } from '../../projections/olderVersions.ts';
import { projectionList } from '../../projections/readModels.ts';
import { verifyProjections } from '../../rebuild/verify.ts';
import { table } from '../answer.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { holdingModels } from '../holdingLeases.ts';
import { progressed } from '../progress.ts';
import { addExport } from '../projections/export.ts';
import { readModelPositions } from '../readModelPositions.ts';
import { rebuildModels } from '../rebuildModels.ts';

/** Events that are counted at most to say how far a read model lags. */
const MAX_COUNTED = 10_000;

/** `postledger projections`: the read models, how far they have come and whether they agree with the log. */
export const projections: AddCommand = (group, cli) => {
  addExport(group, cli);

  const status = group.command('status').description('how far each read model has come');
  cli.ledgerAction(status, statusOf);

  const verify = named(group, 'verify', 'fold the log again and compare; the service may go on meanwhile');
  cli.ledgerAction(verify, async (call) => {
    const { ledger, documents } = call;
    const which = chosen(call);
    const verdicts = await holdingModels(call, which, () =>
      progressed(call, 'Folding the log', (onEvents) =>
        verifyProjections(
          ledger.store,
          documents,
          which,
          () => call.catchUp(which, (action) => action(onEvents)),
          onEvents,
        ),
      ),
    );
    const rows = verdicts.map(({ name, documents: count, different }) => [
      name,
      count,
      different.length === 0 ? 'same as the log' : `DIFFERENT: ${different.slice(0, 5).join(', ')}`,
    ]);
    return {
      data: verdicts,
      text: table(['READ MODEL', 'DOCUMENTS', 'VERDICT'], rows),
      failed: verdicts.some(({ different }) => different.length > 0),
    };
  });

  const rebuild = named(
    group,
    'rebuild',
    'fold read models again next to those in use, and exchange them; the service may go on meanwhile',
  );
  cli.ledgerAction(
    rebuild,
    async (call) => {
      const which = chosen(call);
      await rebuildModels(call, which, (action) => progressed(call, 'Folding the log', action));
      const names = which.map(({ name }) => name);
      return { data: { rebuilt: names }, text: `Rebuilt from the log: ${names.join(', ')}.` };
    },
    'each read model is as it was or wholly rebuilt; the same command begins again.',
  );
};

function named(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .argument('[names...]', 'read models, as `status` lists them; all when none is named');
}

function chosen({ projections, args }: LedgerCall): readonly AnyProjection[] {
  const all = projectionList(projections);
  const missing = args.find((name) => !all.some((projection) => projection.name === name));
  if (missing !== undefined)
    throw new CliError(
      `there is no read model ${missing}; \`postledger projections status\` lists them.`,
      'not_found',
    );
  return args.length === 0 ? all : all.filter(({ name }) => args.includes(name));
}

async function statusOf(call: LedgerCall) {
  const { documents, ledger, partitions } = call;
  const { store } = ledger;
  const checkpoints = await openCheckpoints(documents, partitions);
  const head = await store.head();
  const left = await olderVersions(documents, checkpoints, projectionList(call.projections));
  const found = [];
  for (const { projection, position } of await readModelPositions(call)) {
    const { name, version, types } = projection;
    const events = await eventsAfter(store, { after: position, limit: MAX_COUNTED, types });
    const older = left
      .filter((each) => each.projection === projection)
      .map((each) => ({ version: each.version, position: each.position, supersededAt: each.supersededAt }));
    found.push({ name, version, position, behind: events.length, older });
  }
  const rows = found.map(({ name, version, position, behind, older }) => [
    name,
    version,
    plainPosition(position),
    behind === MAX_COUNTED ? `${behind} or more` : behind,
    older.map(olderText).join(', '),
  ]);
  return {
    data: { head, projections: found },
    text: `The log ends at ${plainPosition(head)}.\n\n${table(['READ MODEL', 'VERSION', 'POSITION', 'LAG (EVENTS)', 'OLDER'], rows)}`,
  };
}

/** The older version of the furthest position answers while the newer one is built; later all of them are removed. */
function olderText(
  { version, position, supersededAt }: Pick<OlderVersion, 'version' | 'position' | 'supersededAt'>,
  at: number,
): string {
  if (supersededAt !== null) return `v${version}, unused since ${supersededAt}`;
  return at === 0 ? `v${version} answers as of ${plainPosition(position)}` : `v${version}, unused`;
}
