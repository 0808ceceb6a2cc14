import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/servers/servers.ts';
import { type ServiceProcess, startServiceProcess } from '../test/support/serviceProcess.ts';
import { inBenchFolder } from './benchFolder.ts';
import { line, rate, ratio } from './report.ts';
import { generateSends } from './sends.ts';

const MESSAGES = 10_000;
const CONNECTIONS = 20;
/** By then the pauses between two probes have grown to their longest, as after an outage of an hour. */
const OUTAGE_MS = 75_000;

/**
 * Messages a second into a relay on this machine with the ledger written, against nodemailer's own pool with the same
 * messages composed beforehand, once before and once after it: the machine may change its speed meanwhile. Then how soon
 * the first and the last message go once a relay is back for which so many waited.
 */
export async function run(messages = MESSAGES): Promise<void> {
  const before = await pooled(messages);
  const ours = await served(messages, 0);
  const ceiling = (before + (await pooled(messages))) / 2;
  line('ceiling: nodemailer, pooled, composed beforehand', rate(ceiling));
  line('the sender, ledger written', `${rate(ours.perSecond)}, ratio ${ratio(ours.perSecond / ceiling)}`);
  const after = await served(messages, OUTAGE_MS);
  const name = `after an outage with ${messages.toLocaleString('en')} waiting: first, last`;
  line(name, `${after.firstS.toFixed(1)} s, ${after.lastS.toFixed(1)} s`);
}

/** From the first that the sink takes to the last, as the sender is measured, by a process at the sender's priority. */
async function pooled(messages: number): Promise<number> {
  const sink = await startSink(0, messages);
  const script = fileURLToPath(new URL('./mailPool.ts', import.meta.url));
  fork(script, [sink.port, messages, CONNECTIONS].map(String), { execArgv: ['--import', 'tsx'] });
  const [firstAtMs, lastAtMs] = await Promise.all([sink.firstAtMs, sink.lastAtMs]);
  sink.stop();
  return (messages * 1_000) / (lastAtMs - firstAtMs);
}

interface Served {
  readonly perSecond: number;
  /** From the relay's coming back until it has taken the first, and the last. */
  readonly firstS: number;
  readonly lastS: number;
}

/** Accepts while the relay is away; it comes `outageMs` after the last was accepted. */
async function served(messages: number, outageMs: number): Promise<Served> {
  let result: Served | null = null;
  await inBenchFolder(async (data) => {
    const port = await freePort();
    const env = {
      POSTLEDGER_DATA: data,
      POSTLEDGER_LOG_LEVEL: 'error',
      POSTLEDGER_PACE_PER_SECOND: '100000',
      POSTLEDGER_PACE_PER_DAY: '100000000',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    };
    const service = await startServiceProcess({ env });
    await generateSends(
      { url: new URL(service.url), key: service.firstKey },
      { connections: 32, durationMs: 600_000, maxRequests: messages },
    );
    await untilClosed(service);
    await sleep(outageMs);
    const sink = await startSink(port, messages);
    const backAtMs = Date.now();
    const [firstAtMs, lastAtMs] = await Promise.all([sink.firstAtMs, sink.lastAtMs]);
    result = {
      perSecond: (messages * 1_000) / (lastAtMs - firstAtMs),
      firstS: (firstAtMs - backAtMs) / 1_000,
      lastS: (lastAtMs - backAtMs) / 1_000,
    };
    await service.stop();
    sink.stop();
  });
  if (result === null) throw new Error('nothing was measured');
  return result;
}

async function untilClosed({ url }: ServiceProcess): Promise<void> {
  for (;;) {
    const { mail } = (await (await fetch(`${url}/readyz`)).json()) as { mail?: { state: string } };
    if (mail?.state === 'closed') return;
    await sleep(100);
  }
}

async function startSink(port: number, awaited: number) {
  const script = fileURLToPath(new URL('./mailSink.ts', import.meta.url));
  const child = fork(script, [String(port), String(awaited)], { execArgv: ['--import', 'tsx'] });
  const [first, last] = [reported(child, 'first'), reported(child, 'last')];
  return {
    port: await reported(child, 'port'),
    firstAtMs: first,
    lastAtMs: last,
    stop: () => child.disconnect(),
  };
}

function reported(child: ChildProcess, what: 'port' | 'first' | 'last'): Promise<number> {
  return new Promise((resolve) => {
    child.on('message', (message: Readonly<Record<string, number>>) => {
      const value = message[what];
      if (value !== undefined) resolve(value);
    });
  });
}
