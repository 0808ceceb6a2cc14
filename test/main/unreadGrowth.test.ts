// runs in: test:all
// timeout: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { missingLinux } from '../support/missingTool.ts';
import { backgroundOf, type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { fileSkipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const missing = missingLinux();
if (missing !== null) fileSkipped(missing);
const test = suite('a background that takes nothing of what it is told of the log');

/** With texts of 60 KB, more than are passed on to a process that takes nothing, and more than its channel holds. */
const MESSAGES = 200;
const TEXT = 'It left our house this morning. '.repeat(1_900);

async function send({ url, firstKey }: ServiceProcess, round: string): Promise<void> {
  for (let n = 0; n < MESSAGES; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const answer = await fetch(`${url}/v1/emails`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${firstKey}`,
            'content-type': 'application/json',
            'idempotency-key': `${round}-${n + at}`,
          },
          body: JSON.stringify({ from: 'a@b.test', to: 'ann@example.com', subject: round, text: TEXT }),
        });
        assert.is(answer.status, 202);
      }),
    );
}

async function delivered({ url, firstKey }: ServiceProcess): Promise<number> {
  const answer = await fetch(`${url}/v1/analytics`, { headers: { authorization: `Bearer ${firstKey}` } });
  return ((await answer.json()) as { totals: { delivered: number } }).totals.delivered;
}

const follow: readonly (readonly [string, (background: number) => void])[] = [
  ['goes on after a pause', (background) => void process.kill(background, 'SIGCONT')],
  ['is killed and started again', (background) => void process.kill(background, 'SIGKILL')],
];
for (const [what, resume] of follow)
  test(`${what}: everything is sent once, and what comes then as well`, async () => {
    const folder = temporaryFolder();
    const service = await startServiceProcess({ env: { POSTLEDGER_DATA: folder.path } });
    const background = await backgroundOf(service);
    process.kill(background, 'SIGSTOP');
    await send(service, 'stopped');
    resume(background);
    await eventually('it is sent', async () => (await delivered(service)) === MESSAGES, 60_000);
    await send(service, 'after');
    await eventually('that too', async () => (await delivered(service)) === 2 * MESSAGES, 60_000);
    assert.is(await service.stop(), 0);
    folder.remove();
  });

test.run();
