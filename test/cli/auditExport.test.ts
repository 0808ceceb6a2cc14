// runs in: test:all

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLockFile, takeLockAlone } from '../../src/adapters/embedded/sqlite.ts';
import { sha256Of } from '../../src/adapters/node/sha256.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { commandOn, EMAIL_EVENTS, exportedLedger, linesIn } from './exportedLedger.ts';

const test = suite('audit export');
const { inFolder, env, whole, exported, run, remove } = await exportedLedger();
test.after(() => remove());

test('ends with count, hash and seal, and the same again gives the same', async () => {
  assert.is(exported.exitCode, 0, exported.stderr);
  const lines = linesIn(whole);
  const answer = JSON.parse(exported.stdout) as Record<string, unknown>;
  assert.is(answer.events, lines.length - 2);
  assert.is(answer.sha256, await sha256Of(Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)));
  assert.equal(JSON.parse(lines.at(-1) ?? ''), {
    end: { events: answer.events, sha256: answer.sha256, seal: null },
  });
  assert.is(existsSync(`${whole}.lock`), false);
  const last = JSON.parse(lines.at(-2) ?? '');
  assert.equal(
    Object.keys(last).sort(),
    'data id metadata parts position revision sha256 stream time type'.split(' ').sort(),
  );
  assert.is(last.data.n, EMAIL_EVENTS - 1);

  const again = await run('audit', 'export', '--personal', whole);
  assert.match(again.stdout, /lines of it were there already/);
  assert.equal(linesIn(whole), lines);
  const { held, events } = JSON.parse((await run('audit', 'export', '--personal', whole, '--json')).stdout);
  assert.is(held, events);
});

test('goes on after its last whole line when it was cut anywhere', async () => {
  const bytes = readFileSync(whole);
  for (const size of [0, 20, 400, Math.floor(bytes.length / 2), bytes.length - 3]) {
    const file = inFolder(`cut-${size}.jsonl`);
    writeFileSync(file, bytes);
    truncateSync(file, size);
    const { exitCode, stderr } = await run('audit', 'export', '--personal', file);
    assert.is(exitCode, 0, stderr);
    assert.ok(readFileSync(file).equals(bytes), `cut at ${size}`);
  }
});

