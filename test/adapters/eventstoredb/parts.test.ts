// runs in: test:all

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore } from '../../../src/adapters/checked/eventStore.ts';
import { openEmbeddedParts } from '../../../src/adapters/embedded/open.ts';
import { openSqlite } from '../../../src/adapters/embedded/sqlite.ts';
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import { openLedger } from '../../../src/commands/workspace/openLedger.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import { type EventStore, EventStoreUnavailable, LogDamaged } from '../../../src/ports/eventStore.ts';
import { type PartStore, PartsUnavailable } from '../../../src/ports/parts.ts';
import { collect, freshStream, newEvent, rejection } from '../../contract/eventStore/events.ts';
import { eventWithParts } from '../../contract/eventStore/parts.ts';
import { newPart } from '../../contract/parts.ts';
import { type EventStoreDouble, startDouble } from '../../double/eventStoreServer.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { wallClock } from '../../support/wallClock.ts';

const test = suite('EventStoreDB adapter: parts next to the log');

const DAY_MS = 86_400_000;
let laterMs = 0;
const clock = { ...wallClock, nowMs: () => Date.now() + laterMs };
let folder: ReturnType<typeof temporaryFolder>;
let server: EventStoreDouble;
let parts: PartStore;
const toClose: { close(): Promise<void> }[] = [];
const closeLater = <Opened extends { close(): Promise<void> }>(opened: Opened): Opened => {
  toClose.unshift(opened);
  return opened;
};
const openParts = async (name = 'data') =>
  closeLater(await openEmbeddedParts(join(folder.path, name), { clock, log: quietLog }));
const openStore = (beside: PartStore = parts) =>
  closeLater(openEventStoreDb(server.url, { clock, log: quietLog, callMs: 60_000, parts: beside }));

/** The API over an engine. */
async function apiOver(store: EventStore): Promise<ApiFixture> {
  const checked = checkedEventStore(store, { ids: seededIds(`${Math.random()}`) });
  const api = closeLater(await apiFixture());
  return closeLater(await apiFixture({ context: { ledger: { ...api.ledger, store: checked } } }));
}
const body = {
  from: 'Shop <orders@example.org>',
  to: ['ann.rare@example.net'],
  subject: 'Your umbrella has left',
  text: 'It is blue and comes on Thursday.',
};

test.before.each(async () => {
  laterMs = 0;
  folder = temporaryFolder();
  server = await startDouble({ data: join(folder.path, 'journal') });
  parts = await openParts();
});
test.after.each(async () => {
  for (const opened of toClose.splice(0)) await opened.close();
  await server.stop();
  folder.remove();
});

/** How many parts the file has, and how many of them are unmarked. */
function countParts(): { all: number; unmarked: number } {
  const db = openSqlite(join(folder.path, 'data', 'parts.sqlite'), { busyTimeoutMs: 1_000, readOnly: true });
  const row = db
    .prepare("SELECT count(*) AS 'all', count(putAt) AS unmarked FROM parts WHERE commitment <> 'ledger'")
    .get();
  db.close();
  return { ...(row as { all: number; unmarked: number }) };
}

/** A day later, in rounds until nothing is left to do. */
async function sweepADayLater(store: { sweepParts(): Promise<boolean> }): Promise<void> {
  laterMs = DAY_MS + 1_000;
  while (await store.sweepParts());
}

test('no stream holds an address, a subject or a text that was sent', async () => {
  const api = await apiOver(openStore());
  const sent = await api.call('POST', '/v1/emails', { body, idempotencyKey: 'one' });
  assert.is(sent.status, 202);
  const journal = readFileSync(join(folder.path, 'journal'), 'latin1');
  for (const said of ['ann.rare', 'orders@example.org', 'umbrella', 'Thursday'])
    assert.not.match(journal, said);
  assert.match(journal, `email-${sent.body.id}`);
  const found = (await openStore().readStream(`email-${sent.body.id}`)).map((event) => event.parts);
  assert.match(JSON.stringify(found), 'ann.rare@example.net');
});

