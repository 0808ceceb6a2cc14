// runs in: test:all
// timeout: 900 s

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcessUntil } from './cliProcess.ts';

const test = suite('addresses of engines: their passwords are never printed');
const folder = temporaryFolder();
test.after(() => folder.remove());

const PASSWORD = 'hunter2';
const settings = {
  EVENTSTORE_URL: `esdb://ann:${PASSWORD}@127.0.0.1:1`,
  MONGODB_URL: `mongodb://ann:${PASSWORD}@127.0.0.1:1/ledger`,
  REDIS_URL: `redis://ann:${PASSWORD}@127.0.0.1:1`,
};
const env = { POSTLEDGER_DATA: join(folder.path, 'data'), POSTLEDGER_PORT: '0' };

async function printed(
  changed: Readonly<Record<string, string>>,
  command: string,
  until: RegExp | null = null,
): Promise<string> {
  const { stdout, stderr } = await cliProcessUntil(until, { ...env, ...changed }, command);
  const output = stdout + stderr;
  for (const line of output.split('\n')) assert.not.match(line, /unter2/);
  return output;
}

for (const [name, url] of Object.entries(settings)) {
  const isAboutOptions = (output: string, option: string) => {
    assert.match(output, new RegExp(`${name} has options that the driver does not know: ${option}`, 'i'));
    assert.not.match(output, /^ +at /m);
  };
  test(`${name}: an unknown option is refused by its name`, async () => {
    for (const option of ['tlsVerifyCert', 'nodePreferense']) {
      const changed = { [name]: `${url}?${option}=false` };
      for (const command of ['serve', 'doctor']) isAboutOptions(await printed(changed, command), option);
    }
  });

  test(`${name}: what the driver cannot read is refused without a part of it`, async () => {
    const [scheme] = url.split('//');
    for (const rest of [
      `ann:pass?h${PASSWORD}=1@127.0.0.1:1`,
      `ann:${PASSWORD}`,
      `ann:%${PASSWORD}@127.0.0.1:1`,
    ]) {
      const output = await printed({ [name]: `${scheme}//${rest}` }, 'serve');
      assert.match(output, new RegExp(name));
    }
  });
}

test('engines that are away: neither command prints a password', async () => {
  const debug = { ...settings, POSTLEDGER_LOG_LEVEL: 'debug' };
  await printed(debug, 'doctor');
  // A start waits for the log until it is asked to end.
  assert.match(await printed(debug, 'serve', /the start waits for it/), /the start waits for it/);
});

test.run();