test('of a disk that is full the rest is written later', async () => {
  const full = inFolder('full.jsonl');
  // The shell's limit of a file's size, in KiB, acts as a disk with too little room does.
  const command = [process.execPath, ...COMMAND_LINE, 'audit', 'export', '--personal', full];
  const limited = `trap '' XFSZ; ulimit -f 1000; exec ${command.map((word) => `'${word}'`).join(' ')}`;
  const refused = spawnSync('bash', ['-c', limited], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  assert.is(refused.status, 1, refused.stderr);
  assert.match(refused.stderr, /EFBIG.* with more room the same command goes on after the last whole line/);
  assert.is(existsSync(`${full}.lock`), false);
  assert.is((await run('audit', 'export', '--personal', full)).exitCode, 0);
  assert.ok(readFileSync(full).equals(readFileSync(whole)));
});

test('Ctrl-C gives the lock back each time, and the rest is written later', async () => {
  const stopped = inFolder('stopped.jsonl');
  for (let time = 0; time < 2; time++) {
    const { exitCode, stderr, second } = await interruptedExport(stopped);
    assert.is(exitCode, 130);
    if (time === 0) assert.match(second.stderr, /another export writes into/);
    assert.match(stderr, /interrupted; what was exported stays; the same command goes on from there/);
    assert.is(existsSync(`${stopped}.lock`), false, 'the lock is given back');
  }
  assert.is((await run('audit', 'export', '--personal', stopped)).exitCode, 0);
  assert.ok(readFileSync(stopped).equals(readFileSync(whole)));
});

/** A second export, and Ctrl-C, while one writes. Its process is held until then, so that it seldom ends before. */
async function interruptedExport(file: string) {
  for (let tries = 0; ; tries++) {
    const child = spawn(process.execPath, [...COMMAND_LINE, 'audit', 'export', '--personal', file], {
      env: { PATH: process.env.PATH, ...env },
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr += text.toString();
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    while (![file, `${file}.lock`].every(existsSync) && child.exitCode === null)
      await new Promise(setImmediate);
    child.kill('SIGSTOP');
    const second = await run('audit', 'export', '--personal', file);
    for (const signal of ['SIGINT', 'SIGCONT'] as const) child.kill(signal);
    const exitCode = await ended;
    if (exitCode !== 0 || tries === 5) return { exitCode, stderr, second };
    rmSync(file);
  }
}

test('refuses a file that another export writes, of another ledger or filter, or of something else', async () => {
  const file = inFolder('taken.jsonl');
  const lock = openLockFile(`${file}.lock`, 0);
  assert.ok(takeLockAlone(lock));
  const second = await run('audit', 'export', '--personal', file);
  assert.is(second.exitCode, 4);
  assert.match(second.stderr, /another export writes into/);
  assert.is(existsSync(file), false);
  assert.is(existsSync(`${file}.lock`), true, 'the other one’s lock stays');
  lock.close();

  assert.match(
    (await run('audit', 'export', '--personal', whole, '--stream', 'email')).stderr,
    /or differs by --personal/,
  );
  const other = { ...env, POSTLEDGER_DATA: inFolder('other') };
  await begunLedger(other);
  assert.match(
    (await commandOn(other, 'audit', 'export', '--personal', whole)).stderr,
    /export of another ledger/,
  );
  for (const text of ['my notes', 'my notes\n', `${'long '.repeat(99)}`]) {
    writeFileSync(file, text);
    assert.match(
      (await run('audit', 'export', '--personal', file)).stderr,
      /is no export: name another file/,
    );
    assert.is(readFileSync(file, 'utf8'), text);
    assert.is(existsSync(`${file}.lock`), false);
  }
});

test('refuses what is no file, such as a pipe: it would wait for an earlier export to come out of it', async () => {
  const pipe = inFolder('pipe');
  assert.is(spawnSync('mkfifo', [pipe]).status, 0);
  for (const name of [pipe, '/dev/null', inFolder('.')]) {
    const { exitCode, stderr } = await run('audit', 'export', '--personal', name);
    assert.is(exitCode, 2);
    assert.match(stderr, `${name} is no regular file: `);
  }
  assert.is(existsSync(`${pipe}.lock`), false);
});

/** A line of an export, as far as filters look at it. */
interface Line {
  readonly type: string;
  readonly stream: string;
  readonly time: string;
  readonly metadata: { readonly workspace: string };
}

test('each filter works alone and with each other one', async () => {
  const lines = linesIn(whole).slice(1, -1);
  const workspaces = JSON.parse((await run('workspaces', 'list', '--json')).stdout) as { id: string }[];
  const [acme] = workspaces;
  assert.ok(acme);
  const filters: readonly (readonly [string, string, (line: Line) => boolean])[] = [
    ['--since', '2026-03-01T01:00:10+01:00', ({ time }) => time >= '2026-03-01T00:00:10.000Z'],
    ['--since', '2026-03-02', ({ time }) => time >= '2026-03-02'],
    ['--until', '2026-03-01T00:00:20Z', ({ time }) => time < '2026-03-01T00:00:20.000Z'],
    ['--until', '2026-03-02', ({ time }) => time < '2026-03-02'],
    ['--workspace', 'acme', ({ metadata }) => metadata.workspace === acme.id],
    ['--stream', 'email', ({ stream }) => stream.startsWith('email-')],
    ['--stream', 'email-3', ({ stream }) => stream === 'email-3'],
    ['--stream', 'workspace', ({ stream }) => stream.startsWith('workspace-')],
    ['--type', 'Delivered', ({ type }) => type === 'Delivered'],
    ['--type', 'WorkspaceOpened,Submitted', ({ type }) => type === 'WorkspaceOpened' || type === 'Submitted'],
  ];
  let number = 0;
  const exportsOf = async (...chosen: (typeof filters)[number][]): Promise<number> => {
    const options = chosen.map(([name, value]) => `${name}=${value}`);
    const file = inFolder(`filtered-${number++}.jsonl`);
    const { exitCode, stderr } = await run('audit', 'export', '--personal', file, ...options);
    const of = options.join(' ');
    assert.is(exitCode, 0, `${of}: ${stderr}`);
    const wanted = lines.filter((line) => chosen.every(([, , isWanted]) => isWanted(JSON.parse(line))));
    const held = linesIn(file);
    assert.equal(held.slice(1, -1), wanted, of);
    assert.is(JSON.parse(held.at(-1) ?? '').end.events, wanted.length, of);
    assert.ok(JSON.parse(held[0] ?? '').filter !== null, of);
    return wanted.length;
  };
  for (const one of filters) assert.ok((await exportsOf(one)) > 0);
  // The first of each option.
  const firsts = filters.filter(([name], at) => filters.findIndex((one) => one[0] === name) === at);
  for (const [at, one] of firsts.entries())
    for (const other of firsts.slice(at + 1)) await exportsOf(one, other);
  const [since, , until, , , stream, , , type] = filters;
  assert.ok(since && until && stream && type);
  assert.is(await exportsOf(since, until, stream, type), 5);
});

test('refuses a filter that can only give nothing', async () => {
  const cases: readonly (readonly [RegExp, ...string[]])[] = [
    [/It must be a time such as .*, or a date for its beginning in UTC/, '--since', '2h'],
    [/It must be a time such as/, '--until', '2026-02-30'],
    [/There is no event type 'Delivred'/, '--type', 'Delivered,Delivred'],
    [/There is no event type ''/, '--type', 'Delivered,'],
    [/No category of streams is called so/, '--stream', 'emai'],
    [/No category of streams is called so/, '--stream', ''],
    [/no time is from --since on and before --until/, '--since', '2026-03-02', '--until', '2026-03-02'],
    [/there is no workspace nope/, '--workspace', 'nope'],
  ];
  const file = inFolder('refused.jsonl');
  for (const [said, ...options] of cases) {
    const { exitCode, stderr } = await run('audit', 'export', '--personal', file, ...options);
    assert.match(stderr, said);
    assert.is(exitCode, stderr.includes('workspace') ? 3 : 2);
    assert.is(existsSync(file), false);
  }
});

test.run();
