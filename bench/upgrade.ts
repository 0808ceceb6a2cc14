import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/servers/servers.ts';
import { startServiceProcess } from '../test/support/serviceProcess.ts';
import { agedFolder, longFolder } from '../test/upgrades/longFolder.ts';
import { steadyUse, type Used } from '../test/upgrades/steadyUse.ts';
import { readsOf, upgradeUnderSends } from '../test/upgrades/underSends.ts';
import { inBenchFolder, secondsOf, serviceEnv } from './benchFolder.ts';
import { ROOM } from './pinned.ts';
import { line, quantile } from './report.ts';

const BEFORE_MS = 30_000;
const LONGEST_BUILD_MS = 3_600_000;

/** All read models but two built anew next to those in use, under 50 sends a second and reads; and the same sends before. */
export async function run(events = 200_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const port = await freePort();
    const more = {
      POSTLEDGER_PACE_PER_SECOND: '1000',
      POSTLEDGER_PACE_PER_DAY: '1000000',
      POSTLEDGER_CONSOLE_PORT: `${port}`,
    };
    const service = {
      env: serviceEnv(data, more),
      program: [ROOM, 'dist/cli/postledger.js'],
    };
    let made = { key: '', messages: 0, messageId: '' };
    const seconds = await secondsOf(async () => {
      made = await longFolder(service, events);
    });
    const wide = events.toLocaleString('en');
    line(`a folder of ${wide} events, folded`, `${seconds.toFixed(0)} s`);

    const running = await startServiceProcess(service);
    const use = steadyUse({ url: running.url, key: made.key }, await readsOf(service, running.url, made));
    await sleep(BEFORE_MS);
    const before = await use.stop();
    await running.stop();
    report('before', before);

    const sentBefore = { ...made, messages: made.messages + before.accepted };
    const aged = await agedFolder(service);
    const during = await upgradeUnderSends(service, sentBefore, LONGEST_BUILD_MS);
    line(`${aged.length} read models built`, `${(during.buildMs / 1_000).toFixed(0)} s`);
    line('accepted mail waited', `${(during.mailWaitsMs / 1_000).toFixed(0)} s`);
    line('answers of /readyz other than 200', `${during.notReady.length}`);
    report('while they are built', during);
  });
}

function report(when: string, { accepted, refused, sendMs, reads, failedReads }: Used) {
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(sendMs, share).toFixed(1));
  line(`sends ${when}`, `${accepted} accepted, ${refused.length} refused; p50 ${p50} ms, p99 ${p99} ms`);
  line(`reads ${when}`, `${reads}, ${failedReads.length} failed`);
  for (const text of [...refused, ...failedReads].slice(0, 3)) line('', text.slice(0, 200));
}
