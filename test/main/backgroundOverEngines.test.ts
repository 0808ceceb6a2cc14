// runs in: test:all
// timeout: 600 s
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { childDouble } from '../support/childDouble.ts';
import { missingLinux } from '../support/missingTool.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { fileSkipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const missing = missingLinux();
if (missing !== null) fileSkipped(missing);
const test = suite('a service of two processes over an engine, without Redis');

test('accepts in one and works in the other, which is replaced when it dies', async () => {
  const folder = temporaryFolder();
  const double = await childDouble(join(folder.path, 'eventstore'));
  const service = await startServiceProcess({
    env: {
      POSTLEDGER_DATA: join(folder.path, 'data'),
      POSTLEDGER_MASTER_KEY: 'a1'.repeat(32),
      EVENTSTORE_URL: double.url,
    },
  });
  const headers = { authorization: `Bearer ${service.firstKey}`, 'content-type': 'application/json' };
  const send = async (idempotencyKey: string) => {
    const mail = { from: 'a@b.test', to: 'transactional@example.com', subject: 's', text: 't' };
    const answer = await fetch(`${service.url}/v1/emails`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      body: JSON.stringify(mail),
    });
    return answer.status;
  };
  const delivered = async () => {
    const answer = await fetch(`${service.url}/v1/analytics`, { headers });
    return ((await answer.json()) as { totals: { delivered?: number } }).totals.delivered;
  };
  const children = () =>
    readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'latin1')
      .trim()
      .split(' ')
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('backgroundProcess'));
  try {
    const [background] = children();
    assert.is(await send('one'), 202);
    await eventually('it is delivered', async () => (await delivered()) === 1);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /postledger_consumer_events_total\{[^}]*process="background"\} [1-9]/);

    process.kill(Number(background), 'SIGKILL');
    assert.is(await send('two'), 202);
    await eventually('it is delivered by the next', async () => (await delivered()) === 2);
    assert.is(children().length, 1);
    assert.is.not(children()[0], background);
  } finally {
    await service.stop();
    await double.kill();
    folder.remove();
  }
});

test.run();
