// runs in: test:all

import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DataFolderRefused } from '../../src/adapters/embedded/dataFolderRefused.ts';
import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { printedCommand } from '../cli/printedCommand.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite<{ folder: TemporaryFolder }>('a data folder whose parts do not belong together');
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());

const KEY = 'a'.repeat(64);
const OTHER_KEY = 'b'.repeat(64);
const environmentOf = (data: string, key: string) => ({
  POSTLEDGER_DATA: data,
  POSTLEDGER_PORT: '0',
  POSTLEDGER_ROLES: 'api,projector,sender,dispatcher',
  POSTLEDGER_LOG_LEVEL: 'silent',
  POSTLEDGER_MASTER_KEY: key,
});

/** Starts a service on the folder and stops it; resolves with the key that it made. */
async function served(data: string, { key = KEY, isNew = false } = {}): Promise<string | null> {
  const settings = readSettings(environmentOf(data, key));
  const service = await startService(settings, await openPorts(settings, 'silent', { isNew }));
  await service.stop();
  return service.firstKey;
}

const command = (data: string, line: string) => printedCommand(environmentOf(data, KEY), line.split(' '));

function withoutLedger(data: string): void {
  for (const name of readdirSync(data)) if (name.startsWith('ledger.sqlite')) rmSync(join(data, name));
}

test('read models without their ledger: no start and no command makes a new one unasked', async ({
  folder,
}) => {
  await served(folder.path);
  withoutLedger(folder.path);
  const refused = (await rejection(served(folder.path))) as Error;
  assert.instance(refused, DataFolderRefused);
  assert.match(refused.message, 'read-models.sqlite but no ledger.sqlite');
  assert.match(refused.message, 'postledger serve --new');
  for (const line of ['keys list', `backup ${folder.path}-copy`]) {
    const { exitCode, printed } = await command(folder.path, line);
    assert.is(exitCode, 1, line);
    assert.match(printed, 'but no ledger.sqlite', line);
  }
  assert.not.ok(readdirSync(folder.path).includes('ledger.sqlite'));

  assert.ok(await served(folder.path, { isNew: true }), 'asked for, it begins again with a first key');
  const { printed: keys } = await command(folder.path, 'keys list --json');
  assert.is(JSON.parse(keys).length, 1, 'the keys of the ledger before are gone with it');
});

test('blobs without their ledger are refused, and a master key alone is not', async ({ folder }) => {
  writeFileSync(join(folder.path, 'master.key'), `${KEY}\n`, { mode: 0o600 });
  mkdirSync(join(folder.path, 'blobs'));
  assert.ok(await served(folder.path));
  withoutLedger(folder.path);
  for (const name of readdirSync(folder.path))
    if (name.startsWith('read-models')) rmSync(join(folder.path, name));
  writeFileSync(join(folder.path, 'blobs', 'left'), 'x');
  assert.match(((await rejection(served(folder.path))) as Error).message, 'blobs but no ledger.sqlite');
});

for (const name of ['ledger.sqlite.part', 'read-models.sqlite.part'])
  test(`a backup that was broken off, with ${name}, is taken for no new ledger`, async ({ folder }) => {
    writeFileSync(join(folder.path, name), '');
    const refused = (await rejection(served(folder.path))) as Error;
    assert.instance(refused, DataFolderRefused);
    assert.match(refused.message, `holds ${name} but no ledger.sqlite: it is a backup that was broken off`);
    const { exitCode, printed } = await command(folder.path, 'keys list');
    assert.is(exitCode, 1);
    assert.match(printed, 'a backup that was broken off');
    assert.equal(
      readdirSync(folder.path).filter((each) => each.startsWith('ledger.sqlite')),
      name.startsWith('ledger') ? [name] : [],
    );
  });

test('another master key is refused by name', async ({ folder }) => {
  await served(folder.path);
  const refused = (await rejection(served(folder.path, { key: OTHER_KEY }))) as Error;
  assert.is(refused.name, 'MasterKeyRefused');
  assert.not.match(refused.message, OTHER_KEY);
  await served(folder.path);
});

test('a service of two processes says it without a stack', async ({ folder }) => {
  await served(folder.path);
  const env = { ...environmentOf(folder.path, OTHER_KEY), POSTLEDGER_ROLES: 'all' };
  const { message } = (await rejection(startServiceProcess({ env }))) as Error;
  assert.match(message, /^postledger: the master key is not the one/m);
  assert.not.match(message, /^ {4}at /m);
});

test('the ledger of another installation with these read models is refused by name', async ({ folder }) => {
  const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')];
  for (const data of [one, two]) await served(data);
  // Longer than the other, so that its read models are not ahead of it.
  assert.is((await command(two, 'credits grant 5')).exitCode, 0);
  cpSync(one, join(folder.path, 'mixed'), { recursive: true });
  const mixed = join(folder.path, 'mixed');
  withoutLedger(mixed);
  copyFileSync(join(two, 'ledger.sqlite'), join(mixed, 'ledger.sqlite'));
  const refused = (await rejection(served(mixed))) as Error;
  assert.is(refused.name, 'ReadModelsRefused');
  const { exitCode, printed } = await command(mixed, 'credits balance');
  assert.is(exitCode, 1);
  assert.match(printed, 'the read models are those of ledger');
});

test.run();
