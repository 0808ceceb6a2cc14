import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedLog } from '../src/adapters/embedded/open.ts';
import { openEventStoreDb } from '../src/adapters/eventstoredb/open.ts';
import { systemClock } from '../src/adapters/node/systemClock.ts';
import { BEGINNING } from '../src/events/event.ts';
import { startMongo, startRedis } from '../test/servers/servers.ts';
import { childDouble } from '../test/support/childDouble.ts';
import { quietLog } from '../test/support/quietLog.ts';
import { startServiceProcess } from '../test/support/serviceProcess.ts';
import { inBenchFolder, secondsOf, serviceEnv } from './benchFolder.ts';
import { appendMessages, METADATA } from './messageLog.ts';
import { startService } from './pinned.ts';
import { childrenOf } from './processMemory.ts';
import { line, rate, ratio } from './report.ts';
import { slowRelay } from './senders.ts';
import { generateSends, SEND } from './sends.ts';

type Env = Readonly<Record<string, string>>;

const CALLERS = 64;
const APPENDING_MS = 5_000;
const BOTH_CORES = '0,1';
const TICKS_PER_SECOND = 100;
const FOLDING_MS = 600_000;
const LOOK_MS = 500;
/** Events of a page that is read alone. */
const PAGE = 1_000;
/** More than any bench sends. */
const PACE = '100000000';
/** Processor time in one look, below which a service counts as idle. */
const IDLE_SECONDS = 0.02;

/** The server holds what it is given in memory, three times over here. */
const MONGO_HEAP_MIB = 4_096;

/**
 * What a message costs over the engines, as ratios to the adapter alone in the same run: sends accepted by a process with the api
 * role and by one with all roles, by as many callers; the processor time of all its processes until a relay has taken every message
 * and nothing is left to do; the fold of all read models from nothing, to reading the same log; a migration, to appending the same
 * events with as many in flight.
 */
export async function run(messages = 15_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const [mongo, redis] = [await startMongo({ heapMiB: MONGO_HEAP_MIB }), await startRedis()];
    const shared = serviceEnv(data, { POSTLEDGER_MASTER_KEY: 'a1'.repeat(32), REDIS_URL: redis.url });
    /** Each part has a log, documents and a data folder of its own. */
    const part = <Result>(name: string, work: (env: Env) => Promise<Result>) =>
      onDouble(`${data}-${name}`, (url) => {
        const own = { EVENTSTORE_URL: url, MONGODB_URL: `${mongo.url}/prices-${name}` };
        return work({ ...shared, ...own, POSTLEDGER_DATA: `${data}-${name}` });
      });
    try {
      const bare = await part('bare', adapterAlone);
      line(`the adapter alone, ${CALLERS} at once`, rate(bare));
      for (const roles of ['api', 'all']) {
        const { perSecond, cpuMs } = await part(roles, (env) => accepted(env, roles, messages));
        line(`accepted sends, roles ${roles}`, `${rate(perSecond)}, ratio ${ratio(perSecond / bare)}`);
        line('  processor time a message', `${cpuMs.toFixed(2)} ms`);
      }
      const { readAlone, folded } = await part('fold', (env) => foldedBy(env, messages));
      line('the log read alone', `${rate(readAlone)} events`);
      line(
        'all read models folded from nothing',
        `${rate(folded)} events, ratio ${ratio(folded / readAlone)}`,
      );
      const { appendedAlone, migrated } = await part('migrate', (env) => migratedBy(env, messages));
      line(`the same events appended alone, ${CALLERS} at once`, `${rate(appendedAlone)} events`);
      line('migrate', `${rate(migrated)} events, ratio ${ratio(migrated / appendedAlone)}`);
    } finally {
      await Promise.all([mongo.stop(), redis.stop()]);
    }
  });
}

async function onDouble<Result>(data: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const double = await childDouble(`${data}-eventstore`);
  try {
    return await work(double.url);
  } finally {
    await double.kill();
  }
}

async function adapterAlone({ EVENTSTORE_URL = '' }: Env): Promise<number> {
  const store = openEventStoreDb(EVENTSTORE_URL, { clock: systemClock, log: quietLog });
  const endMs = performance.now() + APPENDING_MS;
  let appended = 0;
  const caller = async () => {
    while (performance.now() < endMs) {
      const event = { id: randomUUID(), type: 'BenchAppended', data: SEND, metadata: METADATA };
      await store.append(`bench-${randomUUID()}`, 'no-stream', [event]);
      appended += 1;
    }
  };
  const seconds = await secondsOf(() => Promise.all(Array.from({ length: CALLERS }, caller)));
  await store.close();
  return appended / seconds;
}

async function accepted(env: Env, roles: string, messages: number) {
  // The first start gives the key; a process with the api role alone takes no sends before a projector has run.
  const first = await startService(BOTH_CORES, { ...env, POSTLEDGER_ROLES: 'api,projector' });
  await first.stop();
  const relay = await slowRelay();
  const sending = { SMTP_URL: relay.url, POSTLEDGER_PACE_PER_SECOND: PACE, POSTLEDGER_PACE_PER_DAY: PACE };
  const service = await startService(BOTH_CORES, { ...env, ...sending, POSTLEDGER_ROLES: roles });
  // What the start itself costs belongs to no message.
  await untilIdle(service.pid);
  const before = cpuSeconds(service.pid);
  const { perSecond, answers } = await generateSends(
    { url: service.url, key: first.key },
    { connections: CALLERS, durationMs: FOLDING_MS, maxRequests: messages },
  );
  // A service that waits for its relay is not idle.
  while (roles === 'all' && relay.taken() < answers) await sleep(LOOK_MS);
  await untilIdle(service.pid);
  const cpuMs = (1_000 * (cpuSeconds(service.pid) - before)) / answers;
  await service.stop();
  await relay.close();
  return { perSecond, cpuMs };
}

async function untilIdle(pid: number): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const now = cpuSeconds(pid);
    if (now - before < IDLE_SECONDS) return;
    before = now;
    await sleep(LOOK_MS);
  }
}

/** Processor time of a process and those it has started. */
function cpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

async function foldedBy(env: Env, messages: number) {
  const store = openEventStoreDb(env.EVENTSTORE_URL ?? '', { clock: systemClock, log: quietLog });
  const events = await appendMessages(store, messages);
  const reading = await secondsOf(async () => {
    for (let after = BEGINNING; ; ) {
      const { position, caughtUp } = await store.readAll({ after, limit: PAGE });
      if (caughtUp) return;
      after = position;
    }
  });
  await store.close();
  const seconds = await secondsOf(async () => {
    const folding = { env: { ...env, POSTLEDGER_ROLES: 'projector' }, timeoutMs: FOLDING_MS };
    const service = await startServiceProcess(folding);
    await service.stop();
  });
  return { readAlone: events / reading, folded: events / seconds };
}

async function migratedBy(env: Env, messages: number) {
  const appending = await onDouble(`${env.POSTLEDGER_DATA}-bare`, async (url) => {
    const target = openEventStoreDb(url, { clock: systemClock, log: quietLog });
    const seconds = await secondsOf(() => appendMessages(target, messages, undefined, CALLERS));
    await target.close();
    return seconds;
  });
  const from = `${env.POSTLEDGER_DATA}-from`;
  const store = await openEmbeddedLog(from, { log: quietLog, isNew: true });
  const events = await appendMessages(store, messages);
  await store.close();
  const seconds = await secondsOf(async () =>
    execFileSync(process.execPath, ['dist/cli/postledger.js', 'migrate', '--from', from], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  return { appendedAlone: events / appending, migrated: events / seconds };
}
