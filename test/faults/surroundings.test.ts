// runs in: test:all
// timeout: 1200 s
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliProcess } from '../cli/cliProcess.ts';
import { eventually } from '../e2e/eventually.ts';
import { missingLinux, missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE } from '../support/project.ts';
import {
  backgroundOf,
  type ServiceProcess,
  type ServiceProcessOptions,
  startServiceProcess,
} from '../support/serviceProcess.ts';
import { fileSkipped, skipped } from '../support/skipped.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';
import { assertKept, type Knock, knockUntil, of202 } from './knockingClients.ts';
import { ledgerReader } from './ledgerReader.ts';

const missing = missingLinux();
if (missing !== null) fileSkipped(missing);
interface Context {
  folder: TemporaryFolder;
}
/** Any user but root. */
const USER = 12_345;
/** What a machine does to a service, besides its disk (diskFull.test.ts) and kills (kill.test.ts). */
const test = suite<Context>('a service whose surroundings fail');
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());

const start = (data: string, more: Partial<ServiceProcessOptions> = {}) =>
  startServiceProcess({ env: { POSTLEDGER_DATA: data, POSTLEDGER_PACE_PER_SECOND: '1000' }, ...more });
const isReady = async ({ url }: ServiceProcess) => (await fetch(`${url}/readyz`)).status === 200;
const enough = (count: number) => (knocks: readonly Knock[]) => of202(knocks).length >= count;

/** That a folder has every acknowledged message once, that each is sent, and that its read models equal its log. */
async function assertWhole(data: string, knocks: readonly Knock[]): Promise<void> {
  const ledger = await ledgerReader(data);
  await eventually('every message is sent', async () => (await ledger.open()).messages === 0);
  await assertKept(ledger, knocks);
  await ledger.close();
  const verified = await cliProcess({ POSTLEDGER_DATA: data }, 'projections', 'verify');
  assert.is(verified.exitCode, 0, `${verified.stdout}${verified.stderr}`);
}

test('no descriptor is left: calls are refused or cut off, none is lost, and all goes on with some', async ({
  folder,
}) => {
  const none = missingTool('prlimit');
  if (none !== null) return skipped(none);
  const service = await start(folder.path);
  const key = service.firstKey ?? '';
  const before = await knockUntil(service.url, key, 'before', enough(50));
  const both = [service.pid, await backgroundOf(service)];
  const limit = (descriptors: (pid: number) => string) => {
    for (const pid of both) spawnSync('prlimit', [`--nofile=${descriptors(pid)}:`, '--pid', String(pid)]);
  };
  // The lowest free number counts: what is open keeps working.
  limit((pid) => String(readdirSync(`/proc/${pid}/fd`).length));
  const ill = await knockUntil(service.url, key, 'ill', (all) => all.length - of202(all).length >= 100);
  for (const { status, text } of ill)
    assert.ok(status === null || status === 202 || status === 503, `${status} ${text}`);
  limit(() => '4096');
  const after = await knockUntil(service.url, key, 'after', enough(50));
  await eventually('it is ready', () => isReady(service));
  await assertWhole(folder.path, [...before, ...ill, ...after]);
  assert.is(await service.stop(), 0);
});

test('the process of requests is stopped for longer than a silent background may be: both go on', async ({
  folder,
}) => {
  const service = await start(folder.path);
  const key = service.firstKey ?? '';
  const before = await knockUntil(service.url, key, 'before', enough(20));
  const background = await backgroundOf(service);
  service.pause();
  await sleep(65_000);
  service.resume();
  const after = await knockUntil(service.url, key, 'after', enough(20));
  await eventually('it is ready', () => isReady(service));
  await assertWhole(folder.path, [...before, ...after]);
  assert.is(await backgroundOf(service), background, 'it was not taken for hung');
  assert.is(await service.stop(), 0);
});

test('two services on one folder, one of which is killed: every message is sent once', async ({ folder }) => {
  const first = await start(folder.path);
  const second = await start(folder.path);
  const key = first.firstKey ?? '';
  const knocks = await Promise.all(
    [first, second].map(({ url }, n) => knockUntil(url, key, `both-${n}`, enough(60), 4)),
  );
  await first.kill();
  const after = await knockUntil(second.url, key, 'after', enough(20));
  const sent = [...knocks.flat(), ...after];
  for (const { status, text } of sent) assert.is(status, 202, text);
  await assertWhole(folder.path, sent);
  await eventually('it is ready', () => isReady(second));
  assert.is(await second.stop(), 0);
  const ledger = await ledgerReader(folder.path);
  const delivered = (await ledger.events()).filter(({ type }) => type === 'Delivered');
  assert.is(new Set(delivered.map(({ stream }) => stream)).size, delivered.length);
  assert.is(delivered.length, sent.length);
  await ledger.close();
});

for (const [what, own] of [
  ['a folder', []],
  ['files', ['']],
] as const)
  test(`${what} of another user: the start is refused in a sentence, and nothing is changed`, async ({
    folder,
  }) => {
    const none = missingTool('setpriv');
    if (none !== null) return skipped(none);
    if (process.getuid?.() !== 0)
      return skipped('only root can start a service as another user (run as root)');
    const data = join(folder.path, 'data');
    const service = await start(data);
    await knockUntil(service.url, service.firstKey ?? '', 'before', enough(5));
    assert.is(await service.stop(), 0);
    const files = () => readdirSync(data, { recursive: true }).sort();
    const before = files();
    chmodSync(folder.path, 0o755);
    for (const path of own) chownSync(join(data, path), USER, USER);
    const args = [`--reuid=${USER}`, '--clear-groups', process.execPath, ...COMMAND_LINE, 'serve'];
    const env = { PATH: process.env.PATH, POSTLEDGER_DATA: data, POSTLEDGER_PORT: '0' };
    const { status, stdout, stderr } = spawnSync('setpriv', args, { env, encoding: 'utf8', timeout: 60_000 });
    const said = stdout + stderr;
    assert.is(status, 1, said);
    assert.match(said, data);
    assert.not.match(said, /\n\s+at /, 'no stack');
    assert.equal(files(), before);
  });

test('512 MiB of memory for both processes: neither is killed under load', async ({ folder }) => {
  const group = memoryGroup(512 * 1_048_576);
  if (group === null)
    return skipped('no group of processes can be made (run as root; in a container with --privileged)');
  const entering = `--import=data:text/javascript,${encodeURIComponent(
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(group, 'cgroup.procs'))}, '0')`,
  )}`;
  const service = await start(folder.path, { program: [entering, ...COMMAND_LINE] });
  const background = await backgroundOf(service);
  const limited = readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').map(Number);
  for (const pid of [service.pid, background]) assert.ok(limited.includes(pid), `${pid} is limited`);
  const knocks = await knockUntil(service.url, service.firstKey ?? '', 'many', enough(3_000), 32);
  for (const { status, text } of knocks) assert.ok(status === 202 || status === 503, `${status} ${text}`);
  await assertWhole(folder.path, knocks);
  assert.is(await backgroundOf(service), background);
  assert.is(await service.stop(), 0);
  rmdirSync(group);
});

/** Makes a group of processes with so much memory; null where that can't be done. */
function memoryGroup(bytes: number): string | null {
  const first = existsSync('/sys/fs/cgroup/memory');
  const group = join('/sys/fs/cgroup', first ? 'memory' : '', `postledger-test-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, first ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
    assert.match(readFileSync(join(group, 'cgroup.procs'), 'utf8'), /^$/);
    return group;
  } catch {
    return null;
  }
}

test.run();
