import { setTimeout as sleep } from 'node:timers/promises';
import { inBenchFolder, serviceEnv, timesOf } from './benchFolder.ts';
import { startService } from './pinned.ts';
import { line, quantile, rate } from './report.ts';
import { generateSends, postJson } from './sends.ts';

const SENDERS = 64;
const UPSERTS = 400;
/** The service has both cores, which it shares with the load. */
const BOTH_CORES = '0,1';
const WARM_UP_MS = 2_000;

/** A contact's upsert, which waits for its read model, while 64 callers send as fast as they are answered. */
export async function run(): Promise<void> {
  await inBenchFolder(async (data) => {
    // Accepted messages wait: accepting and folding are measured, not sending.
    const server = await startService(BOTH_CORES, serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: '1' }));
    const upsert = (n: number) =>
      postJson(server, '/v1/contacts', { email: `person${n}@customer.test`, first_name: 'Ann' });
    await upsert(0);
    report('alone', await timesOf(UPSERTS, upsert));
    const sending = generateSends(server, { connections: SENDERS, durationMs: 60_000, maxRequests: 150_000 });
    await sleep(WARM_UP_MS);
    report(`with ${SENDERS} senders`, await timesOf(UPSERTS, (n) => upsert(UPSERTS + n)));
    line('accepted meanwhile', rate((await sending).perSecond));
    await server.stop();
  });
}

function report(what: string, times: readonly number[]): void {
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
  line(`a contact's upsert ${what}`, `p50 ${p50} ms, p99 ${p99} ms`);
}
