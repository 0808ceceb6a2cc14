import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import { pinMyself, startService } from './pinned.ts';
import { line, median, rate, ratio } from './report.ts';
import { generateSends, SEND } from './sends.ts';

const ROUNDS = 3;
const WARM_UP_MS = 1_000;
const BATCH = 100;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const email = (n: number) => ({ ...SEND, to: `person${n}@receiver.test`, tags: ['order', 'shipping'] });
const SINGLE = JSON.stringify(email(0));
const HUNDRED = JSON.stringify(Array.from({ length: BATCH }, (_, n) => email(n)));

/** Emails a second by batches of a hundred over those by single sends, with as many callers. */
export async function run(durationMs = 5_000): Promise<void> {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: '1' });
    const first = await startService(SERVER_CORE, env);
    await first.stop();
    const key = first.key ?? '';
    const server = await startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: 'api' });
    const perSecond = async (path: string, body: string, connections: number) => {
      const sends = { path, body, connections, durationMs, warmUpMs: WARM_UP_MS };
      return (await generateSends({ url: server.url, key }, sends)).perSecond;
    };
    for (const callers of [1, 16]) {
      const single: number[] = [];
      const batch: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        single.push(await perSecond('/v1/emails', SINGLE, callers));
        batch.push(BATCH * (await perSecond('/v1/emails/batch', HUNDRED, callers)));
      }
      const who = callers === 1 ? 'one caller' : `${callers} callers`;
      line(`${who}: single sends`, `${rate(median(single))} emails`);
      line(
        `${who}: batches of ${BATCH}`,
        `${rate(median(batch))} emails, ratio ${ratio(median(batch) / median(single))}`,
      );
    }
    await server.stop();
  });
}
