import { inBenchFolder, timesOf } from './benchFolder.ts';
import { startService } from './pinned.ts';
import { line, median, rate } from './report.ts';
import { generateSends } from './sends.ts';

const SENDERS = 64;
const UPSERTS = 400;
/** The service has both cores, which it shares with the load. */
const BOTH_CORES = '0,1';
const WARM_UP_MS = 2_000;

/** A contact's upsert, which waits for its read model, beside 64 callers who send as fast as they are answered. */
export async function run(): Promise<void> {
  await inBenchFolder(async (data) => {
    const server = await startService(BOTH_CORES, {
      ...{ POSTLEDGER_DATA: data, POSTLEDGER_PORT: '0', POSTLEDGER_LOG_LEVEL: 'error' },
      // What is accepted waits: what is measured is accepting and folding, not sending.
      POSTLEDGER_PACE_PER_SECOND: '1',
    });
    const upsert = async (n: number) => {
      const answer = await fetch(new URL('/v1/contacts', server.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `person${n}@customer.test`, first_name: 'Ann' }),
      });
      if (answer.status !== 200) throw new Error(`an upsert was answered ${answer.status}`);
      await answer.arrayBuffer();
    };
    await upsert(0);
    told('alone', await timesOf(UPSERTS, upsert));
    const sending = generateSends(server, { connections: SENDERS, durationMs: 60_000, maxRequests: 150_000 });
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    told(`beside ${SENDERS} senders`, await timesOf(UPSERTS, (n) => upsert(UPSERTS + n)));
    line('accepted meanwhile', rate((await sending).perSecond));
    await server.stop();
  });
}

function told(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  line(`a contact's upsert ${what}`, `p50 ${median(times).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
}
