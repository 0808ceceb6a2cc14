import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { leafReading, rowsAhead } from '../../../../src/adapters/embedded/log/leafReading.ts';
import { ledgerPath } from '../../../../src/adapters/embedded/log/ledgerFile.ts';
import { logReader } from '../../../../src/adapters/embedded/log/logReader.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import type { Leaf } from '../../../../src/ports/eventStore.ts';
import { EventStoreUnavailable } from '../../../../src/ports/eventStore.ts';
import { fill, freshStream, newEvent, rejection } from '../../../contract/eventStore/events.ts';
import { eventWithParts } from '../../../contract/eventStore/parts.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('reading leaves page after page');
const EVENTS = 300;
const PAGE = 7;

const folder = temporaryFolder();
const store = await embeddedEventStore(folder.path, { log: quietLog });
await fill(store, freshStream(), EVENTS);
const reader = logReader(folder.path);
test.after(async () => {
  reader.close();
  await store.close();
  folder.remove();
});

/** A reader whose own pages are counted: the others come from the thread. */
function counted() {
  let own = 0;
  const leaves = leafReading(folder.path, {
    storedLeaves: reader.storedLeaves,
    rows(question) {
      own += 1;
      return reader.rows(question);
    },
  });
  return { leaves, own: () => own };
}

/** The leaves up to that many, or to a fault. */
async function allOf({ read }: ReturnType<typeof leafReading>, events = EVENTS, withParts = false) {
  const all: Leaf[] = [];
  while (all.length < events) {
    const { leaves, fault } = await read({ after: all.length, limit: PAGE, withParts });
    all.push(...leaves);
    if (leaves.length === 0 || fault !== null) return { all, fault };
  }
  return { all, fault: null };
}

test('gives all of them in order, most of them from a thread, and what was appended after the end was met', async () => {
  const { leaves, own } = counted();
  const { all, fault } = await allOf(leaves);
  assert.is(fault, null);
  const { values, rows } = await reader.rows({ after: 0, limit: EVENTS });
  assert.is(rows, EVENTS);
  assert.is(values.length, 3);
  const whole = await store.readLeaves({ after: '0'.repeat(20) as Leaf['position'], limit: EVENTS });
  const plain = ({ texts, ...leaf }: Leaf) => ({ ...leaf, texts: texts() });
  assert.equal(all.map(plain), whole.leaves.map(plain));
  assert.ok(own() < all.length / PAGE - 10, `${own()} pages were read without the thread`);
  const read = own();
  // The thread has been asked for the page after the last one, and has met the end of the log.
  await pause(100);
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  const { leaves: later } = await leaves.read({ after: EVENTS, limit: PAGE });
  assert.is(later.length, 1);
  assert.is(own(), read);
  await leaves.close();
});

test('names the first event that was changed, wherever its page begins', async () => {
  const db = openSqlite(ledgerPath(folder.path), { busyTimeoutMs: 1_000 });
  for (const changed of [EVENTS - 1, EVENTS - PAGE, EVENTS - PAGE - 1]) {
    db.exec(`UPDATE events SET data = replace(data, '{', '{ ') WHERE position = ${changed}`);
    const { leaves } = counted();
    const { all, fault } = await allOf(leaves);
    assert.is(fault, `the event at position ${changed} was changed`);
    assert.is(all.length, changed - 1);
    await leaves.close();
    db.exec(`UPDATE events SET data = replace(data, '{ ', '{') WHERE position = ${changed}`);
  }
  db.close();
});

test('names the first event that lacks a part, wherever its page begins', async () => {
  const own = temporaryFolder();
  const parted = await embeddedEventStore(own.path, { log: quietLog });
  const parts = { people: '{"to":"änn@example.net"}', contents: '{"subject":"Ünique"}' };
  const events = Array.from({ length: EVENTS }, () => eventWithParts(parts));
  for (let at = 0; at < EVENTS; at += 10)
    await parted.append(freshStream(), 'no-stream', events.slice(at, at + 10));
  const ownReader = logReader(own.path);
  const whole = leafReading(own.path, ownReader);
  const { all, fault } = await allOf(whole, EVENTS, true);
  assert.is(fault, null);
  assert.equal(
    all.map((leaf) => leaf.parts?.()),
    events.map((event) => event.parts),
  );
  await whole.close();
  const db = openSqlite(ledgerPath(own.path), { busyTimeoutMs: 1_000 });
  for (const [position, change] of [
    [EVENTS - 1, "UPDATE people SET text = replace(text, 'nn', 'mm')"],
    [EVENTS - PAGE, "UPDATE contents SET salt = replace(salt, substr(salt, 1, 1), '_-')"],
    [EVENTS - PAGE - 1, 'DELETE FROM contents'],
  ] as const) {
    db.exec(`${change} WHERE position = ${position}`);
    const leaves = leafReading(own.path, ownReader);
    const found = await allOf(leaves, EVENTS, true);
    assert.match(found.fault ?? '', `the event at position ${position} lacks its part`);
    assert.is(found.all.length, position - 1);
    assert.is((await allOf(leaves)).fault, null);
    await leaves.close();
  }
  db.close();
  ownReader.close();
  await parted.close();
  own.remove();
});

test('has the error of the reader where the thread cannot read', async () => {
  const { leaves } = counted();
  let after = 0;
  const readUntil = async (end: number) => {
    for (; after < end; after += PAGE) await leaves.read({ after, limit: PAGE });
  };
  await readUntil(EVENTS - 50);
  const db = openSqlite(ledgerPath(folder.path), { busyTimeoutMs: 1_000 });
  db.exec('ALTER TABLE events RENAME TO gone');
  // The next page was read before.
  assert.match(String(await rejection(readUntil(EVENTS))), /no such table/);
  db.exec('ALTER TABLE gone RENAME TO events');
  db.close();
  await leaves.close();
});

test('is refused once the thread has ended, before and after its answer was asked for', async () => {
  const dies = rowsAhead(
    () =>
      new Worker(
        "require('node:worker_threads').parentPort.on('message', () => { throw new Error('died'); })",
        { eval: true },
      ),
  );
  const first = await rejection(dies.read({ after: 0, limit: PAGE }));
  assert.instance(first, EventStoreUnavailable);
  assert.match(String(first), /thread that reads it ended/);
  assert.instance(await rejection(dies.read({ after: 0, limit: PAGE })), EventStoreUnavailable);
  await dies.close();
});

test('a thread that dies while it reads ahead is an error at the next page, and never the end', async () => {
  const answersOnce = `
    let answers = 0;
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => {
      if (answers++ > 0) process.exit(0);
      parentPort.postMessage({ values: [], rows: 1, fault: null });
    });`;
  const dies = rowsAhead(() => new Worker(answersOnce, { eval: true }));
  assert.is((await dies.read({ after: 0, limit: PAGE }))?.rows, 1);
  assert.instance(await rejection(dies.read({ after: 1, limit: PAGE })), EventStoreUnavailable);
  await dies.close();
});

test.run();
