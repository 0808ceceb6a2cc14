import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBenchFolder } from './benchFolder.ts';
import { posted } from './neighbourCalls.ts';
import { systemCalls, type Use, usedBetween, usedBy } from './processUse.ts';
import { type Measured, SIGNED_DOMAIN, startReference, startVariant, variants } from './referenceSetUp.ts';
import { line, median, quantile, ratio } from './report.ts';
import { generateSends, SEND } from './sends.ts';
import { type SendTimes, sendAt, startTimedRelay, type TimedRelay } from './timedRelay.ts';

/** Of one rate in one round. */
const DURATION_MS = 10_000;
const ROUNDS = 3;
const RATES = [1, 20, 100] as const;
const SIGNED_PER_SECOND = 20;
/** Of a burst, in each millisecond of the duration: 5,000 messages. */
const BURST_SHARE = 0.5;
const BURST_CONNECTIONS = 64;
/** Between two calls while a burst is sent. */
const CALL_EVERY_MS = 50;
/**
 * Before anything is measured: of a young process a third of the processor time is its compiler's, and a large program is compiled
 * for longer. After 10,000 messages the compiler's threads take 3 % of the service's time; after 2,000 it was 15.
 */
const WARM_UP_SHARE = 10;
const IDLE_SHARE = 6;
const STRACE_SHARE = 0.5;
/** What follows the last message is counted with it: read models and checkpoints, a second later at most. */
const FOLLOWS_MS = 1_500;
/** What follows the measured ones: idle checkpoints are saved every ten seconds. */
const SETTLED_MS = 12_000;

/** A plain text of 2 KB, and the same with html: its links and openings are tracked, and it is signed by both algorithms. */
const SIGNED = {
  ...SEND,
  from: `Shop <shop@${SIGNED_DOMAIN}>`,
  html: `<p>It left our house.</p>${'<p><a href="https://shop.example/orders/1">Your order</a></p>'.repeat(5)}`,
};

/** Of a message, in milliseconds where nothing else is said; of a burst also how fast it was accepted, and calls while the rest is sent. */
type Figures = Readonly<Record<string, number>>;

/**
 * What a message costs the service over what it costs the reference (referenceServer.ts), in alternation: with BENCH_BASE also
 * another build, and with BENCH_WITH (`NAME=value NAME=value`) also this one with other settings. `durationMs`: of each rate.
 */
export async function run(durationMs = DURATION_MS): Promise<void> {
  const relay = await startTimedRelay();
  await inBenchFolder(async (folder) => {
    const servers: Measured[] = [await startReference(`${folder}-reference`, relay.url)];
    try {
      for (const [name, how] of Object.entries(variants()))
        servers.push(await startVariant(name, `${folder}-${name}`, how, relay.url));
      for (const server of servers) {
        const send = sending(server, SEND);
        await sendAt(100, Math.ceil((100 * WARM_UP_SHARE * durationMs) / 1_000), 'warm-up', send, relay);
      }
      await measureRates(servers, relay, durationMs);
      for (const perSecond of RATES.slice(1))
        for (const server of servers)
          await countCalls(`${folder}-strace`, server, relay, perSecond, durationMs);
      await measureIdle(servers, IDLE_SHARE * durationMs);
    } finally {
      for (const server of servers) await server.stop();
    }
  });
  await relay.close();
}

function sending({ url, key }: Measured, mail: typeof SEND): (subject: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true });
  return async (subject) => {
    const { status } = await posted(
      { url, key },
      '/v1/emails',
      Buffer.from(JSON.stringify({ ...mail, subject })),
      agent,
    );
    if (status !== 202) throw new Error(`a send was answered with ${status}`);
  };
}

async function measureRates(
  servers: readonly Measured[],
  relay: TimedRelay,
  durationMs: number,
): Promise<void> {
  const kinds: Readonly<Record<string, (server: Measured, run: string) => Promise<Figures>>> = {
    ...Object.fromEntries(
      RATES.map((perSecond) => [
        `${perSecond}/s`,
        (server: Measured, run: string) => atRate(server, relay, perSecond, run, durationMs),
      ]),
    ),
    [`${SIGNED_PER_SECOND}/s, tracked and signed`]: (server, run) =>
      atRate(server, relay, SIGNED_PER_SECOND, run, durationMs, SIGNED),
    burst: (server, run) => burst(server, relay, run, Math.round(durationMs * BURST_SHARE)),
  };
  for (const [kind, measure] of Object.entries(kinds)) {
    const found = new Map<string, Figures[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const server of servers)
        found.get(server.name)?.push(await measure(server, `${server.name}-${kind.split(' ')[0]}${round}`));
    report(kind, found);
  }
}

