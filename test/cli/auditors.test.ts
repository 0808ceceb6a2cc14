// runs in: test:all

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore } from '../../src/adapters/checked/eventStore.ts';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { ledgerIdOf } from '../../src/commands/workspace/openLedger.ts';
import { workspaceIdOf } from '../../src/commands/workspace/openWorkspace.ts';
import { email, type RecordedEmailEvent } from '../../src/events/email.ts';
import { sealedLog } from '../audit/sealedLog.ts';
import { run as runProgram } from '../clients/run.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { missingTool } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { quietLog } from '../support/quietLog.ts';
import { randomLogs } from '../support/randomEvents.ts';
import { seededIds } from '../support/seededIds.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { commandOn, linesIn } from './exportedLedger.ts';

const test = suite('an export for auditors');
const ANN = 'ann@customer.test';
const SUBJECT = 'Your order of spare wheels';
const TEXT = 'Dear Ann, the wheels are on their way';
const PERSONAL = [ANN, 'customer.test', SUBJECT, TEXT, 'asked by telephone'];
const MASTER_KEY = '09'.repeat(32);

const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
const env = (data: string) => ({ POSTLEDGER_DATA: inFolder(data), POSTLEDGER_LOG_LEVEL: 'error' });
const original = { ...env('data'), POSTLEDGER_MASTER_KEY: MASTER_KEY };
const [whole, without] = [inFolder('whole.jsonl'), inFolder('without.jsonl')];
const message = seededIds('auditors').uuid();
let leaves: readonly string[];
test.after(() => folder.remove());

async function leavesIn(data: string): Promise<readonly string[]> {
  const store = await embeddedEventStore(inFolder(data), { log: quietLog });
  const read = await store.readLeaves({ after: '00000000000000000000' as never, limit: 500 });
  await store.close();
  return read.leaves.map(({ position, hash }) => `${position} ${hash}`);
}

/** A ledger with a message, a suppression and an operator's grant, sealed twice. */
async function begun() {
  const store = await embeddedEventStore(inFolder('data'), { log: quietLog });
  const { ledger, seal } = await sealedLog(checkedEventStore(store, { ids: seededIds('parts') }));
  const ledgerId = (await ledgerIdOf(store)) ?? '';
  await seal();
  for (const line of [
    'workspaces create acme',
    'credits grant 100 --workspace acme',
    `suppressions add ${ANN} --workspace acme --reason`,
  ]) {
    const words = [...line.split(' '), ...(line.endsWith('--reason') ? ['asked by telephone'] : [])];
    const { exitCode, stderr } = await commandOn(original, ...words);
    assert.is(exitCode, 0, stderr);
  }
  const workspace = workspaceIdOf(ledgerId, 'acme');
  const [[drawn] = []] = fc.sample(
    randomLogs(['EmailAccepted'], 3).filter(([one]) => Object(one?.data).recipients?.length === 1),
    { numRuns: 1, seed: 3 },
  ) as RecordedEmailEvent[][];
  if (drawn?.type !== 'EmailAccepted') throw new Error('no event was drawn');
  const [recipient] = drawn.data.recipients;
  const data = {
    ...drawn.data,
    ...{ from: ANN, to: [ANN], cc: [], bcc: [], replyTo: [], subject: SUBJECT, text: { inline: TEXT } },
    ...{ html: null, template: null, headers: {}, attachments: [], tags: ['order'], batchId: null },
    ...{ suppressedRecipients: [], campaign: null, batch: null, scheduledFor: null },
    recipients: [{ ...recipient, address: ANN }],
  };
  const { raw: _, requestHash: __, ...accepted } = data;
  const metadata = { ...drawn.metadata, workspace, at: new Date(ledger.clock.nowMs()).toISOString() };
  await ledger.store.append(email.stream(message), 'no-stream', [
    { id: seededIds('event').uuid(), type: 'EmailAccepted', data: accepted, metadata },
  ]);
  await seal();
  await store.close();
  leaves = await leavesIn('data');
  for (const options of [[whole, '--personal'], [without]]) {
    const { exitCode, stderr } = await commandOn(original, 'audit', 'export', ...options);
    assert.is(exitCode, 0, stderr);
  }
}
await begun();

