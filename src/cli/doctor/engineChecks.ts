import { randomUUID } from 'node:crypto';
import type { ClusterView } from '../../adapters/eventstoredb/gossip.ts';
import type { Probe } from '../../adapters/eventstoredb/probe.ts';
import type { Settings } from '../../config.ts';
import { BEGINNING } from '../../events/event.ts';
import type { Clock } from '../../ports/clock.ts';
import { silentLog } from '../silentLog.ts';
import { type Check, type CheckResult, fine, unusable, wrong } from './check.ts';

const PROBE_LEASE_MS = 5_000;
/** For a call of the first check of an engine, with all its attempts: what is slower is of no use to the service either. */
const CALL_MS = 1_500;

const EVENTSTORE = 'EventStoreDB';
const MONGODB = 'MongoDB';
const REDIS = 'Redis';

/** The engines without which nothing of the ledger can be checked. */
export const LEDGER_ENGINES: readonly string[] = [EVENTSTORE, MONGODB];

/** Checks of the engines that the settings name, a list for each engine; none when everything is embedded. */
export function engineChecks({
  EVENTSTORE_URL,
  MONGODB_URL,
  REDIS_URL,
}: Settings): readonly (readonly Check[])[] {
  return [
    EVENTSTORE_URL === undefined ? [] : [eventStoreCheck(EVENTSTORE_URL)],
    MONGODB_URL === undefined ? [] : mongoChecks(MONGODB_URL, EVENTSTORE_URL !== undefined),
    REDIS_URL === undefined ? [] : redisChecks(REDIS_URL),
  ];
}

function eventStoreCheck(url: string): Check {
  return {
    name: EVENTSTORE,
    run: async () => {
      const { openEventStoreDb } = await import('../../adapters/eventstoredb/open.ts');
      const { clusterAsker } = await import('../../adapters/eventstoredb/gossip.ts');
      // An address that cannot be one is refused before anything is asked.
      const options = { callMs: CALL_MS, attemptMs: CALL_MS };
      const opened = openEventStoreDb(url, { clock: await systemClock(), log: silentLog, ...options });
      return closing(opened, async () => {
        const cluster = await clusterAsker(url)();
        const nodes = clusterText(cluster);
        if (cluster.answering === 0)
          return unusable(
            `${nodes}: ${cluster.reason ?? 'no answer within a second'}`,
            'See whether it runs, and whether EVENTSTORE_URL names its hosts and ports.',
          );
        if (cluster.leader === null)
          return unusable(
            nodes,
            'Nothing is written or read until more than half of the nodes are together.',
          );
        return judgedProbe(nodes, await opened.probe());
      });
    },
  };
}

function clusterText({ nodes, answering, leader }: ClusterView): string {
  const answer = nodes === 1 ? (answering === 0 ? 'it does not answer' : 'it answers') : null;
  const answers = answer ?? `${answering} of ${nodes} nodes answer`;
  if (answering === 0) return answers;
  return `${answers}, ${leader === null ? 'no node leads' : `node ${leader} leads`}`;
}

function judgedProbe(nodes: string, { serverVersion, readMs, writable }: Probe): CheckResult {
  const says = `version ${serverVersion}; ${nodes}`;
  if (readMs === null)
    return unusable(
      `${says}; this user may not read $all, which is all that the service reads`,
      "Grant it by $all's access control list: operations.md has the command.",
    );
  if (!writable)
    return wrong(`${says}; this user may not append`, 'Give the user the right to write to streams.');
  return fine(`${says}; the end of the log is read in ${readMs.toFixed(0)} ms`);
}

/** `holdsParts`: of the events of a log that is an engine. */
function mongoChecks(url: string, holdsParts: boolean): readonly Check[] {
  const open = async (callMs?: number) => {
    const { openMongo } = await import('../../adapters/mongodb/open.ts');
    return openMongo(url, { clock: await systemClock(), log: silentLog, callMs });
  };
  return [
    {
      name: MONGODB,
      run: async () =>
        closing(await open(CALL_MS), async (opened) => {
          const { version, topology, problems } = await opened.probe();
          return judged(`version ${version}, ${topology}`, problems);
        }),
    },
    {
      name: 'MongoDB, writing',
      needs: [MONGODB],
      run: async () =>
        closing(await open(), async ({ documents, parts }) => {
          // Whether this user may create collections and indexes and write, acknowledged by a majority.
          const name = `doctor_${randomUUID().slice(0, 8)}`;
          const probe = await documents.collection<{ word: string }>({ name, indexes: { byWord: ['word'] } });
          const part = { stream: name, eventId: name, kind: 'contents', salt: '', text: '' } as const;
          try {
            // The database of the parts is another one, for which this user needs the same rights.
            if (holdsParts) {
              await parts.put([{ ...part, commitment: name }]);
              await parts.remove([name], Date.now() + PROBE_LEASE_MS);
            }
            await probe.writeMany([{ key: 'a', position: BEGINNING, document: { word: 'well' } }]);
            const found = await probe.page({ index: 'byWord', equals: ['well'], limit: 1 });
            if (found.length === 1)
              return fine('creates collections and indexes, writes by majority, reads back');
            return wrong('what was written is not found by its index', 'Read the log of MongoDB.');
          } finally {
            await documents.drop(name);
          }
        }),
    },
  ];
}

function redisChecks(url: string): readonly Check[] {
  const open = async () => {
    const { openRedis } = await import('../../adapters/redis/open.ts');
    const { randomIds } = await import('../../adapters/node/randomIds.ts');
    return openRedis(url, { clock: await systemClock(), ids: randomIds(), log: silentLog });
  };
  return [
    {
      name: REDIS,
      run: async () =>
        closing(await open(), async (opened) => {
          const { version, problems } = await opened.probe();
          return judged(`version ${version}`, problems);
        }),
    },
    {
      name: 'Redis, leases',
      needs: [REDIS],
      run: async () =>
        closing(await open(), async ({ leases }) => {
          const lease = await leases.acquire(`doctor/${randomUUID()}`, PROBE_LEASE_MS);
          if (lease === null) return wrong('gives no lease', 'See whether this user may write.');
          await lease.release();
          return fine('a lease was taken and given back');
        }),
    },
  ];
}

function judged(says: string, problems: readonly string[]): CheckResult {
  return problems.length === 0 ? fine(`${says}, clock in step`) : wrong(says, problems.join(' '));
}

async function systemClock(): Promise<Clock> {
  return (await import('../../adapters/node/systemClock.ts')).systemClock;
}

async function closing<Opened extends { close(): Promise<void> }>(
  opened: Opened,
  action: (opened: Opened) => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await action(opened);
  } finally {
    await opened.close();
  }
}
