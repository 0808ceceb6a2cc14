import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { removeStaleNotes, serviceNotes } from '../../src/adapters/node/serviceNotes.ts';
import { foundService } from '../../src/cli/foundService.ts';
import { notedService } from '../support/notedService.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { terminal } from './terminal.ts';

const test = suite('issue 55, 1: commands know their service');

test("a note is its owner's alone, and stale when its process is gone or another has its number", async () => {
  const { data, removeNote, remove } = await notedService();
  const file = join(data, 'reports', `service-${process.pid}.json`);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.is((await serviceNotes(data)).running.length, 1);
  const note = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...note, began: '1' }));
  assert.equal(
    (await serviceNotes(data)).stale.map(({ pid }) => pid),
    [process.pid],
    'another start',
  );
  writeFileSync(join(data, 'reports', 'service-4194305.json'), JSON.stringify({ ...note, pid: 4_194_305 }));
  assert.is((await serviceNotes(data)).stale.length, 2, 'no such process');
  const found = await foundService({ POSTLEDGER_DATA: data }, undefined);
  assert.is(found.service, null);
  assert.match(found.says.about ?? '', `no service runs on ${data}: process`);
  await removeStaleNotes(data);
  assert.equal(await serviceNotes(data), { running: [], stale: [] });
  await removeNote();
  remove();
});

test('what is not set is as the service has it; what is set otherwise is warned of', async () => {
  const { env, data, remove } = await notedService({
    settings: {
      POSTLEDGER_BOUNCE_DOMAIN: 'bounces.example.net',
      POSTLEDGER_PORT: 4000,
      POSTLEDGER_DATA: 'elsewhere',
    },
    secrets: ['SMTP_URL', 'POSTLEDGER_MASTER_KEY'],
  });
  const same = await foundService({ ...env, POSTLEDGER_BOUNCE_DOMAIN: 'bounces.example.net' }, undefined);
  const { POSTLEDGER_BOUNCE_DOMAIN, POSTLEDGER_PORT, POSTLEDGER_DATA } = same.settings;
  assert.equal(
    [POSTLEDGER_BOUNCE_DOMAIN, POSTLEDGER_PORT, POSTLEDGER_DATA],
    ['bounces.example.net', 4000, data],
  );
  assert.is(same.source('POSTLEDGER_PORT'), 'service');
  assert.match(
    same.says.about ?? '',
    `the service at http://127.0.0.1:3025, on ${data} (version 9.9.9, process ${process.pid})`,
  );
  assert.equal(same.says.warnings, [
    'POSTLEDGER_MASTER_KEY is not set here, and is in the service',
    'SMTP_URL is not set here, and is in the service',
  ]);
  const other = {
    ...env,
    POSTLEDGER_PORT: '4001',
    SMTP_URL: 'smtp://127.0.0.1',
    POSTLEDGER_MASTER_KEY: 'ab'.repeat(32),
    POSTLEDGER_SANDBOX_DOMAIN: 'b.example',
    POSTLEDGER_OPERATOR: 'Ann',
  };
  assert.equal((await foundService(other, undefined)).says.warnings, [
    'POSTLEDGER_PORT is 4001 here, and 4000 in the service',
    'POSTLEDGER_SANDBOX_DOMAIN is b.example here, and unset in the service',
  ]);
  remove();
});

test("the env file of an installed service is read where it is of the same data folder, and a secret's file too", async () => {
  const folder = temporaryFolder();
  const { data, remove } = await notedService({
    files: { SMTP_URL_FILE: join(folder.path, 'smtp') },
    secrets: ['SMTP_URL', 'POSTLEDGER_MASTER_KEY'],
  });
  const envFile = join(folder.path, 'env');
  writeFileSync(join(folder.path, 'smtp'), 'smtp://u:p@192.0.2.1\n');
  writeFileSync(
    envFile,
    `# settings\nPOSTLEDGER_DATA=${data}\nPOSTLEDGER_MASTER_KEY="${'ab'.repeat(32)}"\nPOSTLEDGER_PORT=4002\n`,
  );
  for (const own of [{}, { POSTLEDGER_DATA: data }, { POSTLEDGER_DATA: `${data}/` }]) {
    const { settings, source, says, service } = await foundService(own, envFile);
    assert.is(settings.POSTLEDGER_MASTER_KEY, 'ab'.repeat(32));
    assert.is(settings.POSTLEDGER_PORT, 4002);
    assert.is(settings.SMTP_URL, 'smtp://u:p@192.0.2.1');
    assert.is(source('POSTLEDGER_PORT'), envFile);
    assert.is(service?.version, '9.9.9');
    assert.equal(says.warnings, ['POSTLEDGER_PORT is 4002 here, and unset in the service']);
  }
  const elsewhere = await foundService({ POSTLEDGER_DATA: folder.path }, envFile);
  assert.equal([elsewhere.settings.POSTLEDGER_MASTER_KEY, elsewhere.service], [undefined, null]);
  const own = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_MASTER_KEY_FILE: join(folder.path, 'key'),
    POSTLEDGER_PORT: '',
  };
  writeFileSync(own.POSTLEDGER_MASTER_KEY_FILE, 'cd'.repeat(32));
  assert.is(
    (await foundService(own, envFile)).settings.POSTLEDGER_MASTER_KEY,
    'cd'.repeat(32),
    'its own file goes first',
  );
  remove();
  folder.remove();
});

test('a command says which service it works with, and with --json only warnings, each a line of JSON', async () => {
  const { env, data, remove } = await notedService();
  const cli = await terminal({ ...env, POSTLEDGER_PORT: '4003' });
  const { stderr } = await cli.run('workspaces list');
  assert.match(stderr, `postledger: the service at http://127.0.0.1:3025, on ${data}`);
  assert.match(stderr, 'postledger: warning: POSTLEDGER_PORT is 4003 here, and unset in the service');
  const json = await cli.run('workspaces list --json');
  assert.equal(JSON.parse(json.stderr), {
    warning: 'POSTLEDGER_PORT is 4003 here, and unset in the service',
  });
  assert.match((await cli.run('config')).stdout, /POSTLEDGER_PORT +4003 +environment/);
  remove();
});

test.run();
