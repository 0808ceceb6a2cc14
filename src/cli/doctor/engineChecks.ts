import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config.ts';
import type { Clock } from '../../ports/clock.ts';
import { silentLog } from '../silentLog.ts';
import { type Check, type CheckResult, fine, wrong } from './check.ts';

const PROBE_LEASE_MS = 5_000;

/** Checks of the engines that the settings name; none when everything is embedded. */
export function engineChecks({ EVENTSTORE_URL, MONGODB_URL, REDIS_URL }: Settings): readonly Check[] {
  return [
    ...(EVENTSTORE_URL === undefined ? [] : [eventStoreCheck(EVENTSTORE_URL)]),
    ...(MONGODB_URL === undefined ? [] : mongoChecks(MONGODB_URL)),
    ...(REDIS_URL === undefined ? [] : redisChecks(REDIS_URL)),
  ];
}

function eventStoreCheck(url: string): Check {
  return {
    name: 'EventStoreDB',
    run: async () => {
      const { openEventStoreDb } = await import('../../adapters/eventstoredb/open.ts');
      return closing(
        openEventStoreDb(url, { clock: await systemClock(), log: silentLog }),
        async (opened) => {
          const { serverVersion, readMs, writable } = await opened.probe();
          if (readMs === null)
            return wrong(
              `version ${serverVersion}; this user may not read $all, which is all that the service reads`,
              "Grant it by $all's access control list: operations.md has the command.",
            );
          if (!writable)
            return wrong(
              `version ${serverVersion}; this user may not append`,
              'Give the user the right to write to streams.',
            );
          return fine(`version ${serverVersion}; the end of the log is read in ${readMs.toFixed(0)} ms`);
        },
      );
    },
  };
}

function mongoChecks(url: string): readonly Check[] {
  const open = async () => {
    const { openMongo } = await import('../../adapters/mongodb/open.ts');
    return openMongo(url, { clock: await systemClock(), log: silentLog });
  };
  return [
    {
      name: 'MongoDB',
      run: async () =>
        closing(await open(), async (opened) => {
          const { version, topology, problems } = await opened.probe();
          return judged(`version ${version}, ${topology}`, problems);
        }),
    },
    {
      name: 'MongoDB, writing',
      run: async () =>
        closing(await open(), async ({ documents }) => {
          // Whether this user may create collections and indexes and write, acknowledged by a majority.
          const name = `doctor_${randomUUID().slice(0, 8)}`;
          const probe = await documents.collection<{ word: string }>({ name, indexes: { byWord: ['word'] } });
          try {
            await probe.writeMany([{ key: 'a', position: '1', document: { word: 'well' } }]);
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
    return openRedis(url, { clock: await systemClock(), ids: randomIds, log: silentLog });
  };
  return [
    {
      name: 'Redis',
      run: async () =>
        closing(await open(), async (opened) => {
          const { version, problems } = await opened.probe();
          return judged(`version ${version}`, problems);
        }),
    },
    {
      name: 'Redis, leases',
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
