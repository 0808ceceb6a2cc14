// runs in: test:all

import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { logIn } from '../support/consoleVisit.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** The console of a service as an operator runs it: on its port, by links that the command line prints. */
const test = suite('the console of a running service');

const AT = '127.0.0.1';

function cli(env: Readonly<Record<string, string>>, ...words: string[]) {
  const done = spawnSync(process.execPath, [...COMMAND_LINE, ...words], { env, encoding: 'utf8' });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

test('a link works once, a session outlives a restart, and ends by console logout', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_CONSOLE_PORT: `${port}`,
    PATH: process.env.PATH ?? '',
  };
  let service: ServiceProcess = await startServiceProcess({ env });
  try {
    const made = cli(env, 'console', 'login', '--all', '--as', 'Ann Smith');
    assert.is(made.code, 0, made.err);
    const [link = ''] = made.out.split('\n');
    assert.match(link, `http://${AT}:${port}/login/`);
    assert.match(made.out, 'logs Ann Smith in as operator');
    const unused = cli(env, 'console', 'login', '--role', 'viewer').out.split('\n')[0] ?? '';
    const { status, cookie } = await logIn(link);
    assert.is(status, 303);
    const home = (headers: Readonly<Record<string, string>>) => fetch(`http://${AT}:${port}/`, { headers });
    await eventually('Now is shown', async () =>
      (await (await home({ cookie })).text()).includes('Ann Smith, operator'),
    );
    await service.kill();
    chmodSync(join(folder.path, 'master.key'), 0o644);
    service = await startServiceProcess({ env });
    const again = await home({ cookie });
    assert.is(again.status, 200, 'the session outlives a kill');
    assert.match(await again.text(), 'master.key can be read by others (mode 644).');
    assert.is((await fetch(link)).status, 401, 'the link does not work again');
    assert.is((await fetch(unused)).status, 200, 'one that was not used does');
    assert.is(cli(env, 'console', 'logout').code, 0);
    assert.is((await home({ cookie })).status, 401);
    assert.is((await fetch(unused)).status, 401);
    assert.not.match(service.output(), link.split('/').at(-1) ?? 'no link');
  } finally {
    await service.stop();
  }
  folder.remove();
});

test('on one machine it is on by default; a port in use costs no start unless a setting names it', async () => {
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: `${folder.path}/a`, POSTLEDGER_CONSOLE_PORT: '' };
  const first = await startServiceProcess({ env });
  const second = await startServiceProcess({ env: { ...env, POSTLEDGER_DATA: `${folder.path}/b` } });
  try {
    // Another program of the machine may have the port before the first does.
    assert.match(first.output(), /the console is there|the port of the console is in use/);
    assert.match(second.output(), 'the port of the console is in use');
    assert.is((await fetch(`${second.url}/readyz`)).status, 200);
  } finally {
    await first.stop();
    await second.stop();
  }
  const refusal = async (settings: Readonly<Record<string, string>>) =>
    String(
      await startServiceProcess({ env: { POSTLEDGER_DATA: `${folder.path}/c`, ...settings } }).then(
        async (started) => {
          await started.stop();
          return 'it started';
        },
        String,
      ),
    );
  assert.match(
    await refusal({ POSTLEDGER_CONSOLE_PORT: '0', POSTLEDGER_CONSOLE_HOST: '0.0.0.0' }),
    'POSTLEDGER_CONSOLE_HOST is 0.0.0.0: set POSTLEDGER_CONSOLE_URL to the https address of a proxy in front of it.',
  );
  assert.match(
    await refusal({ POSTLEDGER_CONSOLE_PORT: '0', POSTLEDGER_CONSOLE_URL: 'http://console.example.com' }),
    'POSTLEDGER_CONSOLE_URL is http://console.example.com: it must begin with https://.',
  );
  folder.remove();
});

test.run();
