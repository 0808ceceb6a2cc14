import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { signedHeaders } from '../src/dispatcher/sign.ts';

/** `cpuUs`: processor time a post, which other work on the machine changes little. */
export interface BareRate {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** The ceiling: undici that signs and posts, eight requests at once a url, and records nothing. Reports posts a second, and what one costs. */
const [caFile = '', seconds = '3', ...urls] = process.argv.slice(2);
const AT_ONCE = 8;
const ID = '7bab6676-962a-502d-a5a2-00d8c16dd793';
const connect = { ca: readFileSync(caFile, 'utf8') };
const body = JSON.stringify({
  id: ID,
  type: 'delivered',
  created_at: '2026-01-01T00:00:00.000Z',
  data: { email_id: ID, delivery_id: ID, recipient: 'person@receiver.test' },
});
const warmUntilMs = performance.now() + 1_000;
const untilMs = warmUntilMs + Number(seconds) * 1_000;
let warm: NodeJS.CpuUsage | undefined;
let posted = 0;

await Promise.all(
  urls.map(async (text) => {
    const url = new URL(text);
    const pool = new Pool(url.origin, { connections: AT_ONCE, pipelining: 1, connect });
    const lane = async () => {
      while (performance.now() < untilMs) {
        const headers = signedHeaders('whsec_secret', ID, Date.now(), body);
        const answer = await pool.request({ path: url.pathname, method: 'POST', headers, body });
        await answer.body.dump();
        if (performance.now() < warmUntilMs) continue;
        warm ??= process.cpuUsage();
        posted++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    await pool.close();
  }),
);
const { user, system } = process.cpuUsage(warm);
process.send?.({ perSecond: posted / Number(seconds), cpuUs: (user + system) / posted } satisfies BareRate);
