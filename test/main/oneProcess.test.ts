// runs in: test:all
// timeout: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings, SettingsInvalid } from '../../src/config.ts';
import { runsInTwo } from '../../src/main/options.ts';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite<{ folder: TemporaryFolder }>('the number of processes');
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());

const inTwo = (env: Readonly<Record<string, string>>) => runsInTwo(readSettings(env));

test('is two with all roles, one where one is asked for, and one with some roles', () => {
  assert.is(inTwo({}), true);
  assert.is(inTwo({ POSTLEDGER_PROCESSES: '2' }), true);
  assert.is(inTwo({ POSTLEDGER_PROCESSES: '1' }), false);
  assert.is(inTwo({ POSTLEDGER_ROLES: 'api,sender' }), false);
});

test('is refused with some roles, and where it is neither one nor two, by name', () => {
  for (const processes of ['1', '2'])
    assert.throws(
      () => inTwo({ POSTLEDGER_ROLES: 'sender', POSTLEDGER_PROCESSES: processes }),
      (error: unknown) =>
        error instanceof SettingsInvalid && /POSTLEDGER_PROCESSES.*POSTLEDGER_ROLES/.test(error.message),
    );
  assert.throws(
    () => inTwo({ POSTLEDGER_PROCESSES: '3' }),
    (error: unknown) =>
      error instanceof SettingsInvalid && error.message.startsWith('POSTLEDGER_PROCESSES must be'),
  );
});

test('one process accepts, sends and is started again as two on the same folder', async ({ folder }) => {
  const env = { POSTLEDGER_DATA: folder.path };
  let key = '';
  for (const [at, processes] of ['1', '2', '1'].entries()) {
    const service = await startServiceProcess({ env: { ...env, POSTLEDGER_PROCESSES: processes } });
    key = service.firstKey ?? key;
    const api = client([service.url], key);
    await api.send({ from: 'a@b.test', to: 'c@example.com', subject: 'S', text: 'T' }, `message-${at}`);
    const delivered = async () =>
      (await api.call<{ totals: { delivered: number } }>('GET', '/v1/analytics', 200)).totals.delivered;
    await eventually('it is delivered', async () => (await delivered()) === at + 1);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.is(metrics.includes('process="background"'), processes === '2');
    assert.is(await service.stop(), 0);
  }
});

test.run();
