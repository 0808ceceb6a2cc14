import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { begunLedger } from '../support/begunLedger.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { printedCommand } from './printedCommand.ts';

const test = suite('commands that cannot open a ledger');

const command = (env: Readonly<Record<string, string>>, line: string, ...paths: readonly string[]) =>
  printedCommand(env, [...line.split(' '), ...paths]);

const COMMANDS = [
  'doctor',
  'keys list',
  'workspaces create acme',
  'projections status',
  'audit show 0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11',
];

for (const [what, isThere] of [
  ['a folder that is not there', false],
  ['an empty folder', true],
] as const)
  test(`${what} is named, and nothing is made`, async () => {
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    if (isThere) mkdirSync(data);
    for (const line of COMMANDS) {
      const { exitCode, printed } = await command({ POSTLEDGER_DATA: data }, line);
      assert.is(exitCode, line === 'doctor' ? 5 : 3, line);
      assert.match(printed, `there is no ledger in ${data}`, line);
      assert.match(printed, 'postledger serve', line);
      assert.not.match(printed, 'named above', line);
      assert.is(existsSync(data), isThere, line);
      if (isThere) assert.equal(readdirSync(data), [], line);
    }
    const { exitCode, printed } = await command({ POSTLEDGER_DATA: data }, 'backup', `${folder.path}/to`);
    assert.is(exitCode, 3, 'the same for one thing');
    assert.match(printed, `there is no embedded ledger in ${data}`);
    folder.remove();
  });

test('over engines a missing master key is named, and none is made', async () => {
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: folder.path, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
  const { printed } = await command(env, 'keys list');
  assert.match(printed, `there is no master.key in ${folder.path}`);
  assert.match(printed, 'POSTLEDGER_MASTER_KEY');
  assert.equal(readdirSync(folder.path), []);
  folder.remove();
});

test('a key that is none, and an address that cannot be decoded, are a sentence and wrong usage', async () => {
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_PORT: '0' };
  await begunLedger(env);
  writeFileSync(join(folder.path, 'master.key'), 'abc');
  const address = { SMPP_URL: 'smpp://me:5%@carrier.test' };
  for (const [line, more, says] of [
    ['keys list', {}, 'master.key does not hold a master key: 64 hex digits'],
    ['serve', address, 'SMPP_URL: a % in the password must be written as %25'],
  ] as const) {
    const { exitCode, printed } = await command({ ...env, ...more }, line);
    assert.is(exitCode, 2, printed);
    assert.match(printed, says);
    assert.is(printed.trim().split('\n').length, 1, printed);
  }
  folder.remove();
});

test.run();
