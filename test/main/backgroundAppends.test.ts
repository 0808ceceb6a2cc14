// runs in: test:all
// timeout: 600 s
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { liftLimit, limitFiles } from '../faults/appendingProcess.ts';
import { missingTool } from '../support/missingTool.ts';
import { backgroundOf, startServiceProcess } from '../support/serviceProcess.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('issue 50, 5: appends that fail in the background process alone');

/** Ten times as long as the process reports, so that a state that comes and goes is seen. */
const WATCHED_MS = 20_000;
const LOOK_MS = 200;

test('/readyz is false within seconds, stays so, and is true again for good once they work', async () => {
  const missing = missingTool('prlimit');
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: 'silent' };
  const service = await startServiceProcess({ env });
  const key = service.firstKey ?? '';
  const background = await backgroundOf(service);
  let sends = 0;
  const send = async () => {
    const answer = await fetch(`${service.url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `send-${sends++}`,
      },
      body: JSON.stringify({
        ...{ from: 'a@sender.test', to: 'transactional@example.com', subject: 's', text: 't' },
      }),
    });
    await answer.text();
    return answer.status;
  };
  const readyz = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    return { status: answer.status, checks: ((await answer.json()) as { checks: object }).checks };
  };
  /** The status of each look, each change once. */
  const changes = async () => {
    const seen: number[] = [];
    for (let waitedMs = 0; waitedMs < WATCHED_MS; waitedMs += LOOK_MS) {
      const { status } = await readyz();
      if (seen.at(-1) !== status) seen.push(status);
      await sleep(LOOK_MS);
    }
    return seen;
  };
  try {
    await eventually('it is ready', async () => (await readyz()).status === 200);
    limitFiles(background, 4_096);
    assert.is(await send(), 202, 'the process that answers appends as before');
    await eventually('it is not ready', async () => (await readyz()).status === 503, 10_000);
    const { checks } = await readyz();
    assert.equal({ ...checks, log: null }, { ...checks, log: null, background: true, documents: true });
    assert.is(Reflect.get(checks, 'log'), false);
    assert.equal(await changes(), [503]);
    assert.is(await backgroundOf(service), background, 'it lives on');

    liftLimit(background);
    await eventually('it is ready again', async () => (await readyz()).status === 200, 30_000);
    assert.is(await send(), 202);
    assert.equal(await changes(), [200]);
  } finally {
    liftLimit(background);
    await service.stop();
    folder.remove();
  }
});

test.run();