test('holds no personal value, and has the same hashes', () => {
  const hashes = (file: string) =>
    linesIn(file)
      .slice(1, -1)
      .map((line) => JSON.parse(line).sha256);
  assert.equal(hashes(without), hashes(whole));
  for (const value of PERSONAL) {
    assert.ok(readFileSync(whole, 'utf8').includes(value), value);
    assert.not.ok(readFileSync(without, 'utf8').includes(value), value);
  }
});

test('with personal values an ordinary ledger is made of it, and comes out the same', async () => {
  const { exitCode, stderr } = await commandOn(env('ordinary'), 'audit', 'import', whole);
  assert.is(exitCode, 0, stderr);
  const ordinary = { ...env('ordinary'), POSTLEDGER_MASTER_KEY: MASTER_KEY };
  const back = inFolder('back.jsonl');
  assert.is((await commandOn(ordinary, 'audit', 'export', back, '--personal')).exitCode, 0);
  assert.equal(linesIn(back), linesIn(whole));
  const list = await commandOn(ordinary, 'suppressions', 'list', '--workspace', 'acme');
  assert.match(list.stdout, ANN);
  const refused = await commandOn(env('ordinary'), 'audit', 'import', without);
  assert.match(refused.stderr, /was begun with personal values, and .* is without them/);
});

test('without them a ledger for auditing is made: it proves the same, and answers without the values', async () => {
  const auditor = env('auditor');
  const imported = await commandOn(auditor, 'audit', 'import', without);
  assert.is(imported.exitCode, 0, imported.stderr);
  assert.match(imported.stdout, /It is for auditing: it has no personal values, and sends nothing/);
  assert.equal(await leavesIn('auditor'), leaves);
  assert.match((await commandOn(auditor, 'audit', 'import', without)).stdout, /0 events imported/);
  const answers: readonly (readonly [string, RegExp])[] = [
    ['audit verify', /events compared with 2 seals, and fit/],
    [`audit show ${message} --workspace acme`, /accepted for 1 recipient/],
    ['audit as-of 2h balances acme --workspace acme', /none|as below/],
    ['credits balance --workspace acme', /100/],
    ['suppressions list --workspace acme', /\[not here\]/],
    ['projections rebuild balances daily_analytics', /./],
    ['projections verify', /same as the log/],
  ];
  for (const [line, says] of answers) {
    const { exitCode, stdout, stderr } = await commandOn(auditor, ...line.split(' '));
    assert.is(exitCode, line.startsWith('audit as-of') ? exitCode : 0, `${line}: ${stdout}${stderr}`);
    if (!line.startsWith('audit as-of')) assert.match(stdout, says, line);
    for (const value of PERSONAL) assert.not.ok(stdout.includes(value), line);
  }
  assert.not.ok(existsSync(inFolder('auditor/master.key')), 'it needs no master key, and makes none');
});

test('a ledger for auditing takes no events, serves no sends, and gives no values', async () => {
  const auditor = env('auditor');
  const file = inFolder('personal.jsonl');
  const refusals: readonly (readonly [string, RegExp])[] = [
    ['credits grant 5 --workspace acme', /for auditing, and takes no events/],
    ['serve', /ledger for auditing, without personal values: it serves no sends/],
    [`audit export ${file} --personal`, /has no personal values: leave out --personal/],
    [`audit prove ${message} --personal`, /has no personal values: leave out --personal/],
    [`audit import ${whole}`, /was begun without personal values, and .* is with them/],
    ['blobs sweep', /for auditing has no contents/],
  ];
  for (const [line, says] of refusals) {
    const { exitCode, stderr } = await commandOn(auditor, ...line.split(' '));
    assert.is.not(exitCode, 0, line);
    assert.match(stderr, says, line);
  }
  assert.equal(await leavesIn('auditor'), leaves);
  const again = inFolder('again.jsonl');
  assert.is((await commandOn(auditor, 'audit', 'export', again)).exitCode, 0);
  assert.equal(linesIn(again), linesIn(without));
});

