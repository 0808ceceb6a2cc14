import { BEGINNING } from '../../events/event.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import { projectionList } from '../../projections/readModels.ts';
import { listWorkspaces } from '../../projections/workspaces.ts';
import { openCheckpoints } from '../../runtime/follow/checkpoints.ts';
import { eventsAfter } from '../../runtime/follow/eventsAfter.ts';
import { projectionConsumerName } from '../../runtime/follow/projectionConsumer.ts';
import { lastSweep } from '../blobs/lastSweep.ts';
import type { CliContext } from '../context.ts';
import { type Check, fine, wrong } from './check.ts';
import { notAheadCheck } from './notAheadCheck.ts';
import { routeCheck } from './routeCheck.ts';
import { wholeLogCheck } from './wholeLogCheck.ts';

/** Events behind which a read model counts as lagging, where the first of them is as old as this. */
const MAX_BEHIND = 1_000;
/** Longer than the checkpoint of a partition waits in which nothing happens. */
const OLD_MS = 30_000;
const MAX_SKEW_MS = 2_000;

/** Looks at the ledger itself, whichever engines hold it. */
export function ledgerChecks(context: CliContext): readonly Check[] {
  return [
    readingCheck(context),
    writingCheck(context),
    ...(context.settings.EVENTSTORE_URL === undefined ? [wholeLogCheck(context)] : []),
    clockCheck(context),
    readModelsCheck(context),
    notAheadCheck(context),
    blobsCheck(context),
    routeCheck(context),
    workspacesCheck(context),
  ];
}

const readingCheck = ({ ledger: { store } }: CliContext): Check => ({
  name: 'log, reading',
  run: async () => {
    const head = await store.head();
    await store.readAll({ after: BEGINNING, limit: 1 });
    return fine(head === BEGINNING ? 'empty' : `ends at ${head}`);
  },
});

const writingCheck = ({ ledger: { store } }: CliContext): Check => ({
  name: 'log, writing',
  run: async () => {
    const [first] = await eventsAfter(store, { after: BEGINNING, limit: 1 });
    if (first === undefined) return fine('nothing to try it on: the log is empty');
    // A repetition of the first append, under another expectation: it reaches the writer and writes nothing.
    const { stream, id, type, data, metadata } = first;
    try {
      await store.append(stream, 1_000_000_000, [{ id, type, data, metadata }]);
    } catch (error) {
      if (error instanceof RevisionConflict) return fine('the log answers appends');
      throw error;
    }
    return wrong('the log took an append that it had to refuse', 'Do not write to it; report this.');
  },
});

const clockCheck = (context: CliContext): Check => ({
  name: 'clock',
  run: async () => {
    const last = await lastEventAtMs(context);
    const aheadMs = last === null ? 0 : last - context.ledger.clock.nowMs();
    if (aheadMs <= MAX_SKEW_MS) return fine('not behind the newest events');
    const says = `the newest events are ${(aheadMs / 1000).toFixed(1)} s ahead of this clock`;
    return wrong(says, 'Set the clocks of all machines by NTP.');
  },
});

export const readModelsCheck = ({
  documents,
  projections,
  partitions,
  ledger: { store, clock },
}: Pick<CliContext, 'documents' | 'projections' | 'partitions' | 'ledger'>): Check => ({
  name: 'read models',
  run: async () => {
    const checkpoints = await openCheckpoints(documents, partitions);
    const lagging: string[] = [];
    for (const projection of projectionList(projections)) {
      const after = await checkpoints.lowest(projectionConsumerName(projection));
      const { types } = projection;
      const events = await eventsAfter(store, { after, limit: MAX_BEHIND, types });
      const firstAtMs = Date.parse(events[0]?.metadata.at ?? '');
      if (events.length === MAX_BEHIND && clock.nowMs() - firstAtMs > OLD_MS) lagging.push(projection.name);
    }
    if (lagging.length === 0) return fine('none lags behind the log');
    const mend = 'Start a process with the projector role, or give it time to catch up.';
    return wrong(`${MAX_BEHIND} events or more behind the log: ${lagging.join(', ')}`, mend);
  },
});

const blobsCheck = ({ documents }: CliContext): Check => ({
  name: 'blobs',
  run: async () => {
    const last = await lastSweep(documents);
    if (last === null) return fine('never swept; `postledger blobs sweep` removes what no event refers to');
    return fine(`swept at ${last.at}: ${last.removed} removed, ${last.bytes} bytes`);
  },
});

const workspacesCheck = ({ models }: CliContext): Check => ({
  name: 'workspaces',
  run: async () => {
    const found = await listWorkspaces(models.workspaces);
    return fine(found.length === 0 ? 'none yet; the first start opens `default`' : `${found.length}`);
  },
});

async function lastEventAtMs({
  ledger,
  documents,
  partitions,
  projections,
}: CliContext): Promise<number | null> {
  // The end of the log is found from the read models' checkpoints: reading it all would take too long.
  const checkpoints = await openCheckpoints(documents, partitions);
  let latest: number | null = null;
  for (const projection of projectionList(projections)) {
    const after = await checkpoints.lowest(projectionConsumerName(projection));
    for (const { metadata } of await eventsAfter(ledger.store, { after, limit: 500 })) {
      latest = Math.max(latest ?? 0, Date.parse(metadata.at));
    }
  }
  return latest;
}
