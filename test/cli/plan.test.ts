// runs in: test:all

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { readSettings } from '../../src/config.ts';
import { agedModels } from '../main/agedModels.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcess } from './cliProcess.ts';

const test = suite<{ folder: TemporaryFolder; env: Record<string, string> }>('serve --plan');

interface Plan {
  readonly end: string | null;
  readonly built: readonly { name: string; from: number | null; to: number; sendsWait: boolean }[];
  readonly left: readonly string[];
}

test.before.each(async (context) => {
  context.folder = temporaryFolder();
  context.env = {
    POSTLEDGER_DATA: context.folder.path,
    POSTLEDGER_LOG_LEVEL: 'error',
    POSTLEDGER_PARTITIONS: '1',
  };
});
test.after.each(({ folder }) => folder.remove());

/** A folder that a service has used. */
async function used(env: Record<string, string>): Promise<void> {
  const service = await startServiceProcess({ env });
  assert.is(await service.stop(), 0);
}

async function planOf(env: Record<string, string>): Promise<Plan> {
  const { exitCode, stdout, stderr } = await cliProcess(env, 'serve', '--plan', '--json');
  assert.equal([exitCode, stderr], [0, '']);
  return JSON.parse(stdout) as Plan;
}

/** What lies in the folder: its files, and what is in the database of read models. */
function contentsOf(folder: string): unknown {
  const names = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
  const ledger = createHash('sha256')
    .update(readFileSync(join(folder, 'ledger.sqlite')))
    .digest('hex');
  if (!existsSync(join(folder, 'read-models.sqlite'))) return { names, ledger };
  const db = openSqlite(join(folder, 'read-models.sqlite'), { busyTimeoutMs: 1_000 });
  const tables = db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
  db.close();
  return { names, ledger, tables };
}

test('a folder of this version goes on as it is', async ({ env, folder }) => {
  await used(env);
  const before = contentsOf(folder.path);
  const plan = await planOf(env);
  assert.equal([plan.built, plan.left], [[], []]);
  assert.ok(Number(plan.end) > 0);
  assert.equal(contentsOf(folder.path), before);
  const { stdout } = await cliProcess(env, 'serve', '--plan');
  assert.match(stdout, /keeps the log as it is; it ends at \d+\.\nNo read model is built anew/);
  assert.match(stdout, /Nothing was changed\.\n$/);
});

test('what an older version folded is built again, and who answers meanwhile', async ({ env, folder }) => {
  await used(env);
  const opened = await openDependencies(readSettings(env));
  await agedModels(opened.documents, ['workspaces', 'messages', 'sender_domains']);
  await opened.close();
  const before = contentsOf(folder.path);
  const { built, left } = await planOf(env);
  assert.equal(built.map(({ name, from, sendsWait }) => [name, from, sendsWait]).sort(), [
    ['messages', 0, false],
    ['sender_domains', 0, true],
    ['workspaces', 0, false],
  ]);
  assert.equal([...left].sort(), ['messages_v0', 'sender_domains_v0', 'workspaces_v0']);
  assert.equal(contentsOf(folder.path), before);
  const { stdout } = await cliProcess(env, 'serve', '--plan');
  assert.match(stdout, /^sender_domains +v0 +v\d+ +v0 answers +wait$/m);
  assert.match(stdout, /^messages +v0 +v\d+ +v0 answers +go on$/m);
});

test('without read models all of them are built, and no file is made', async ({ env, folder }) => {
  await used(env);
  for (const name of readdirSync(folder.path))
    if (name.startsWith('read-models.sqlite')) rmSync(join(folder.path, name));
  const before = contentsOf(folder.path);
  const { built } = await planOf(env);
  assert.ok(built.length > 20);
  assert.ok(built.every(({ from }) => from === null));
  assert.equal(contentsOf(folder.path), before);
});

test('what a start would refuse is refused, and nothing is begun', async ({ env, folder }) => {
  const none = await cliProcess(env, 'serve', '--plan');
  assert.is(none.exitCode, 3);
  assert.match(none.stderr, /there is no ledger in /);
  assert.equal(readdirSync(folder.path), []);
  await used(env);
  const db = openSqlite(join(folder.path, 'ledger.sqlite'), { busyTimeoutMs: 1_000 });
  db.exec('PRAGMA user_version = 5');
  db.close();
  const newer = await cliProcess(env, 'serve', '--plan');
  assert.is(newer.exitCode, 1);
  assert.match(newer.stderr, 'was written by a newer version (format 5; this one knows 4)');
});

test.run();