test('killed between parts and append, or between append and answer: one message, and no part is left without an event', async () => {
  for (const dies of ['before', 'after'] as const) {
    const store = openStore();
    const key = `key-${dies}`;
    const dead = await apiOver({
      ...store,
      async append(stream, expected, events) {
        if (!stream.startsWith('email-')) return store.append(stream, expected, events);
        // What the adapter does first, and then nothing more.
        const stored = events.flatMap(
          ({ id: eventId, metadata: { people = '', contents = '' }, parts: own = {} }) =>
            Object.entries(own).map(([kind, part]) => ({
              ...{ stream, eventId, ...part, kind: kind as 'people' | 'contents' },
              commitment: kind === 'people' ? people : contents,
            })),
        );
        if (dies === 'before') await parts.put(stored);
        else await store.append(stream, expected, events);
        throw new EventStoreUnavailable('killed');
      },
    });
    const refused = await dead.call('POST', '/v1/emails', { body, idempotencyKey: key, key: dead.key });
    assert.is(refused.status, 503);
    const before = countParts().all;
    const api = await apiOver(store);
    const again = await api.call('POST', '/v1/emails', { body, idempotencyKey: key });
    const replay = await api.call('POST', '/v1/emails', { body, idempotencyKey: key });
    assert.equal([again.status, replay.status, again.body.id], [202, 202, replay.body.id]);
    assert.ok(countParts().all > before, 'the same request has other salts');
    const accepted = await store.readStream(`email-${again.body.id}`);
    assert.is(accepted.length, 1);
  }
  const store = openStore();
  const { events } = await store.readAll({ after: BEGINNING, limit: 500 });
  const committed = events.flatMap(({ metadata }) => [metadata.people, metadata.contents]).filter(Boolean);
  laterMs = DAY_MS - 60_000;
  while (await store.sweepParts());
  assert.ok(countParts().all > committed.length, 'what is younger than a day stays');
  await sweepADayLater(store);
  assert.equal(countParts(), { all: committed.length, unmarked: 0 });
  for (const { parts: own } of (await openStore().readAll({ after: BEGINNING, limit: 500 })).events)
    if (own !== undefined) assert.ok(Object.keys(own).length > 0);
});

test('parts of events that are followed are marked, in every page, also by two processes at once', async () => {
  const events = Array.from({ length: 700 }, () => eventWithParts({ people: '{}' }));
  const [store, other] = [openStore(), openStore(await openParts())];
  for (let at = 0; at < 700; at += 100)
    await store.append(freshStream(), 'no-stream', events.slice(at, at + 100));
  assert.equal(countParts(), { all: 700, unmarked: 700 });
  await Promise.all(
    [store, other].map((one) => collect(one, { after: BEGINNING }, (seen) => seen.length === 700)),
  );
  const untilMs = Date.now() + 10_000;
  while (countParts().unmarked > 0 && Date.now() < untilMs) await wallClock.sleep(20);
  assert.equal(countParts(), { all: 700, unmarked: 0 });
});

test('a part that is put again while it is swept stays', async () => {
  const part = newPart();
  await parts.put([part]);
  const slow: PartStore = {
    ...parts,
    async remove(commitments, beforeMs) {
      await parts.put([part]);
      await parts.remove(commitments, beforeMs);
    },
  };
  laterMs = DAY_MS + 1_000;
  await openStore(slow).sweepParts();
  assert.is((await parts.find([part.commitment])).size, 1);
});

for (const [what, change] of [
  ['changed', "UPDATE parts SET text = replace(text, 'ann', 'bob')"],
  ['with another salt', "UPDATE parts SET salt = 'AAAAAAAAAAAAAAAAAAAAAA'"],
  [
    'exchanged',
    'UPDATE parts SET (salt, text) = (SELECT salt, text FROM parts AS o WHERE o.commitment <> parts.commitment LIMIT 1)',
  ],
  ['lost', "DELETE FROM parts WHERE kind = 'people'"],
] as const)
  test(`a part that is ${what} is damage, named by the event's position`, async () => {
    const store = openStore();
    const stream = freshStream();
    const events = [
      eventWithParts({ people: '{"to":"ann@example.net"}' }),
      eventWithParts({ people: '{"to":"eve@example.net"}' }),
    ];
    await store.append(stream, 'no-stream', events);
    const db = openSqlite(join(folder.path, 'data', 'parts.sqlite'), { busyTimeoutMs: 1_000 });
    db.exec(change);
    db.close();
    const checked = checkedEventStore(openStore(), { ids: seededIds('damage') });
    const damage = await rejection(checked.readStream(stream));
    assert.instance(damage, LogDamaged);
    assert.match(String(damage), /the event at position \d+ lacks its part people/);
    const { leaves, fault } = await checked.readLeaves({ after: BEGINNING, limit: 10, withParts: true });
    assert.is(leaves.length, 0);
    assert.match(fault ?? '', /position \d+ lacks its part people/);
    const { events: open } = await checked
      .readAll({ after: BEGINNING, limit: 10, withoutParts: true })
      .catch(() => ({ events: [] }));
    assert.ok(open.every((event) => event.parts === undefined));
  });

/** A ledger of its own in the log of the double. */
async function begunLedger(store: EventStore, seed: string): Promise<void> {
  const { secrets } = closeLater(await apiFixture()).context;
  await openLedger({ store, clock, ids: seededIds(seed) }, secrets);
}

