// runs in: test:all

import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingTool } from '../../support/missingTool.ts';
import { nodeArguments } from '../../support/project.ts';
import { skipped } from '../../support/skipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Direct delivery as the service does it, port 25, public addresses, the system's DNS: in a network of its own. */
const test = suite('mail to the recipients’ own servers, in a network namespace');

const PROGRAM = nodeArguments('test/adapters/smtp/namespaceMailerProcess');
/** Two namespaces with a cable between them: a sender never speaks to the addresses of its own machine. */
const UP = `
mount -t tmpfs tmpfs /run
ip netns add servers
ip link set lo up
ip link add here type veth peer name there netns servers
ip addr add 11.0.0.9/24 dev here
ip -6 addr add 2a00::9/64 dev here nodad
ip link set here up
ip -n servers addr add 11.0.0.1/24 dev there
ip -n servers addr add 11.0.0.2/24 dev there
ip -n servers -6 addr add 2a00::1/64 dev there nodad
ip -n servers link set there up
mount --bind "$RESOLV" /etc/resolv.conf
exec "$@"
`;
/** What of it may not be allowed here. */
const TRIED =
  'mount -t tmpfs tmpfs /run; ip netns add servers; ip link add here type veth peer name there netns servers';

const REMEDY = 'run as root; in a container with --cap-add SYS_ADMIN --cap-add NET_ADMIN';

function mayUnshare(): boolean {
  try {
    execFileSync('unshare', ['-n', '-m', 'sh', '-ec', TRIED], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('hosts are found by DNS, tried by preference, over both families, and never inwards', async () => {
  const missing = missingTool('unshare', 'sh', 'ip', 'mount');
  if (missing !== null) return skipped(missing);
  if (!mayUnshare()) return skipped(`no network namespace may be made here (${REMEDY})`);
  const folder = temporaryFolder();
  const resolv = join(folder.path, 'resolv.conf');
  writeFileSync(resolv, 'nameserver 127.0.0.1\n');
  const people = ['both', 'bare', 'six', 'null', 'nowhere', 'inward'].map((name) => `you@${name}.test`);
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['-n', '-m', 'sh', '-ec', UP, 'sh', process.execPath, ...PROGRAM, ...people],
    {
      env: { PATH: process.env.PATH, RESOLV: resolv },
    },
  );
  folder.remove();
  const { ends, four, six } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  assert.equal(ends, {
    'you@both.test': 'delivered',
    'you@bare.test': 'delivered',
    'you@six.test': 'delivered',
    'you@null.test': 'bounced recipient',
    'you@nowhere.test': 'bounced recipient',
    'you@inward.test': 'deferred destination',
  });
  assert.equal(
    four,
    ['you@both.test true', 'you@bare.test true'],
    'past the host that refuses, and encrypted',
  );
  assert.equal(six, ['you@six.test true']);
});

test.run();
