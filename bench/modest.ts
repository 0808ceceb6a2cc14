import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { freePort } from '../test/servers/servers.ts';
import { missingPostfix, startPostfix } from '../test/support/postfix.ts';
import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import { type PinnedServer, startService } from './pinned.ts';
import { usedBetween, usedBy } from './processUse.ts';
import { line, quantile } from './report.ts';
import { postJson, SEND } from './sends.ts';
import { sendAt, startTimedRelay, type TimedRelay } from './timedRelay.ts';

const RATES = [1, 20, 100];
const DURATION_MS = 20_000;
/** Before anything is measured: of a young process a third of the processor time is its compiler's. */
const WARM_UP_PER_SECOND = 100;
/** Of the time for which each rate is measured. */
const WARM_UP_SHARE = 2;
/** Likewise: Linux counts hundredths of a second, of which an idle process needs only a few. */
const IDLE_SHARE = 3;
/** Longer than what follows a start, and the last message of a rate, takes. */
const SETTLED_MS = 12_000;
const BOTH_CORES = '0,1';

/** Whatever takes mail: gives it one message, and resolves when that was accepted. */
interface Server {
  readonly pid: number;
  send(subject: string): Promise<unknown>;
}

/**
 * What a message costs at the rates that most users have, from the call to a relay on this machine: processor time, bytes
 * written to disk, and how long it takes; and what a server costs that has nothing to do. The same for Postfix, where it is
 * installed and this runs as root.
 */
export async function run(durationMs = DURATION_MS): Promise<void> {
  const relay = await startTimedRelay();
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data, {
      SMTP_URL: relay.url,
      POSTLEDGER_PACE_PER_SECOND: '100000',
      POSTLEDGER_PACE_PER_DAY: '100000000',
    });
    const service = await startService(BOTH_CORES, env);
    try {
      await measure('postledger', posting(service), relay, durationMs);
    } finally {
      await service.stop();
    }
  });
  const missing = missingPostfix();
  if (missing !== null) line('postfix', missing);
  else await inBenchFolder((folder) => measurePostfix(folder, relay, durationMs));
  await relay.close();
}

const posting = (service: PinnedServer): Server => ({
  pid: service.pid,
  send: (subject) => postJson(service, '/v1/emails', { ...SEND, subject }, { 'idempotency-key': subject }),
});

async function measurePostfix(folder: string, relay: TimedRelay, durationMs: number): Promise<void> {
  mkdirSync(folder);
  // Postfix works as a user of its own.
  chmodSync(dirname(folder), 0o755);
  const port = await freePort();
  // It needs no users of the machine, whose tables would ask for services of their own.
  const settings = { mynetworks: '127.0.0.0/8', local_recipient_maps: '', alias_maps: '' };
  const listener = [`127.0.0.1:${port} inet n - n - - smtpd`];
  const postfix = await startPostfix(folder, relay.port, settings, listener);
  const transport = createTransport({ host: '127.0.0.1', port, pool: true, ignoreTLS: true });
  const send = (subject: string) => transport.sendMail({ ...SEND, subject });
  try {
    await measure('postfix', { pid: postfix.pid, send }, relay, durationMs);
  } finally {
    transport.close();
    postfix.stop();
  }
}

async function measure(name: string, server: Server, relay: TimedRelay, durationMs: number): Promise<void> {
  const warmUp = Math.round((WARM_UP_PER_SECOND * WARM_UP_SHARE * durationMs) / 1_000);
  await sendAt(WARM_UP_PER_SECOND, warmUp, `${name}-warm-up`, server.send, relay);
  await sleep(SETTLED_MS);
  for (const perSecond of RATES) {
    const messages = Math.round((perSecond * durationMs) / 1_000);
    const before = usedBy(server.pid);
    const { toRelay: times } = await sendAt(perSecond, messages, `${name}-${perSecond}`, server.send, relay);
    const { processorMs, writtenBytes } = usedBetween(before, usedBy(server.pid), messages);
    const [processor, written] = [processorMs.toFixed(2), (writtenBytes / 1_000).toFixed(1)];
    const [p50, p99] = [quantile(times, 0.5).toFixed(1), quantile(times, 0.99).toFixed(1)];
    line(
      `${name}, ${perSecond}/s: a message`,
      `${processor} ms of processor, ${written} KB, at the relay after p50 ${p50} ms, p99 ${p99} ms`,
    );
    await sleep(SETTLED_MS);
  }
  const before = usedBy(server.pid);
  const idleMs = IDLE_SHARE * durationMs;
  await sleep(idleMs);
  const { processorMs, writtenBytes } = usedBetween(before, usedBy(server.pid));
  const share = ((100 * processorMs) / idleMs).toFixed(2);
  line(`${name}, idle`, `${share} % of a core, ${writtenBytes} bytes written`);
}
