// runs in: test:all

import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openLockFile, takeLockAlone } from '../../src/adapters/embedded/sqlite.ts';
import { sha256Of } from '../../src/adapters/node/sha256.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { manualClock } from '../support/manualClock.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcess, cliProcessUntil } from './cliProcess.ts';

const test = suite('audit export and import');
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
const env = { POSTLEDGER_DATA: inFolder('data'), POSTLEDGER_LOG_LEVEL: 'error' };
const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const NOTES = 3_000;
const whole = inFolder('whole.jsonl');

const run = (...args: string[]) => cliProcess(env, ...args);
const into = (data: string, file: string) =>
  cliProcess({ ...env, POSTLEDGER_DATA: inFolder(data) }, 'audit', 'import', file);
const linesIn = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);

async function leavesIn(data: string): Promise<readonly string[]> {
  const store = await embeddedEventStore(inFolder(data), { log: quietLog });
  const found: string[] = [];
  for (let after = BEGINNING; ; ) {
    const { leaves, fault } = await store.readLeaves({ after, limit: 500 });
    assert.is(fault, null);
    const last = leaves.at(-1);
    if (last === undefined) break;
    for (const { position, hash } of leaves) found.push(`${position} ${hash}`);
    after = last.position;
  }
  await store.close();
  return found;
}

/** A ledger with many streams, old versions of events, and texts that are hard to write in a line. */
test.before(async () => {
  await begunLedger(env);
  await run('workspaces', 'create', 'acme');
  const store = await embeddedEventStore(inFolder('data'), { log: quietLog });
  const ids = seededIds('export');
  const clock = manualClock(Date.parse('2026-03-01T00:00:00.000Z'));
  const by = { workspace: WORKSPACE, actor: 'key:1', correlation: WORKSPACE, causation: null };
  const revisions = new Map<string, number>();
  for (let n = 0; n < NOTES; n++) {
    const stream = `note-${n % 7}`;
    const revision = revisions.get(stream) ?? -1;
    const data = { n, text: `ä "quoted" \u2028 \n 10 € ${'x'.repeat(n % 900)}`, 7: -0, none: null };
    const [event] = newEvents({ ids, clock }, by, [{ type: n % 2 ? 'Odd' : 'Even', data }]);
    assert.ok(event);
    const metadata = { ...event.metadata, at: new Date(clock.nowMs() + n * 1_000).toISOString() };
    await store.append(stream, revision < 0 ? 'no-stream' : revision, [{ ...event, metadata }]);
    revisions.set(stream, revision + 1);
  }
  await store.close();
});
test.after(() => folder.remove());

test('an export is imported with the same leaves, and the same again gives the same', async () => {
  const exported = await run('audit', 'export', whole, '--json');
  assert.is(exported.exitCode, 0, exported.stderr);
  const lines = linesIn(whole);
  const answer = JSON.parse(exported.stdout) as Record<string, unknown>;
  assert.is(answer.events, lines.length - 2);
  assert.is(answer.sha256, await sha256Of(Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)));
  assert.is(existsSync(`${whole}.lock`), false);
  const note = JSON.parse(lines.at(-2) ?? '');
  assert.equal(
    Object.keys(note).sort(),
    'data id metadata position revision sha256 stream time type'.split(' ').sort(),
  );
  assert.is(note.data.n, NOTES - 1);

  const again = await run('audit', 'export', whole);
  assert.match(again.stdout, /lines of it were there already/);
  assert.equal(linesIn(whole), lines);

  const imported = await into('copy', whole);
  assert.is(imported.exitCode, 0, imported.stderr);
  assert.match(imported.stdout, /events imported\.\nThe ledger has the tree of the file: root [0-9a-f]{64}/);
  assert.equal(await leavesIn('copy'), await leavesIn('data'));
  copyFileSync(inFolder('data/master.key'), inFolder('copy/master.key'));
  const copy = { ...env, POSTLEDGER_DATA: inFolder('copy') };
  const back = await cliProcess(copy, 'audit', 'export', inFolder('back.jsonl'));
  assert.is(back.exitCode, 0, back.stderr);
  assert.equal(linesIn(inFolder('back.jsonl')), lines);
  // The file that is there already is its beginning, or all of it.
  assert.match((await into('copy', whole)).stdout, /0 events imported; \d+ were there already/);
});

