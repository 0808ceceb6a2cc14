import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedLog } from '../src/adapters/embedded/open.ts';
import { openEventStoreDb } from '../src/adapters/eventstoredb/open.ts';
import { systemClock } from '../src/adapters/node/systemClock.ts';
import { childDouble } from '../test/support/childDouble.ts';
import { quietLog } from '../test/support/quietLog.ts';
import { startServiceProcess } from '../test/support/serviceProcess.ts';
import { secondsOf } from './benchFolder.ts';
import { appendMessages, METADATA } from './messageLog.ts';
import { startService } from './pinned.ts';
import { childrenOf } from './processMemory.ts';
import { line, rate, ratio } from './report.ts';
import { generateSends, SEND } from './sends.ts';

type Env = Readonly<Record<string, string>>;

const CALLERS = 64;
const APPENDING_MS = 5_000;
const BOTH_CORES = '0,1';
const TICKS_PER_SECOND = 100;
const FOLDING_MS = 600_000;
const LOOK_MS = 500;
/** Processor time in one look, below which a service counts as idle. */
const IDLE_SECONDS = 0.02;

/**
 * What a message costs over the engines, as ratios to the adapter alone, by as many callers: sends accepted by a process with
 * the api role and by one with all roles, the processor time of all its processes until nothing is left to do, the fold of all
 * read models from nothing, and a migration.
 */
export async function enginePrices(env: Env, messages: number): Promise<void> {
  const data = env.POSTLEDGER_DATA ?? '';
  const bare = await onDouble(`${data}-bare`, adapterAlone);
  line(`the adapter alone, ${CALLERS} at once`, rate(bare));
  for (const roles of ['api', 'all']) {
    const { perSecond, cpuMs } = await onDouble(`${data}-${roles}`, (url) => {
      const own = { EVENTSTORE_URL: url, MONGODB_URL: `${env.MONGODB_URL}-${roles}` };
      return accepted({ ...env, ...own, POSTLEDGER_DATA: `${data}-${roles}` }, roles, messages);
    });
    line(`accepted sends, roles ${roles}`, `${rate(perSecond)}, ratio ${ratio(perSecond / bare)}`);
    line('  processor time a message', `${cpuMs.toFixed(2)} ms`);
  }
  const folded = await onDouble(`${data}-fold`, (url) => {
    const own = { EVENTSTORE_URL: url, MONGODB_URL: `${env.MONGODB_URL}-fold` };
    return foldedBy({ ...env, ...own, POSTLEDGER_DATA: `${data}-fold` }, messages);
  });
  line('all read models folded from nothing', `${rate(folded)} events`);
  const migrated = await onDouble(`${data}-migrate`, (url) => {
    const own = { EVENTSTORE_URL: url, MONGODB_URL: `${env.MONGODB_URL}-migrate` };
    return migratedBy({ ...env, ...own, POSTLEDGER_DATA: `${data}-migrate` }, messages);
  });
  line('migrate', `${rate(migrated)} events`);
}

async function onDouble<Result>(data: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const double = await childDouble(`${data}-eventstore`);
  try {
    return await work(double.url);
  } finally {
    await double.kill();
  }
}

async function adapterAlone(url: string): Promise<number> {
  const store = openEventStoreDb(url, { clock: systemClock, log: quietLog });
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
  const service = await startService(BOTH_CORES, { ...env, POSTLEDGER_ROLES: roles });
  // What the start itself costs belongs to no message.
  await untilIdle(service.pid);
  const before = cpuSeconds(service.pid);
  const { perSecond, answers } = await generateSends(
    { url: service.url, key: first.key },
    { connections: CALLERS, durationMs: FOLDING_MS, maxRequests: messages },
  );
  await untilIdle(service.pid);
  const cpuMs = (1_000 * (cpuSeconds(service.pid) - before)) / answers;
  await service.stop();
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

async function foldedBy(env: Env, messages: number): Promise<number> {
  const store = openEventStoreDb(env.EVENTSTORE_URL ?? '', { clock: systemClock, log: quietLog });
  const events = await appendMessages(store, messages);
  await store.close();
  const seconds = await secondsOf(async () => {
    const folding = { env: { ...env, POSTLEDGER_ROLES: 'projector' }, timeoutMs: FOLDING_MS };
    const service = await startServiceProcess(folding);
    await service.stop();
  });
  return events / seconds;
}

async function migratedBy(env: Env, messages: number): Promise<number> {
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
  return events / seconds;
}
