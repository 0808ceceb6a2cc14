// runs in: test:all

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE, ROOT } from '../support/project.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('issue 27, 8: the first key');
const folder = temporaryFolder();
test.after(() => folder.remove());

const KEY = /pl_[A-Za-z0-9_-]{20,}/;
const dataIn = (name: string) => join(folder.path, name);
const fileIn = (name: string) => join(dataIn(name), 'first.key');

test('where no terminal is it is in a file that its owner alone reads, and not in what is printed', async () => {
  const env = { POSTLEDGER_DATA: dataIn('piped') };
  const first = await startServiceProcess({ env });
  try {
    assert.not.match(first.output(), KEY);
    assert.match(first.output(), `"file":"${fileIn('piped')}"`);
    assert.is(statSync(fileIn('piped')).mode & 0o777, 0o600);
    const line = /^curl .*$/m.exec(first.output())?.[0] ?? '';
    const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    if (missingTool('curl') === null) assert.match(stdout, /^HTTP\/1\.1 202/);
  } finally {
    await first.stop();
  }
  const before = statSync(fileIn('piped')).mtimeMs;
  const second = await startServiceProcess({ env });
  await second.stop();
  assert.not.match(second.output(), 'first.key');
  assert.is(statSync(fileIn('piped')).mtimeMs, before);
});

test('a link that lies where the file goes is replaced, and not followed', async () => {
  const aim = dataIn('aim');
  writeFileSync(aim, 'as it was');
  mkdirSync(dataIn('linked'));
  symlinkSync(aim, fileIn('linked'));
  const service = await startServiceProcess({ env: { POSTLEDGER_DATA: dataIn('linked') } });
  await service.stop();
  assert.match(readFileSync(fileIn('linked'), 'utf8'), KEY);
  assert.is(readFileSync(aim, 'utf8'), 'as it was');
});

test('a first start with the api role alone writes it before it waits for a projector', async () => {
  const child = spawn(process.execPath, [...COMMAND_LINE, 'serve'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      POSTLEDGER_PORT: '0',
      POSTLEDGER_DATA: dataIn('api'),
      POSTLEDGER_ROLES: 'api',
    },
    stdio: 'ignore',
  });
  try {
    await eventually(
      'the key is written',
      () => existsSync(fileIn('api')) && statSync(fileIn('api')).size > 0,
    );
    assert.match(readFileSync(fileIn('api'), 'utf8'), KEY);
  } finally {
    child.kill('SIGKILL');
  }
});

test('on a terminal it is shown, and no file is written', async () => {
  const missing = missingTool('script');
  if (missing !== null) return skipped(missing);
  const command = [process.execPath, ...COMMAND_LINE, 'serve'].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, POSTLEDGER_PORT: '0', POSTLEDGER_DATA: dataIn('terminal') },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  try {
    await eventually('it listens', () => /listening on/.test(output));
    assert.match(output, KEY);
    assert.not.ok(existsSync(fileIn('terminal')));
  } finally {
    // The signal of a terminal goes to what runs in it.
    child.stdin.write('\u0003');
    await new Promise((resolve) => child.once('exit', resolve));
  }
});

test.run();