test('goes on after its last whole line when it was cut anywhere', async () => {
  const bytes = readFileSync(whole);
  for (const size of [0, 20, 400, Math.floor(bytes.length / 2), bytes.length - 3]) {
    const file = inFolder(`cut-${size}.jsonl`);
    writeFileSync(file, bytes);
    truncateSync(file, size);
    const { exitCode, stderr } = await run('audit', 'export', file);
    assert.is(exitCode, 0, stderr);
    assert.ok(readFileSync(file).equals(bytes), `cut at ${size}`);
  }
});

test('of a disk that is full, and of Ctrl-C, the rest is written later', async () => {
  const bytes = readFileSync(whole);
  const full = inFolder('full.jsonl');
  // The shell's limit of a file's size, in KiB, acts as a disk with too little room does.
  const command = [process.execPath, ...COMMAND_LINE, 'audit', 'export', full];
  const limited = `trap '' XFSZ; ulimit -f 1000; exec ${command.map((word) => `'${word}'`).join(' ')}`;
  const refused = spawnSync('bash', ['-c', limited], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  assert.is(refused.status, 1, refused.stderr);
  assert.match(refused.stderr, /EFBIG.* with more room the same command goes on after the last whole line/);
  assert.is((await run('audit', 'export', full)).exitCode, 0);
  assert.ok(readFileSync(full).equals(bytes));

  const stopped = inFolder('stopped.jsonl');
  const child = spawn(process.execPath, [...COMMAND_LINE, 'audit', 'export', stopped], {
    env: { PATH: process.env.PATH, ...env },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (!existsSync(stopped) && child.exitCode === null) await new Promise(setImmediate);
  child.kill('SIGINT');
  await ended;
  assert.is((await run('audit', 'export', stopped)).exitCode, 0);
  assert.ok(readFileSync(stopped).equals(bytes));
});

test('refuses a file that another export writes, of another ledger or filter, or of something else', async () => {
  const file = inFolder('taken.jsonl');
  const lock = openLockFile(`${file}.lock`, 0);
  assert.ok(takeLockAlone(lock));
  const second = await run('audit', 'export', file);
  assert.is(second.exitCode, 4);
  assert.match(second.stderr, /another export writes into/);
  assert.is(existsSync(file), false);
  lock.close();

  assert.match((await run('audit', 'export', whole, '--stream', 'note')).stderr, /or with another filter/);
  const other = { ...env, POSTLEDGER_DATA: inFolder('other') };
  await begunLedger(other);
  assert.match((await cliProcess(other, 'audit', 'export', whole)).stderr, /export of another ledger/);
  for (const text of ['my notes', 'my notes\n', `${'long '.repeat(99)}`]) {
    writeFileSync(file, text);
    assert.match((await run('audit', 'export', file)).stderr, /is no export: name another file/);
    assert.is(readFileSync(file, 'utf8'), text);
    assert.is(existsSync(`${file}.lock`), false);
  }
  assert.match((await into('other', whole)).stderr, /the ledger is not empty/);
});

test('filters by time, workspace, stream and type, and a part is not imported', async () => {
  const cases: readonly [string, readonly string[], number][] = [
    ['time', ['--since', '2026-03-01T00:00:10Z', '--until', '2026-03-01T01:00:20+01:00'], 10],
    ['type', ['--type', 'Odd,Even'], NOTES],
    ['category', ['--stream', 'note'], NOTES],
    ['stream', ['--stream', 'note-3', '--type', 'Odd'], 215],
    ['workspace', ['--workspace', 'acme', '--stream', 'workspace'], 1],
  ];
  for (const [name, filter, events] of cases) {
    const file = inFolder(`${name}.jsonl`);
    const { exitCode, stdout, stderr } = await run('audit', 'export', file, ...filter, '--json');
    assert.is(exitCode, 0, stderr);
    assert.is(JSON.parse(stdout).events, events, name);
    assert.is(linesIn(file).length, events + 2);
  }
  assert.match((await into('part', inFolder('type.jsonl'))).stderr, /holds only the events of a filter/);
  assert.match(
    (await run('audit', 'export', inFolder('x'), '--since', '2h')).stderr,
    /It must be a time such as/,
  );
});

test('an import names the line that was changed, and writes nothing of such a file', async () => {
  const lines = linesIn(whole);
  const swapped = lines.with(500, lines[501] ?? '').with(501, lines[500] ?? '');
  const cases: readonly [RegExp, readonly string[]][] = [
    [/line 1501 is not as it was exported/, lines.with(1_500, (lines[1_500] ?? '').replace('"n":', '"n":1'))],
    [/line 1501 is not as it was exported/, lines.with(1_500, `${lines[1_500]} `)],
    [/line 1501 is not as it was exported/, lines.with(1_500, '{}')],
    [/line 502 is not as it was exported/, swapped],
    [/its last line says/, lines.toSpliced(700, 1)],
    [/it was cut off/, lines.slice(0, -1)],
    [/line \d+ comes after the end/, [...lines, lines[5] ?? '']],
    [/it is no export of a ledger/, lines.slice(1)],
  ];
  const file = inFolder('changed.jsonl');
  for (const [said, changed] of cases) {
    writeFileSync(file, `${changed.join('\n')}\n`);
    const { exitCode, stderr } = await into('none', file);
    assert.is(exitCode, 1);
    assert.match(stderr, said);
    assert.match(stderr, 'Nothing was imported');
    assert.is(existsSync(inFolder('none')), false);
  }
  assert.is((await into('none', whole)).exitCode, 0, 'the folder is as empty as before');
});

test('an import that was broken off goes on', async () => {
  const lines = linesIn(whole);
  const store = await embeddedEventStore(inFolder('half'), { log: quietLog });
  for (const line of lines.slice(1, 900)) {
    const { stream, revision, id, type, data, metadata } = JSON.parse(line);
    await store.append(stream, revision === 0 ? 'no-stream' : revision - 1, [{ id, type, data, metadata }]);
  }
  await store.close();
  const { exitCode, stdout } = await into('half', whole);
  assert.is(exitCode, 0);
  assert.match(stdout, /; 899 were there already/);
  assert.equal(await leavesIn('half'), await leavesIn('data'));
});

test('is imported into EventStoreDB with the same tree, goes on there, and comes out the same', async () => {
  const eventStore = await startDouble();
  const settings = { ...env, POSTLEDGER_DATA: inFolder('engine'), EVENTSTORE_URL: eventStore.url };
  try {
    await run('audit', 'export', whole);
    const stopped = await cliProcessUntil(/./, settings, 'audit', 'import', whole);
    const imported = await cliProcess(settings, 'audit', 'import', whole, '--json');
    assert.is(imported.exitCode, 0, `${stopped.stderr}${imported.stderr}`);
    assert.is(JSON.parse(imported.stdout).equal, true);
    mkdirSync(inFolder('engine'), { recursive: true });
    copyFileSync(inFolder('data/master.key'), inFolder('engine/master.key'));
    const again = inFolder('again.jsonl');
    const exported = await cliProcess(settings, 'audit', 'export', again);
    assert.is(exported.exitCode, 0, exported.stderr);
    const withoutPlaces = (file: string) =>
      linesIn(file)
        .slice(1, -1)
        .map((line) => line.replace(/^\{"position":"\d+",/, ''));
    assert.equal(withoutPlaces(again), withoutPlaces(whole));
    const other = await cliProcess(settings, 'audit', 'import', again, '--json');
    assert.is(JSON.parse(other.stdout).held, linesIn(whole).length - 2);
  } finally {
    await eventStore.stop();
  }
});

test.run();
