import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBenchFolder } from './benchFolder.ts';
import { startService } from './pinned.ts';
import { line, rate } from './report.ts';
import { SEND } from './sends.ts';
import type { ReceiverAnswer } from './webhookReceiver.ts';

const BOTH_CORES = '0,1';
const SECONDS = 15;

/** The service, all roles, takes in so many messages a second while one endpoint hears of each: how late it hears. */
export async function run(perSecond = 1_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const receiver = fork(join(import.meta.dirname, 'webhookReceiver.ts'), { execArgv: ['--import', 'tsx'] });
    const [listening] = (await once(receiver, 'message')) as [ReceiverAnswer];
    if (listening.kind !== 'listening') throw new Error('the receiver does not listen');
    const caFile = `${data}-ca.pem`;
    writeFileSync(caFile, listening.ca);
    const server = await startService(BOTH_CORES, {
      ...{ POSTLEDGER_DATA: data, POSTLEDGER_PORT: '0', POSTLEDGER_LOG_LEVEL: 'error' },
      ...{ POSTLEDGER_PACE_PER_SECOND: '100000', POSTLEDGER_PACE_PER_DAY: '100000000' },
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: caFile,
    });
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const post = async (path: string, body: object, more: object = {}) => {
      const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
      const answer = await fetch(new URL(path, server.url), init);
      await answer.arrayBuffer();
      return answer.status;
    };
    const url = `https://127.0.0.1:${listening.port}/ok/all`;
    const created = await post('/v1/webhooks', { name: 'all', url, events: ['*'] });
    if (created !== 201) throw new Error(`the endpoint was answered ${created}`);
    let accepted = 0;
    const startedAtMs = performance.now();
    const lane = async (first: number, step: number) => {
      for (let n = first; n < perSecond * SECONDS; n += step) {
        const aheadMs = (n * 1_000) / perSecond - (performance.now() - startedAtMs);
        if (aheadMs > 0) await sleep(aheadMs);
        if (performance.now() - startedAtMs > SECONDS * 1_000) return;
        if ((await post('/v1/emails', SEND, { 'idempotency-key': String(n) })) === 202) accepted++;
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, first) => lane(first, 64)));
    const [report] = (await asked(receiver)) as [ReceiverAnswer];
    const seen = report.kind === 'report' ? report.arrivals['/ok/all'] : undefined;
    const at = (share: number) =>
      seen?.latenciesMs[Math.floor(seen.latenciesMs.length * share)] ?? Number.NaN;
    line('accepted', rate(accepted / SECONDS));
    line(
      'webhooks meanwhile',
      `${rate((seen?.count ?? 0) / SECONDS)}, event to post p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    );
    await server.kill();
    receiver.kill('SIGKILL');
  });
}

function asked(receiver: ReturnType<typeof fork>): Promise<unknown[]> {
  const answer = once(receiver, 'message');
  receiver.send({ kind: 'report' });
  return answer;
}
