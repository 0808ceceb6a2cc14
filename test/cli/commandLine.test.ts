// runs in: test:all
// timeout: 900 s

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { examples } from '../../src/cli/examples.ts';
import { actionsOf, programOf } from '../../src/cli/program.ts';
import { runCli } from '../../src/cli/run.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE, ROOT } from '../support/project.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcess } from './cliProcess.ts';
import { type Terminal, terminal } from './terminal.ts';

const commandLine = suite<{ cli: Terminal }>('issue 27, 5: the command line');

commandLine.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run('workspaces create default');
  await state.cli.run('workspaces create acme');
});

const nothing = { stdout: () => {}, stderr: () => {} };
const declared = async () =>
  actionsOf(await programOf({ action: () => {}, serviceAction: () => {}, ledgerAction: () => {} }, nothing));

commandLine('each refusal has its exit code, and with --json its code', async ({ cli }) => {
  const id = '0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11';
  for (const [line, exitCode, code, says] of [
    ['keys', 2, 'usage', /say which command/],
    ['keys create', 2, 'usage', /say what the key may do: --scopes all, or/],
    ['keys create --scopes everything', 2, 'usage', /there is no scope "everything"/],
    ['audit show ann', 2, 'usage', /It must be an id \(uuid\), an email address, or a number/],
    [
      'audit show ann@example.org',
      3,
      'not_found',
      /nothing is known of ann@example.org in workspace default/,
    ],
    ['workspaces create /', 2, 'usage', /must be 1 to 100 letters/],
    ['suppressions add ann@example.org --as=', 2, 'usage', /It must be a name/],
    ['messages find --to ann', 2, 'usage', /It must be an email address, or a number/],
    ['messages find --since 2026-03-02 --until 2026-03-01', 2, 'usage', /--until lies before --since/],
    ['analytics query --since 2026-03-02 --until 2026-03-01', 2, 'usage', /--until lies before --since/],
    ['webhooks deliveries --since 2026-03-02 --until 2026-03-01', 2, 'usage', /--until lies before/],
    ['audit verify --key nope', 2, 'usage', /It must be a public key as `audit key` prints it/],
    ['keys list --workspace nowhere', 3, 'not_found', /`postledger workspaces list` shows them/],
    [`audit show ${id}`, 3, 'not_found', /nothing has the id/],
    [`keys revoke ${id}`, 3, 'not_found', /./],
    ['suppressions remove ann@example.org', 3, 'not_found', /is not suppressed in workspace default; `/],
  ] as const) {
    const ended = await cli.run(line);
    assert.equal([ended.exitCode, ended.stdout], [exitCode, ''], line);
    assert.match(ended.stderr, says, line);
    const { data } = await cli.json(line);
    assert.is(data.error.code, code, line);
    assert.match(data.error.message, says, line);
  }
});

commandLine('what is away is unavailable, what is found is a finding', async ({ cli }) => {
  const away = Object.assign(new Error('the event store is unavailable'), { name: 'EventStoreUnavailable' });
  const print = () => {};
  const host = { env: {}, stdout: print, stderr: print, isWatched: false, open: () => Promise.reject(away) };
  assert.is(await runCli(['keys', 'list'], host), 4);
  await cli.run('domains add shop.example.org');
  assert.is((await cli.run('domains check shop.example.org')).exitCode, 5);
});

commandLine('a number of another workspace is refused, with whose it is and what to do', async ({ cli }) => {
  await cli.run('numbers assign +4915123456789 --workspace acme');
  const events = cli.store.log.length;
  const { exitCode, stderr } = await cli.run('numbers assign +4915123456789');
  assert.is(exitCode, 1);
  assert.match(
    stderr,
    'belongs to workspace acme: first `postledger numbers release +4915123456789 --workspace acme`',
  );
  assert.is(cli.store.log.length, events, 'nothing was appended');
});

commandLine('an open workspace and a new one say so, and what comes next', async ({ cli }) => {
  assert.match(
    (await cli.run('workspaces create default')).stdout,
    'was open before, and nothing was changed',
  );
  assert.match(
    (await cli.run(['workspaces', 'create', 'The shop'])).stdout,
    'postledger keys create --workspace "The shop" --scopes all',
  );
});

commandLine('every command has an example, which is a command line that is understood', async () => {
  const paths = (await declared()).map(({ path }) => path);
  assert.equal(Object.keys(examples).sort(), [...paths].sort());
  for (const path of paths) {
    for (const line of examples[path] ?? []) {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      let ran = '';
      const noted = (command: { name(): string; action(run: () => void): unknown }) =>
        void command.action(() => {
          ran = command.name();
        });
      const program = await programOf({ action: noted, serviceAction: noted, ledgerAction: noted }, nothing);
      await program.parseAsync(words, { from: 'user' });
      assert.is(ran, path.split(' ').at(-1), line);
    }
  }
});

commandLine('help shows the examples and the options of every command', async ({ cli }) => {
  for (const { path } of await declared()) {
    const { exitCode, stdout } = await cli.run(`${path} --help`);
    assert.is(exitCode, 0, path);
    assert.match(stdout, /\nExamples:\n {2}\$ postledger /, path);
    assert.match(stdout, '--data <dir>', path);
  }
  assert.match((await cli.run('domains --help')).stdout, /\n {2}check <domain> /);
});

commandLine('positions are shown as plain numbers', async ({ cli }) => {
  const { stdout } = await cli.run('projections status');
  assert.match(stdout, /^The log ends at [1-9]\d{0,5}\.\n/);
  assert.not.match(stdout, /\b0\d+/);
});

commandLine('--data names the folder of every command', async () => {
  const folder = temporaryFolder();
  const elsewhere = join(folder.path, 'elsewhere');
  const env = { POSTLEDGER_DATA: join(folder.path, 'data') };
  await begunLedger({ POSTLEDGER_DATA: elsewhere });
  await cliProcess(env, 'workspaces', 'create', 'acme', '--data', elsewhere);
  const there = await cliProcess(env, 'keys', 'list', '--workspace', 'acme', '--data', elsewhere);
  assert.is(there.exitCode, 0, there.stderr);
  const shown = await cliProcess(env, 'config', '--json', '--data', elsewhere);
  const settings = JSON.parse(shown.stdout) as { name: string; value: unknown }[];
  assert.is(settings.find(({ name }) => name === 'POSTLEDGER_DATA')?.value, elsewhere);
  folder.remove();
});

commandLine('Ctrl-C ends a command with a word about what was done', async ({ cli }) => {
  const says: string[] = [];
  const interrupts: (() => void)[] = [];
  const host = {
    env: {},
    stdout: () => {},
    stderr: (text: string) => void says.push(text),
    isWatched: false,
    onInterrupt: (listener: () => void) => void interrupts.push(listener),
    open: async () => ({ ...cli.context(), close: async () => {} }),
  };
  const { exit } = process;
  const codes: unknown[] = [];
  process.exit = ((code: number) => void codes.push(code)) as typeof process.exit;
  try {
    assert.is(await runCli(['suppressions', 'add', 'ann@example.org'], host), 0);
    interrupts.at(-1)?.();
    assert.is(await runCli(['suppressions', 'list'], host), 0);
    interrupts.at(-1)?.();
  } finally {
    process.exit = exit;
  }
  assert.equal(codes, [130, 130]);
  assert.equal(says, [
    'postledger: interrupted; 1 events were written to the log and stay.\n',
    'postledger: interrupted; nothing was written to the log.\n',
  ]);
});

/** Runs a command on a terminal of that width, and gives what it drew, at most 100,000 bytes, and its exit code. */
const PSEUDO_TERMINAL = `
import fcntl, os, pty, select, struct, sys, termios, time
width = int(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24 if width else 0, width, 0, 0))
    os.execv(sys.argv[2], sys.argv[2:])
drawn, end = b'', time.time() + 250
while time.time() < end and len(drawn) < 100000:
    if not select.select([fd], [], [], 1)[0]: continue
    try: more = os.read(fd, 65536)
    except OSError: break
    if not more: break
    drawn += more
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(drawn)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
`;

const missing = missingTool('python3');

function onTerminal(
  width: number,
  env: Record<string, string>,
): Promise<{ code: number | null; drawn: string }> {
  return new Promise((resolve, reject) => {
    const line = [process.execPath, ...COMMAND_LINE, 'projections', 'verify'];
    const child = spawn('python3', ['-c', PSEUDO_TERMINAL, String(width), ...line], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let drawn = '';
    child.stdout.on('data', (chunk: Buffer) => {
      drawn += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, drawn }));
  });
}

const ESCAPE = '\u001b[';

commandLine('a terminal of unknown width gets no spinner, one of known width has one', async () => {
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: folder.path };
  await begunLedger(env);
  await cliProcess(env, 'workspaces', 'create', 'default');
  const unknown = await onTerminal(0, env);
  assert.is(unknown.code, 0, unknown.drawn.slice(0, 2_000));
  assert.match(unknown.drawn, 'same as the log');
  assert.not(unknown.drawn.includes(ESCAPE), 'nothing is drawn');
  const known = await onTerminal(80, env);
  assert.is(known.code, 0);
  assert.ok(known.drawn.includes(`${ESCAPE}36m`), 'a spinner in its colour');
  const plain = await onTerminal(80, { ...env, NO_COLOR: '1' });
  assert.match(plain.drawn, 'Folding the log');
  assert.not.match(plain.drawn.replaceAll(ESCAPE, '<'), /<[\d;]*m/);
  folder.remove();
});

commandLine('a command whose output is read no more, as by head, ends without a word', async () => {
  const child = spawn(process.execPath, [...COMMAND_LINE, 'keys', '--help'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.is(said, '');
  assert.is(code, 141);
});

for (const args of [
  ['keys', '--help'],
  ['--workspace', 'serve', 'keys', '--help'],
])
  commandLine(`a command whose output has no room says so in a line: ${args.join(' ')}`, () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [...COMMAND_LINE, ...args], {
      cwd: ROOT,
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    assert.match(stderr.toString(), /^postledger: the output could not be written: .*ENOSPC.*\n$/);
    assert.is(status, 1);
  });

for (const [errors, toFull] of [
  ['are read no more', false],
  ['have no room', true],
] as const)
  commandLine(`a command whose errors ${errors} ends with its own exit code`, async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...COMMAND_LINE, 'keys'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', toFull ? full : 'pipe'],
    });
    closeSync(full);
    child.stderr?.destroy();
    assert.is(await new Promise((resolve) => child.once('close', resolve)), 2);
  });

commandLine.run();