test('a backup of it is for auditing too, and it goes to no engine', async () => {
  const backup = await commandOn(env('auditor'), 'backup', inFolder('copy'));
  assert.is(backup.exitCode, 0, backup.stderr);
  const granted = await commandOn(env('copy'), 'credits', 'grant', '5', '--workspace', 'acme');
  assert.match(granted.stderr, /for auditing, and takes no events/);
  const eventStore = await startDouble();
  try {
    const engine = { ...env('engine'), EVENTSTORE_URL: eventStore.url };
    const { exitCode, stderr } = await commandOn(engine, 'audit', 'import', without);
    assert.is(exitCode, 2);
    assert.match(stderr, /makes a ledger for auditing, in a data folder and in no engine/);
  } finally {
    await eventStore.stop();
  }
});

test('a proof holds personal values when they are asked for, and verifies either way', async () => {
  const missing = missingTool('python3');
  if (missing !== null) return skipped(missing);
  const key = (await commandOn(original, 'audit', 'key')).stdout.trim();
  const seals = inFolder('seals.jsonl');
  assert.is((await commandOn(original, 'audit', 'witness', '--file', seals)).exitCode, 0);
  for (const options of [[], ['--personal']]) {
    const { stdout } = await commandOn(original, 'audit', 'prove', message, ...options);
    assert.is(stdout.includes(ANN), options.length > 0);
    const proof = inFolder('proof.json');
    writeFileSync(proof, stdout);
    const program = [join(ROOT, 'tools/verify-proof.py'), proof, '--key', key, '--witness', seals];
    const checked = await runProgram('python3', program);
    assert.is(checked.code, 0, checked.output);
    assert.match(checked.stdout, 'EmailAccepted');
  }
});

test('a file whose values were changed or taken out, or of the format before, is refused', async () => {
  const lines = linesIn(whole);
  const at = lines.findIndex((line) => line.includes(TEXT));
  const line = lines[at] ?? '';
  const { parts, ...open } = JSON.parse(line);
  assert.ok(parts.people.salt.length === 22);
  const file = inFolder('changed.jsonl');
  const cases: readonly (readonly [RegExp, readonly string[]])[] = [
    [/is not as it was exported/, lines.with(at, line.replace(TEXT, 'nothing'))],
    [/is not as it was exported/, lines.with(at, JSON.stringify(open))],
    [/is not as it was exported/, linesIn(without).with(at, line)],
    [
      /format of a version before the first release \('postledger export 1'\)/,
      lines.with(0, (lines[0] ?? '').replace('export 2', 'export 1')),
    ],
  ];
  for (const [says, changed] of cases) {
    writeFileSync(file, `${changed.join('\n')}\n`);
    const { exitCode, stderr } = await commandOn(env('none'), 'audit', 'import', file);
    assert.is(exitCode, 1);
    assert.match(stderr, says);
    assert.is(existsSync(inFolder('none')), false);
  }
});

test('parts that were changed, exchanged or lost are found by verify, by position', async () => {
  const damages: readonly string[] = [
    `UPDATE contents SET text = replace(text, 'Ann', 'Eve')`,
    `UPDATE people SET text = (SELECT text FROM people ORDER BY position LIMIT 1)`,
    `UPDATE people SET salt = substr(salt, 2) || 'A'`,
    'DELETE FROM people',
    'DELETE FROM contents',
  ];
  for (const [n, damage] of damages.entries()) {
    const name = `damaged-${n}`;
    assert.is((await commandOn(original, 'backup', inFolder(name))).exitCode, 0);
    const db = openSqlite(inFolder(`${name}/ledger.sqlite`), { busyTimeoutMs: 1_000 });
    const { changes } = db.prepare(damage).run();
    assert.ok(Number(changes) > 0, damage);
    db.close();
    const settings = { ...env(name), POSTLEDGER_MASTER_KEY: MASTER_KEY };
    const { exitCode, stdout } = await commandOn(settings, 'audit', 'verify');
    assert.is(exitCode, 5, damage);
    assert.match(
      stdout,
      /THE LOG DOES NOT FIT: the event at position \d+ lacks its part (people|contents), or it is another one/,
    );
    const exported = await commandOn(settings, 'audit', 'export', inFolder(`${name}.jsonl`), '--personal');
    assert.match(exported.stderr, /the event at position \d+ lacks its part/);
  }
});

test.run();
