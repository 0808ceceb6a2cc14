import { unacknowledged } from '../../commands/workspace/missingEvents.ts';
import { refuseUnusedKey } from '../../commands/workspace/openLedger.ts';
import { BEGINNING, plainPosition } from '../../events/event.ts';
import { eventsAfter } from '../../follow/eventsAfter.ts';
import { openProjection } from '../../follow/fold/projection.ts';
import { refuseOtherRedis } from '../../main/ledgerOfRedis.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import { aheadOfLog } from '../../projections/aheadOfLog.ts';
import { listWorkspaces } from '../../projections/workspaces.ts';
import { worstRoute } from '../../sender/route/routeReports.ts';
import type { SharedReports } from '../../work/sharedReports.ts';
import { lastSweep } from '../blobs/lastSweep.ts';
import type { CliDependencies } from '../cli.ts';
import { readModelPositions } from '../readModelPositions.ts';
import { type Check, fine, wrong } from './check.ts';
import { everyDocumentCheck } from './everyDocumentCheck.ts';
import { MENDS } from './mailCheck.ts';
import { wholeLogCheck } from './wholeLogCheck.ts';

/** A read model lags that many events after its position wait for, where the first of them is as old as this. */
const MAX_WAITING = 1_000;
/** Longer than the checkpoint of a partition waits in which nothing happens. */
const OLD_MS = 30_000;
const MAX_SKEW_MS = 2_000;
/** Events read after a read model's position to find the time of the newest. */
const NEWEST_PAGE = 500;
/** Of the check without which those that read the log would find the same again. */
const READING = 'log, reading';

/** Checks of the ledger itself, with any engines. */
export function ledgerChecks(dependencies: CliDependencies): readonly Check[] {
  const isEmbedded = dependencies.settings.EVENTSTORE_URL === undefined;
  return [
    readingCheck(dependencies),
    writingCheck(dependencies),
    masterKeyCheck(dependencies),
    ...(isEmbedded ? [wholeLogCheck(dependencies), everyDocumentCheck(dependencies)] : []),
    clockCheck(dependencies),
    readModelsCheck(dependencies),
    notAheadCheck(dependencies),
    missingCheck(dependencies),
    blobsCheck(dependencies),
    ...(dependencies.settings.REDIS_URL === undefined ? [] : [redisCheck(dependencies)]),
    routeCheck(dependencies),
    workspacesCheck(dependencies),
  ];
}

const readingCheck = ({ ledger: { store } }: CliDependencies): Check => ({
  name: READING,
  run: async () => {
    const head = await store.head();
    await store.readAll({ after: BEGINNING, limit: 1 });
    return fine(head === BEGINNING ? 'empty' : `ends at ${plainPosition(head)}`);
  },
});

