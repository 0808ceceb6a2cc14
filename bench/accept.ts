import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import type { Load } from './loadGenerator.ts';
import { foldAll, type PinnedServer, pinMyself, ROOM, startPinned, startService } from './pinned.ts';
import { line, median, rate, ratio } from './report.ts';
import { generateSends, SEND } from './sends.ts';

const ROUNDS = 3;
const DURATION_MS = 6_000;
const WARM_UP_MS = 2_000;
const CONNECTIONS = 64;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const BODY = JSON.stringify({ ...SEND, tags: ['order', 'shipping'] });

const [BEFORE_SENDER = '', AFTER_SENDER = ''] = BODY.split('shop@sender.test');
/**
 * Bodies of which so many in a row have the same sender. A sender is looked up in the read model of domains once a second,
 * so with one sender the look-up costs nothing, and with another each time it is part of every send.
 */
const bodiesOf = (sendsEach: number) => (request: number) => {
  const sender = String(Math.floor(request / sendsEach)).padStart(9, '0');
  return `${BEFORE_SENDER}shop-${sender}@sender.test${AFTER_SENDER}`;
};

const empty = [ROOM, '--import', 'tsx', 'bench/emptyServer.ts'];

/**
 * Durable accepted sends a second, against the same Fastify and validation with an empty handler; the server on one
 * core, the load on the other. The same with a look-up of the sender's domain for each send, and with hardly any. Then one
 * caller at a time, against one raw append and sync of as many bytes.
 */
export async function run(): Promise<void> {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data);
    const first = await startService(SERVER_CORE, env);
    const { key } = first;
    await first.stop();
    if (key === null) throw new Error('the first start printed no key');

    const variants = {
      ceiling: () => startPinned(SERVER_CORE, empty, {}),
      api: async () => {
        await foldAll(SERVER_CORE, env);
        return startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: 'api' });
      },
      all: () => startService(SERVER_CORE, env),
    };
    const measured = { ceiling: [] as number[], api: [] as number[], all: [] as number[] };
    const owners = { asked: [] as number[], known: [] as number[] };
    const single = { ceiling: [] as number[], api: [] as number[], raw: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['ceiling', 'api', 'all'] as const) {
        const server = await variants[name]();
        const many = await load(server, key, CONNECTIONS, DURATION_MS);
        measured[name].push(many.perSecond);
        if (name !== 'all') single[name].push((await load(server, key, 1, 2_000)).latency.p50);
        if (name === 'api')
          for (const [row, sendsEach] of [
            ['known', Number.POSITIVE_INFINITY],
            ['asked', 1],
          ] as const) {
            const senders = await load(server, key, CONNECTIONS, DURATION_MS, bodiesOf(sendsEach));
            owners[row].push(senders.perSecond);
          }
        await server.stop();
      }
      single.raw.push(rawAppendMs(`${data}-raw`));
    }
    const ceiling = median(measured.ceiling);
    line('ceiling: Fastify, TypeBox validation, empty handler', rate(ceiling));
    const [apiRole, allRoles] = [median(measured.api), median(measured.all)];
    line('accepted and on disk, api role alone', `${rate(apiRole)}, ratio ${ratio(apiRole / ceiling)}`);
    line('accepted and on disk, all roles', `${rate(allRoles)}, ratio ${ratio(allRoles / ceiling)}`);
    line('all roles over the api role alone', ratio(allRoles / apiRole));
    const [asked, known] = [median(owners.asked), median(owners.known)];
    line("the sender's domain looked up for each send", `${rate(asked)}, ratio ${ratio(asked / known)}`);
    const [api, none, raw] = [median(single.api), median(single.ceiling), median(single.raw)];
    line('one caller: median latency', `${api.toFixed(2)} ms`);
    line(
      'one caller: empty handler, one raw append with sync',
      `${none.toFixed(2)} ms + ${raw.toFixed(2)} ms`,
    );
    line('one caller: latency over both together', ratio(api / (none + raw)));
  });
}

const load = (
  server: PinnedServer,
  key: string,
  connections: number,
  durationMs: number,
  body: Load['body'] = BODY,
) => generateSends({ url: server.url, key }, { body, connections, durationMs, warmUpMs: WARM_UP_MS });

/** Median of appending as many bytes as a send to a plain file and syncing it. */
function rawAppendMs(path: string): number {
  const file = openSync(path, 'a');
  const bytes = Buffer.from(BODY);
  const times: number[] = [];
  for (let n = 0; n < 500; n++) {
    const startedAt = performance.now();
    writeSync(file, bytes);
    fdatasyncSync(file);
    times.push(performance.now() - startedAt);
  }
  closeSync(file);
  return median(times);
}
