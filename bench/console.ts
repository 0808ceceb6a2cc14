import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceNamed } from '../src/commands/workspace/openWorkspace.ts';
import { readSettings } from '../src/config.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import { instant } from '../src/ports/clock.ts';
import { freePort } from '../test/servers/servers.ts';
import { consoleVisit, logInLink } from '../test/support/consoleVisit.ts';
import { inBenchFolder, serviceEnv, timesOf } from './benchFolder.ts';
import type { LoadResult } from './loadGenerator.ts';
import { appendMessages, METADATA, messageIdOf } from './messageLog.ts';
import { type PinnedServer, pinMyself, startService } from './pinned.ts';
import { processorMs } from './processMemory.ts';
import { line, median, quantile, ratio } from './report.ts';
import { generateSends } from './sends.ts';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const CALLS = 200;
/** Messages of the last hour, which the first page counts. */
const RECENT = 10_000;
const RECENT_MS = 3_000_000;
const CONSOLES = 64;
/** As often as the first page asks for itself again. */
const AGAIN_MS = 10_000;
const ROUNDS = 3;
const SENDS = { connections: 64, durationMs: 20_000, warmUpMs: 2_000 };
const WITHIN = '/w/default/';
const PROGRAM = ['dist/cli/postledger.js'];

/** Asks for a page of the console as a person who is logged in. @throws Error where it isn't answered with 200 */
type Get = (path: string) => Promise<string>;

/**
 * What the pages of the console take over a long log, what 64 consoles that stay open take from those who send, and what one person
 * takes who opens every page, one after the other.
 */
export async function run(messages = 200_000): Promise<void> {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data, { POSTLEDGER_CONSOLE_PORT: String(await freePort()) });
    const { key, stop } = await startService(SERVER_CORE, env);
    await stop();
    await fill(data, messages);
    const service = await startService(SERVER_CORE, env);
    try {
      await caughtUp(service.url);
      const get = await loggedIn(env);
      const [first = Number.NaN] = await timesOf(1, () => get('/'));
      line('the first page, with nothing known of the last hour', `${first.toFixed(1)} ms`);
      const paths = pagesOf(messageIdOf(messages >> 1), new URL(await logInLink(env, PROGRAM)).pathname);
      for (const [name, path] of Object.entries(paths)) {
        await timesOf(CALLS / 10, () => get(path));
        const before = processorMs(service.pid);
        const times = await timesOf(CALLS, () => get(path));
        const cpuMs = (processorMs(service.pid) - before) / CALLS;
        const figures = [quantile(times, 0.5), quantile(times, 0.99), cpuMs].map((ms) => ms.toFixed(1));
        line(
          `${messages.toLocaleString('en')} messages: ${name}: p50, p99, processor`,
          `${figures.join(', ')} ms`,
        );
      }
      const sender = { ...service, key };
      await nextToSends(sender, `${CONSOLES} open consoles`, (signal) =>
        Array.from({ length: CONSOLES }, (_, n) => staysOpen(get, n, signal)),
      );
      const all = [...Object.values(paths), ...countedPaths()];
      await nextToSends(sender, 'a person who opens every page', (signal) => [opensAll(get, all, signal)]);
    } finally {
      await service.stop();
    }
  });
}

const pagesOf = (messageId: string, logInPath: string): Readonly<Record<string, string>> => ({
  'the log-in page': logInPath,
  'the first page': '/',
  messages: `${WITHIN}messages`,
  'messages of a tag of all': `${WITHIN}messages?tag=order`,
  'messages of a tag of none': `${WITHIN}messages?tag=absent`,
  'messages with a part': `${WITHIN}messages?find=on@example`,
  'messages with a part that none has': `${WITHIN}messages?find=absent`,
  'messages of a status': `${WITHIN}messages?status=delivered`,
  'messages of a rare status': `${WITHIN}messages?status=bounced`,
  'messages of a month': `${WITHIN}messages?since=2026-01-01&until=2026-02-01`,
  'a message': `${WITHIN}messages/${messageId}`,
  'an address that all went to': `${WITHIN}addresses/find?address=person@example.com`,
  webhooks: `${WITHIN}webhooks`,
  figures: `${WITHIN}figures`,
  workspace: `${WITHIN}settings`,
  'the log': `${WITHIN}log`,
});

