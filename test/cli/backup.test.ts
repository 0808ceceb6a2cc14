// runs in: test:all
// timeout: 600 s

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedBlobs } from '../../src/adapters/embedded/blobs/blobs.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { eventually } from '../e2e/eventually.ts';
import { ledgerReader } from '../faults/ledgerReader.ts';
import { shopOrder } from '../faults/orders.ts';
import { startWorkload, type Workload } from '../faults/workload.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcess } from './cliProcess.ts';

const test = suite('backup');
const folder = temporaryFolder();
const data = join(folder.path, 'data');
const env = { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'error' };
let service: ServiceProcess;
let workload: Workload;

test.before(async () => {
  service = await startServiceProcess({ env });
  const target = { url: service.url, key: service.firstKey ?? '' };
  workload = startWorkload(() => target, shopOrder, 6, 5);
});
test.after(async () => {
  workload?.abandon();
  await service?.stop();
  folder.remove();
});

const accepted = (count: number) =>
  eventually(`${count} are accepted`, async () => workload.acknowledged.size >= count);
const idsOf = ({ acknowledged }: Workload) =>
  [...acknowledged.values()].map(([receipt = '']) => (JSON.parse(receipt) as { id: string }).id);

test('while a service is under load: whole, verified, with all that was acknowledged before it began', async () => {
  await accepted(200);
  const before = idsOf(workload);
  const to = join(folder.path, 'deep', 'copy');
  const { exitCode, stdout, stderr } = await cliProcess(env, 'backup', to, '--json');
  assert.is(exitCode, 0, stderr);
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  assert.is(answer.to, to);
  assert.is(answer.resumed, false);
  assert.equal(answer.damagedBlobs, []);
  assert.ok(Number(answer.bytes) > 0 && Number(answer.seconds) > 0 && Number(answer.blobs) > 0);
  assert.is(Number(answer.head), answer.events);
  assert.equal(readdirSync(to).sort(), ['blobs', 'ledger.sqlite', 'read-models.sqlite']);

  const key = readFileSync(join(data, 'master.key'), 'utf8').trim();
  const elsewhere = { ...env, POSTLEDGER_DATA: to, POSTLEDGER_MASTER_KEY: key };
  const reader = await ledgerReader(to, { POSTLEDGER_MASTER_KEY: key });
  const events = await reader.events();
  await reader.close();
  assert.is(events.length, answer.events);
  const copied = new Set(events.map(({ stream }) => stream));
  const lost = before.filter((id) => !copied.has(`email-${id}`));
  assert.equal(lost, [], `${lost.length} of ${before.length} are not in the backup`);
  const blobs = openEmbeddedBlobs(join(to, 'blobs'));
  const refs = [...JSON.stringify(events).matchAll(/"sha256":"([0-9a-f]{64})","length":(\d+)/g)];
  assert.ok(refs.length > 10);
  for (const [, sha256 = '', length] of refs) await blobs.get({ sha256, length: Number(length) });
  assertNoneAhead(to, String(answer.head));

  const restored = await startServiceProcess({ env: elsewhere });
  assert.is(restored.firstKey, null, 'no new ledger was begun');
  assert.is(await restored.stop(), 0);
  const verified = await cliProcess(elsewhere, 'projections', 'verify', '--json');
  assert.is(verified.exitCode, 0, verified.stderr);
  const again = await cliProcess(env, 'backup', to);
  assert.is(again.exitCode, 2);
  assert.match(again.stderr, /copy is not empty: name a folder that does not exist yet/);
});

/** The documents of a copy, none of which may know an event that its log has not. */
function assertNoneAhead(to: string, head: string): void {
  const options = { synchronous: 'NORMAL', busyTimeoutMs: 0, autocheckpointPages: 0 } as const;
  const db = openSqlite(join(to, 'read-models.sqlite'), options);
  const tables = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  for (const { name } of tables.all()) {
    const row = db.prepare(`SELECT max(position) AS last FROM "${name}"`).get();
    assert.ok(String(row?.last ?? '') <= head, `${name} is at ${row?.last}, the log ends at ${head}`);
  }
  db.close();
}

test('killed in the middle it harms nothing, and the next one says what it found and completes it', async () => {
  await accepted(workload.acknowledged.size + 50);
  const to = join(folder.path, 'broken-off');
  // A backup that ends before its files are seen is let go: the next one is killed.
  while (!(await caughtInTheMiddle(to))) rmSync(to, { recursive: true, force: true });
  assert.ok(!existsSync(join(to, 'ledger.sqlite')), 'it is not mistaken for a ledger');
  await accepted(workload.acknowledged.size + 50);
  assert.equal(workload.refused, []);
  const next = await cliProcess(env, 'backup', to);
  assert.is(next.exitCode, 0, next.stderr);
  assert.match(
    next.stdout,
    /broken-off held a backup that was broken off: it was copied again, but for its blobs/,
  );
  assert.match(next.stdout, /The master key is not among it/);
  assert.equal(readdirSync(to).sort(), ['blobs', 'ledger.sqlite', 'read-models.sqlite']);
});

/** Kills a backup as soon as it copies the ledger; whether it was killed before the copy was whole. */
async function caughtInTheMiddle(to: string): Promise<boolean> {
  let hasEnded = false;
  const child = spawn(process.execPath, [...COMMAND_LINE, 'backup', to], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  void ended.then(() => {
    hasEnded = true;
  });
  while (!existsSync(join(to, 'ledger.sqlite.part')) && !hasEnded)
    await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  return (await ended) === 'SIGKILL' && existsSync(join(to, 'ledger.sqlite.part'));
}

test('where it cannot be taken it says why', async () => {
  const to = join(folder.path, 'never');
  const cases = [
    [
      { ...env, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' },
      /engines .* back them up by their own means, .*; the parts of the log's events are in .*\/data\/parts\.sqlite, /,
      2,
    ],
    [
      { ...env, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false', MONGODB_URL: 'mongodb://127.0.0.1:1/a' },
      /back them up by their own means, in the order .* under 'Backup and restore'\.$/m,
      2,
    ],
    [
      { ...env, POSTLEDGER_DATA: join(folder.path, 'nothing') },
      /there is no embedded ledger in .*nothing/,
      3,
    ],
  ] as const;
  for (const [settings, says, code] of cases) {
    const { exitCode, stderr } = await cliProcess(settings, 'backup', to);
    assert.is(exitCode, code);
    assert.match(stderr, says);
  }
  const taken = await cliProcess(env, 'backup', folder.path);
  assert.match(taken.stderr, /is not empty/);
  assert.ok(!existsSync(to));
});

test.run();
