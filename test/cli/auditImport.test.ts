// runs in: test:all

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { liftLimit, limitFiles } from '../faults/appendingProcess.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { manualClock } from '../support/manualClock.ts';
import { missingTool } from '../support/missingTool.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { skipped } from '../support/skipped.ts';
import { cliProcessUntil } from './cliProcess.ts';
import { commandOn, exportedLedger, linesIn } from './exportedLedger.ts';

const test = suite('audit import');
const { inFolder, env, whole, run, into, leavesIn, giveMasterKey, remove } = await exportedLedger();
test.after(() => remove());

test('an export is imported with the same leaves, and is exported again as it was', async () => {
  const lines = linesIn(whole);
  const imported = await into('copy', whole);
  assert.is(imported.exitCode, 0, imported.stderr);
  assert.match(imported.stdout, /events imported\.\nThe ledger has the tree of the file: root [0-9a-f]{64}/);
  assert.equal(await leavesIn('copy'), await leavesIn('data'));
  giveMasterKey('copy');
  const copy = { ...env, POSTLEDGER_DATA: inFolder('copy') };
  const back = await commandOn(copy, 'audit', 'export', '--personal', inFolder('back.jsonl'));
  assert.is(back.exitCode, 0, back.stderr);
  assert.equal(linesIn(inFolder('back.jsonl')), lines);
  // The file that is there already is its beginning, or all of it.
  assert.match((await into('copy', whole)).stdout, /0 events imported; \d+ were there already/);
});

test('refuses a ledger that is not empty, a part of a log, and a file that is not there', async () => {
  await begunLedger({ ...env, POSTLEDGER_DATA: inFolder('other') });
  assert.match((await into('other', whole)).stderr, /the ledger is not empty/);
  const part = inFolder('part.jsonl');
  await run('audit', 'export', '--personal', part, '--type', 'Delivered');
  const { exitCode, stderr } = await into('part', part);
  assert.is(exitCode, 1);
  assert.match(stderr, /holds only the events of a filter, and no ledger. Nothing was imported/);
  assert.match((await into('part', inFolder('none.jsonl'))).stderr, /no such file/);
  assert.is(existsSync(inFolder('part')), false);
});

test('names the line that was changed, and writes nothing of such a file', async () => {
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

test('goes on where it was broken off', async () => {
  const lines = linesIn(whole);
  const store = await embeddedEventStore(inFolder('half'), { log: quietLog });
  const appends = lines.slice(1, 900).map((line) => {
    const { stream, revision, id, type, data, metadata, parts } = JSON.parse(line);
    return store.append(stream, revision === 0 ? 'no-stream' : revision - 1, [
      { id, type, data, metadata, parts },
    ]);
  });
  await Promise.all(appends);
  await store.close();
  const { exitCode, stdout } = await into('half', whole);
  assert.is(exitCode, 0);
  assert.match(stdout, /; 899 were there already/);
  assert.equal(await leavesIn('half'), await leavesIn('data'));
});

test('goes on where a nearly full disk took no large batch', async () => {
  const missing = missingTool('prlimit');
  if (missing !== null) return skipped(missing);
  const large = { ...env, POSTLEDGER_DATA: inFolder('large') };
  await begunLedger(large);
  const store = await embeddedEventStore(inFolder('large'), { log: quietLog });
  const ids = seededIds('large');
  const by = { workspace: ids.uuid(), actor: 'key:1', correlation: ids.uuid(), causation: null };
  for (let n = 0; n < 40; n++) {
    const data = { text: `${n} ${'x'.repeat(300_000)}` };
    const [event] = newEvents({ ids, clock: manualClock() }, by, [{ type: 'Submitted', data }]);
    if (event !== undefined) await store.append(`email-${n}`, 'no-stream', [event]);
  }
  await store.close();
  const file = inFolder('large.jsonl');
  assert.is((await commandOn(large, 'audit', 'export', '--personal', file)).exitCode, 0);
  // A batch holds 8 MiB at most.
  limitFiles(process.pid, 4 * 1_048_576);
  const refused = await into('narrow', file).finally(() => liftLimit(process.pid));
  assert.is.not(refused.exitCode, 0);
  assert.match(refused.stderr, 'the event store is unavailable');
  const { exitCode, stderr } = await into('narrow', file);
  assert.is(exitCode, 0, stderr);
  assert.equal(await leavesIn('narrow'), await leavesIn('large'));
});

test('is imported into EventStoreDB with the same tree, goes on there, and comes out the same', async () => {
  const eventStore = await startDouble();
  const settings = { ...env, POSTLEDGER_DATA: inFolder('engine'), EVENTSTORE_URL: eventStore.url };
  try {
    const stopped = await cliProcessUntil(/./, settings, 'audit', 'import', whole);
    const imported = await commandOn(settings, 'audit', 'import', whole, '--json');
    assert.is(imported.exitCode, 0, `${stopped.stderr}${imported.stderr}`);
    assert.is(JSON.parse(imported.stdout).equal, true);
    mkdirSync(inFolder('engine'), { recursive: true });
    giveMasterKey('engine');
    const again = inFolder('again.jsonl');
    const exported = await commandOn(settings, 'audit', 'export', '--personal', again);
    assert.is(exported.exitCode, 0, exported.stderr);
    const withoutPlaces = (file: string) =>
      linesIn(file)
        .slice(1, -1)
        .map((line) => line.replace(/^\{"position":"\d+",/, ''));
    assert.equal(withoutPlaces(again), withoutPlaces(whole));
    const other = await commandOn(settings, 'audit', 'import', again, '--json');
    assert.is(JSON.parse(other.stdout).held, linesIn(whole).length - 2);
  } finally {
    await eventStore.stop();
  }
});

test.run();