/** Pages that begin to count: the messages of each of these times are counted anew. */
const countedPaths = (): readonly string[] =>
  ['tag', 'campaign', 'template', 'domain', 'bounce-sub-type'].flatMap((by) =>
    [366, 90].map((days) => `${WITHIN}figures/by/${by}?days=${days}`),
  );

/** Appends messages of long ago, and at the end some of the last hour. */
async function fill(data: string, messages: number): Promise<void> {
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
  const workspace = (await workspaceNamed(ports.store, 'default'))?.id ?? '';
  const nowMs = ports.clock.nowMs();
  await appendMessages(ports.store, messages, (message) => {
    const before = (messages - message) / RECENT;
    const at = before > 1 ? METADATA.at : instant(nowMs - before * RECENT_MS);
    return { ...METADATA, workspace, at };
  });
  await ports.close();
}

/** Resolves when the background has folded the log: until then it takes as much of the core as the pages. */
async function caughtUp(url: URL): Promise<void> {
  const lagOf = /^postledger_consumer_lag_seconds\{consumer="([^"]+)".*\} (\S+)$/gm;
  for (;;) {
    const lags = (await (await fetch(new URL('/metrics', url))).text()).matchAll(lagOf);
    const late = [...lags].map(([, consumer = '', seconds]) => ({ consumer, seconds: Number(seconds) }));
    const folded = late.some(({ consumer }) => consumer === 'read-models-at-ticks');
    if (folded && late.every(({ seconds }) => seconds < 1)) return;
    await sleep(1_000);
  }
}

async function loggedIn(env: Readonly<Record<string, string>>): Promise<Get> {
  const visit = await consoleVisit(env, PROGRAM);
  return async (path) => {
    const answer = await visit(path);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text;
  };
}

/** Accepted sends with and without those who read, in pairs: how many a second, and how long each takes. */
async function nextToSends(
  service: Pick<PinnedServer, 'url' | 'key'>,
  who: string,
  read: (signal: AbortSignal) => readonly Promise<void>[],
): Promise<void> {
  const alone: LoadResult[] = [];
  const next: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await generateSends(service, SENDS));
    const over = new AbortController();
    setMaxListeners(CONSOLES, over.signal);
    const readers = read(over.signal);
    next.push(await generateSends(service, SENDS));
    over.abort();
    await Promise.all(readers);
  }
  const measures: Readonly<Record<string, (result: LoadResult) => number>> = {
    'a second': ({ perSecond }) => perSecond,
    'p50, ms': ({ latency }) => latency.p50,
    'p99, ms': ({ latency }) => latency.p99,
  };
  for (const [name, of] of Object.entries(measures)) {
    const ratios = next.map((result, at) => of(result) / of(alone[at] ?? result));
    const values = [alone, next].map((results) => median(results.map(of)).toFixed(1));
    line(
      `sends without and with ${who}, ${name}`,
      `${values.join(', ')}; ratios ${ratios.map(ratio).join(', ')}`,
    );
  }
}

async function staysOpen(get: Get, n: number, over: AbortSignal): Promise<void> {
  await sleep((n / CONSOLES) * AGAIN_MS);
  while (!over.aborted) {
    await get('/');
    await sleep(AGAIN_MS, undefined, { signal: over }).catch(() => {});
  }
}

async function opensAll(get: Get, paths: readonly string[], over: AbortSignal): Promise<void> {
  while (!over.aborted)
    for (const path of paths) {
      if (over.aborted) return;
      await get(path);
    }
}
