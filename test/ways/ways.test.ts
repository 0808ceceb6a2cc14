// runs in: test:all
// timeout: 1800 s

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '../clients/run.ts';
import { freePort } from '../servers/servers.ts';
import { missingTool } from '../support/missingTool.ts';
import { nodeArguments, ROOT } from '../support/project.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const ways = suite('issue 27: the ways that people go');
const script = (name: string) => join(ROOT, 'test', 'ways', name);
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED.*registry|ENOTCACHED/;

ways('a newcomer gets from a clone to a webhook seen in the terminal', async () => {
  const missing = missingTool('bash', 'curl', 'git', 'npm');
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const port = await freePort();
  const env = { SOURCE: ROOT, WORK: folder.path, POSTLEDGER_PORT: `${port}`, POSTLEDGER_CONSOLE_PORT: 'off' };
  const { code, output } = await run('bash', [script('newcomer.sh')], { env });
  if (OFFLINE.test(output)) return skipped('npm reaches no registry: connect the machine to one');
  assert.is(code, 0, output);
  folder.remove();
});

/** What the operator's script does to its namespaces first. */
const TRIED = 'ip link set lo up; mount --bind /etc/hosts /etc/hosts; mount -o remount,bind,ro /';

ways('an operator installs, sends, gets bounces, restores a backup and upgrades', async () => {
  const missing = missingTool(
    'bash',
    'curl',
    'ip',
    'mount',
    'npm',
    'setpriv',
    'systemd-analyze',
    'tar',
    'unshare',
  );
  if (missing !== null) return skipped(missing);
  try {
    execFileSync('unshare', ['-n', '-m', 'bash', '-ec', TRIED], { stdio: 'ignore' });
  } catch {
    return skipped(
      'no network namespace may be made here (run as root; in a container with --cap-add SYS_ADMIN)',
    );
  }
  const folder = temporaryFolder();
  const packing = temporaryFolder();
  const made = await run('npm', ['pack', '--silent', '--pack-destination', packing.path], { cwd: ROOT });
  assert.is(made.code, 0, made.output);
  const [file = ''] = readdirSync(packing.path);
  const env = {
    WORK: folder.path,
    PACKAGE: join(packing.path, file),
    MODULES: join(ROOT, 'node_modules'),
    UNIT: join(ROOT, 'ops', 'systemd', 'postledger.service'),
    NODE: process.execPath,
    PEERS: [process.execPath, ...nodeArguments('test/ways/operatorPeers')].join(' '),
  };
  const { code, output } = await run('unshare', ['-n', '-m', 'bash', script('operator.sh')], { env });
  assert.is(code, 0, output);
  assert.match(output, '== done');
  folder.remove();
  packing.remove();
});

/** Of the Debian that install.md begins with; `DEBIAN_TEST_ROOT` names one that is there already. */
const IN_DEBIAN = 'ca-certificates,caddy,curl,nginx-light,systemd';

ways('issue 55, 2: from an empty Debian to the first delivered mail, by docs/install.md', async () => {
  const missing = missingTool('bash', 'debootstrap', 'ip', 'mount', 'npm', 'unshare');
  if (missing !== null) return skipped(missing);
  try {
    execFileSync('unshare', ['-n', '-m', 'bash', '-ec', 'ip link set lo up'], { stdio: 'ignore' });
  } catch {
    return skipped(
      'no network namespace may be made here (run as root; in a container with --cap-add SYS_ADMIN)',
    );
  }
  const folder = temporaryFolder();
  const packing = temporaryFolder();
  let debian = process.env.DEBIAN_TEST_ROOT;
  if (debian === undefined) {
    debian = join(packing.path, 'debian');
    const made = await run('debootstrap', [
      '--variant=minbase',
      `--include=${IN_DEBIAN}`,
      'bookworm',
      debian,
    ]);
    if (made.code !== 0) return skipped('no Debian mirror is reached: connect the machine to one');
  }
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', packing.path], { cwd: ROOT });
  assert.is(packed.code, 0, packed.output);
  const file = readdirSync(packing.path).find((name) => name.endsWith('.tgz')) ?? '';
  const env = {
    WORK: folder.path,
    DEBIAN: debian,
    PAGE: join(ROOT, 'docs', 'install.md'),
    OPS: join(ROOT, 'ops'),
    PACKAGE: join(packing.path, file),
    MODULES: join(ROOT, 'node_modules'),
    NODE: process.execPath,
    PEERS: [process.execPath, ...nodeArguments('test/ways/operatorPeers')].join(' '),
  };
  const { code, output } = await run('unshare', ['-n', '-m', 'bash', script('install.sh')], { env });
  assert.is(code, 0, output);
  assert.match(output, /\d+ commands, \d+ s\n== done/);
  folder.remove();
  packing.remove();
});

ways.run();