test('of parts from an older backup what came after it is damage, by position, and all before it is served', async () => {
  const store = openStore();
  await begunLedger(store, 'one');
  const [before, after] = [freshStream(), freshStream()];
  await store.append(before, 'no-stream', [eventWithParts({ people: '{"to":"ann@example.net"}' })]);
  mkdirSync(join(folder.path, 'backup'));
  const db = openSqlite(join(folder.path, 'data', 'parts.sqlite'), { busyTimeoutMs: 1_000 });
  db.exec(`VACUUM INTO '${join(folder.path, 'backup', 'parts.sqlite')}'`);
  db.close();
  await store.append(after, 'no-stream', [eventWithParts({ people: '{"to":"eve@example.net"}' })]);
  const restored = openStore(await openParts('backup'));
  const [served] = await restored.readStream(before);
  assert.match(served?.parts?.people?.text ?? '', 'ann@example.net');
  const damage = await rejection(checkedEventStore(restored, { ids: seededIds('backup') }).readStream(after));
  assert.instance(damage, LogDamaged);
  assert.match(String(damage), /the event at position \d+ lacks its part people/);
});

test('an empty parts store next to a log whose events have parts is refused by name, before anything is served', async () => {
  const store = openStore();
  await begunLedger(store, 'one');
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  await store.append(freshStream(), 'no-stream', [eventWithParts({ people: '{}' })]);
  const empty = openStore(await openParts('other folder'));
  const refusal =
    /PartsRefused: the log of ledger [0-9a-f-]{36} has events whose personal values lie in parts beside it, and there are none: restore them/;
  assert.match(String(await rejection(empty.readStream('ledger'))), refusal);
  assert.match(String(await rejection(begunLedger(empty, 'two'))), refusal);
  const append = empty.append(freshStream(), 'no-stream', [eventWithParts({ people: '{}' })]);
  assert.match(String(await rejection(append)), refusal);
  assert.match(String(await rejection(empty.sweepParts())), refusal);
  await begunLedger(openStore(await openParts()), 'the right ones are taken again');
});

test('the parts of another ledger are refused by name, and nothing is put among them', async () => {
  const store = openStore();
  await begunLedger(store, 'one');
  await store.append(freshStream(), 'no-stream', [eventWithParts({ people: '{}' })]);
  const elsewhere = await startDouble();
  const other = openEventStoreDb(elsewhere.url, { clock, log: quietLog, parts });
  const refusal =
    /PartsRefused: the parts of events are those of ledger [0-9a-f-]{36}, and the log is ledger [0-9a-f-]{36}/;
  await begunLedger(other, 'other').catch(() => {});
  const append = other.append(freshStream(), 'no-stream', [eventWithParts({ people: '{}' })]);
  const refused = [append, other.readStream('ledger'), other.sweepParts()];
  const errors = await Promise.all(refused.map(rejection));
  await other.close();
  await elsewhere.stop();
  for (const error of errors) assert.match(String(error), refusal);
  assert.is(countParts().all, 1);
});

test('while the parts are away appends are refused as an outage, nothing is appended, and a subscription waits', async () => {
  let isAway = false;
  const away =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      isAway ? Promise.reject(new PartsUnavailable('away')) : call(...args);
  const flaky: PartStore = { ...parts, put: away(parts.put), find: away(parts.find) };
  const store = openStore(flaky);
  const api = await apiOver(store);
  const stream = freshStream();
  const first = eventWithParts({ people: '{}' });
  await store.append(stream, 'no-stream', [first]);
  isAway = true;
  const event = eventWithParts({ people: '{}' });
  assert.instance(await rejection(store.append(stream, 0, [event])), EventStoreUnavailable);
  assert.instance(await rejection(store.readStream(stream)), EventStoreUnavailable);
  const refused = await api.call('POST', '/v1/emails', { body, idempotencyKey: 'one' });
  assert.is(refused.status, 503);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const following = collect(store, { after: BEGINNING }, (seen) => seen.some(({ id }) => id === event.id));
  await wallClock.sleep(200);
  isAway = false;
  await store.append(stream, 0, [event]);
  const seen = (await following).filter((one) => one.stream === stream);
  assert.equal(
    seen.map(({ id, parts: own }) => ({ id, own })),
    [first, event].map(({ id, parts: own }) => ({ id, own })),
  );
});

test('without parts no event that has some is appended', async () => {
  const store = closeLater(openEventStoreDb(server.url, { clock, log: quietLog }));
  assert.instance(
    await rejection(store.append(freshStream(), 'no-stream', [eventWithParts({ people: '{}' })])),
    TypeError,
  );
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  assert.instance(await rejection(store.sweepParts()), TypeError);
});

test.run();