const writingCheck = ({ ledger: { store }, isForAuditing }: CliDependencies): Check => ({
  name: 'log, writing',
  needs: [READING],
  run: async () => {
    if (isForAuditing) return fine('not tried: a ledger for auditing takes no events');
    const [first] = await eventsAfter(store, { after: BEGINNING, limit: 1 });
    if (first === undefined) return fine('nothing to try it on: the log is empty');
    // The first append again, under another expectation: it reaches the writer and writes nothing.
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

/** Whether the services open what a command here seals. */
const masterKeyCheck = ({ ledger: { store }, secrets }: CliDependencies): Check => ({
  name: 'master key, of this ledger',
  needs: [READING],
  run: async () => {
    await refuseUnusedKey(store, secrets);
    return fine("not another one than the log's");
  },
});

const clockCheck = (dependencies: CliDependencies): Check => ({
  name: 'clock',
  needs: [READING],
  run: async () => {
    const last = await lastEventAtMs(dependencies);
    const aheadMs = last === null ? 0 : last - dependencies.ledger.clock.nowMs();
    if (aheadMs <= MAX_SKEW_MS) return fine('not earlier than the newest events');
    const says = `the newest events are ${(aheadMs / 1000).toFixed(1)} s ahead of this clock`;
    return wrong(says, 'Set the clocks of all machines by NTP.');
  },
});

/** The end of the log is found from the read models' checkpoints: reading it all would take too long. */
async function lastEventAtMs(dependencies: CliDependencies): Promise<number | null> {
  let latest: number | null = null;
  for (const { position: after } of await readModelPositions(dependencies))
    for (const { metadata } of await eventsAfter(dependencies.ledger.store, { after, limit: NEWEST_PAGE }))
      latest = Math.max(latest ?? 0, Date.parse(metadata.at));
  return latest;
}

/** Whether every read model has nearly caught up with the log. */
export const readModelsCheck = (
  dependencies: Pick<CliDependencies, 'documents' | 'projections' | 'partitions' | 'ledger'>,
): Check => ({
  name: 'read models',
  needs: [READING],
  run: async () => {
    const { store, clock } = dependencies.ledger;
    const lagging: string[] = [];
    for (const { projection, position } of await readModelPositions(dependencies)) {
      const { name, types } = projection;
      const events = await eventsAfter(store, { after: position, limit: MAX_WAITING, types });
      const firstAtMs = Date.parse(events[0]?.metadata.at ?? '');
      if (events.length === MAX_WAITING && clock.nowMs() - firstAtMs > OLD_MS) lagging.push(name);
    }
    if (lagging.length === 0) return fine('none lags');
    const mend = 'Start a process with the projector role, or give it time to catch up.';
    return wrong(`these lag by ${MAX_WAITING} events or more: ${lagging.join(', ')}`, mend);
  },
});

/** Whether read models know events that the log does not have: they would skip what is appended there later. */
export const notAheadCheck = ({
  ledger,
  documents,
}: Pick<CliDependencies, 'documents'> & {
  ledger: Pick<CliDependencies['ledger'], 'store'>;
}): Check => ({
  name: 'read models, not ahead of the log',
  needs: [READING],
  run: async () => {
    const { end, consumers } = await aheadOfLog(documents, ledger);
    if (end === null) return fine('it is unknown where the damaged log ended');
    if (consumers.length === 0)
      return fine(`none knows an event after the log's end at ${plainPosition(end)}`);
    return wrong(
      `the log ends at ${plainPosition(end)}, and these have passed it: ${consumers.join(', ')}`,
      'The log is older than the read models, as after a restore: stop the service, drop the read models ' +
        '(all collections but blobs.*), and start it again.',
    );
  },
});

/** Whether acknowledged events are known to be missing. */
const missingCheck = ({ ledger: { store }, setAside }: CliDependencies): Check => ({
  name: 'log, nothing missing',
  needs: [READING],
  run: async () => {
    const open = await unacknowledged(store, setAside);
    if (open.length === 0) return fine('no event is known to be missing, or an operator knows of it');
    const says = open.map(({ file, events }) => `${events} events at least that ${file} knew`).join(', ');
    return wrong(
      `acknowledged events are missing: ${says}`,
      'Restore a newer log, where there is one. Else `postledger audit missing` lists the messages, and which of them must ' +
        'not be sent again; with --acknowledge this warning ends.',
    );
  },
});

const blobsCheck = ({ documents }: CliDependencies): Check => ({
  name: 'blobs',
  run: async () => {
    const last = await lastSweep(documents);
    if (last === null) return fine('never swept; `postledger blobs sweep` removes what no event refers to');
    return fine(`swept at ${last.at}: ${last.removed} removed, ${last.bytes} bytes`);
  },
});

/** Whether the database of Redis is not that of another ledger. */
const redisCheck = ({ ledger: { store }, leases }: CliDependencies): Check => ({
  name: 'Redis, of this ledger',
  needs: [READING, 'Redis'],
  run: async () => {
    await refuseOtherRedis(leases, store);
    return fine('no other ledger uses this database');
  },
});

/** What the processes that send report of their own mail route: this machine's may be another one. */
export const routeCheck = (dependencies: SharedReports): Check => ({
  name: 'mail, as senders say',
  needs: ['Redis'],
  run: async () => {
    const worst = await worstRoute(dependencies);
    if (worst === null) return fine('no sender runs');
    const { route, state, trouble, since } = worst;
    if (state === 'open' || trouble === null) return fine(`${route} takes it, since ${since}`);
    return wrong(
      `${route} has been ${state} since ${since}: ${trouble}`,
      `${MENDS[trouble]} The log of the process that sends has the answer, once. Messages wait; none is lost.`,
    );
  },
});

const workspacesCheck = ({ documents, projections }: CliDependencies): Check => ({
  name: 'workspaces',
  run: async () => {
    const found = await listWorkspaces(await openProjection(documents, projections.workspaces));
    if (found.length === 0) return fine('none yet; the first start opens `default`');
    const suspended = found.flatMap(({ name, suspended }) =>
      suspended === null ? [] : [`${name} is suspended since ${suspended.at}: ${suspended.reason}`],
    );
    return fine([`${found.length}`, ...suspended].join('; '));
  },
});