/** One after the other at that rate. */
async function atRate(
  server: Measured,
  relay: TimedRelay,
  perSecond: number,
  run: string,
  durationMs: number,
  mail: typeof SEND = SEND,
): Promise<Figures> {
  const messages = Math.ceil((perSecond * durationMs) / 1_000);
  const send = sending(server, mail);
  const { used, result } = await using(server, () => sendAt(perSecond, messages, run, send, relay));
  return { ...each(used, messages), ...times(result) };
}

/** As fast as they are accepted, and then calls at a rate while the rest is sent. */
async function burst(server: Measured, relay: TimedRelay, run: string, messages: number): Promise<Figures> {
  const send = sending(server, SEND);
  const bodies = { body: (n: number) => JSON.stringify({ ...SEND, subject: `${run}-${n}` }) };
  let awaited = relay.count() + messages;
  const calls: number[] = [];
  const { used, result } = await using(server, async () => {
    const load = { ...bodies, connections: BURST_CONNECTIONS, durationMs: 600_000, maxRequests: messages };
    const { perSecond, latency } = await generateSends(server, load);
    while (relay.count() < awaited) {
      const calledAt = performance.now();
      await send(`${run}-call-${calls.length}`);
      calls.push(performance.now() - calledAt);
      awaited++;
      await sleep(calledAt + CALL_EVERY_MS - performance.now());
    }
    return { 'accepted a second': perSecond, 'accepting p99': latency.p99 };
  });
  const all = messages + calls.length;
  return { ...each(used, all), ...result, ...times({ calls, toRelay: [] }) };
}

async function using<Result>({ pid }: Measured, work: () => Promise<Result>) {
  const before = usedBy(pid);
  const result = await work();
  await sleep(FOLLOWS_MS);
  const used = usedBetween(before, usedBy(pid));
  return { used, result };
}

const each = ({ processorMs, writtenBytes, reads }: Use, messages: number): Figures => ({
  'ms of processor': processorMs / messages,
  'KB written': writtenBytes / messages / 1_000,
  reads: reads / messages,
});

const times = ({ calls, toRelay }: SendTimes): Figures => ({
  'call p50': quantile(calls, 0.5),
  'call p99': quantile(calls, 0.99),
  ...(toRelay.length > 0 && {
    'to relay p50': quantile(toRelay, 0.5),
    'to relay p99': quantile(toRelay, 0.99),
  }),
});

/** The median of each figure, and what it is over the reference's. */
function report(kind: string, found: ReadonlyMap<string, readonly Figures[]>): void {
  const medianOf = (rounds: readonly Figures[]): Figures =>
    Object.fromEntries(
      Object.keys(rounds[0] ?? {}).map((figure) => [figure, median(rounds.map((one) => one[figure] ?? 0))]),
    );
  const base = medianOf(found.get('reference') ?? []);
  for (const [name, rounds] of found) {
    const figures = Object.entries(medianOf(rounds)).map(([figure, value]) => {
      const over = name === 'reference' ? '' : ` (${ratio(value / (base[figure] ?? Number.NaN))})`;
      return `${figure} ${value.toFixed(2)}${over}`;
    });
    line(`${kind}: a message, ${name}`, figures.join(', '));
  }
}

async function countCalls(
  file: string,
  server: Measured,
  relay: TimedRelay,
  perSecond: number,
  durationMs: number,
): Promise<void> {
  const messages = Math.ceil((perSecond * STRACE_SHARE * durationMs) / 1_000);
  const send = sending(server, SEND);
  const run = `${server.name}-strace-${perSecond}`;
  const calls = await systemCalls(server.pid, file, () => sendAt(perSecond, messages, run, send, relay));
  const inWords =
    calls === null
      ? 'strace is not installed'
      : `${(calls.all / messages).toFixed(1)}, of which ${(calls.logReads / messages).toFixed(1)} read the log's file`;
  line(`${perSecond}/s: system calls a message, ${server.name}`, inWords);
}

/** All of them at once. */
async function measureIdle(servers: readonly Measured[], idleMs: number): Promise<void> {
  await sleep(SETTLED_MS);
  const before = servers.map(({ pid }) => usedBy(pid));
  await sleep(idleMs);
  for (const [at, { name, pid }] of servers.entries()) {
    const { processorMs, writtenBytes } = usedBetween(before[at] ?? usedBy(pid), usedBy(pid));
    const share = ((100 * processorMs) / idleMs).toFixed(2);
    line(`idle, ${name}`, `${share} % of a core, ${writtenBytes} bytes written`);
  }
}
