// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { backgroundOf, childrenOf, commandOf, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite("issue 50, 5: SIGUSR1 opens Node's debugger in no process of the service");

const DEBUGGER = 'http://127.0.0.1:9229/json';

test('neither in the one that was started, nor in those that it starts', async () => {
  const folder = temporaryFolder();
  const service = await startServiceProcess({ env: { POSTLEDGER_DATA: folder.path } });
  try {
    const background = await backgroundOf(service);
    await eventually('it is ready', async () => (await fetch(`${service.url}/readyz`)).status === 200);
    // The renderer is started by the first template.
    const made = await fetch(`${service.url}/v1/templates`, {
      method: 'POST',
      body: JSON.stringify({ friendly_name: 'a', name: 'a', subject: '{{ a }}', text: 'b' }),
      headers: { authorization: `Bearer ${service.firstKey}`, 'content-type': 'application/json' },
    });
    assert.ok(made.ok, await made.text());
    const all = [service.pid, background, ...childrenOf(service.pid), ...childrenOf(background)];
    assert.ok(
      all.some((pid) => commandOf(pid).includes('renderProgram')),
      'the renderer is one of them',
    );
    for (const pid of new Set(all)) {
      process.kill(pid, 'SIGUSR1');
      await new Promise((resolve) => setTimeout(resolve, 300));
      const opened = await fetch(DEBUGGER).then(
        () => true,
        () => false,
      );
      assert.is(opened, false, commandOf(pid));
    }
    assert.not.match(service.output(), 'Debugger listening');
    assert.is((await fetch(`${service.url}/healthz`)).status, 200);
  } finally {
    await service.stop();
    folder.remove();
  }
});

test.run();
