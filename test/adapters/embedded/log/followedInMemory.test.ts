import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore } from '../../../../src/adapters/checked/eventStore.ts';
import {
  type EmbeddedEventStore,
  embeddedEventStore,
} from '../../../../src/adapters/embedded/log/eventStore.ts';
import { openLedgerToRead } from '../../../../src/adapters/embedded/log/ledgerFile.ts';
import { inTransaction } from '../../../../src/adapters/embedded/sqlite.ts';
import { EventStoreUnavailable } from '../../../../src/ports/eventStore.ts';
import type { LogGrown } from '../../../../src/ports/logGrowth.ts';
import {
  collect,
  freshStream,
  idsOf,
  newEvent,
  numbered,
  rejection,
} from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { seededIds } from '../../../support/seededIds.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporaryFolder.ts';

interface Context {
  folder: TemporaryFolder;
  /** Two processes of a service: what one writes the other is told, as a channel brings it. */
  one: EmbeddedEventStore;
  two: EmbeddedEventStore;
  told: LogGrown[];
}

const test = suite<Context>('the embedded log, followed in memory');
test.before.each(async (context) => {
  context.folder = temporaryFolder();
  context.one = await embeddedEventStore(context.folder.path, { log: quietLog });
  context.two = await embeddedEventStore(context.folder.path, { log: quietLog });
  context.told = [];
  const { one, two, told } = context;
  const asSent = (grown: LogGrown) => JSON.parse(JSON.stringify(grown)) as LogGrown;
  one.growth.onGrown((grown) => {
    told.push(grown);
    setImmediate(() => two.growth.announce(asSent(grown)));
  });
  two.growth.onGrown((grown) => setImmediate(() => one.growth.announce(asSent(grown))));
});
test.after.each(async ({ folder, one, two }) => {
  await Promise.all([one.close(), two.close()]);
  folder.remove();
});

/** All kinds of texts that an event may have. */
const EVENTS = () => [
  ...numbered(3),
  newEvent('a text'),
  newEvent(null),
  newEvent([1, -0, 1e21, -1.5]),
  newEvent({ text: 'Zoë 𝒳 \u0000 \ud800 \udc00 "quoted" \\ \u2028', list: [null, {}, []] }),
  newEvent(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')),
  newEvent({ lacks: undefined, date: new Date(0), nested: { toJSON: () => 'itself' } }),
  { ...newEvent(), metadata: { ...newEvent().metadata, workspace: 'w\u0000\ud800' } },
  {
    ...newEvent({ open: true }),
    parts: { people: { salt: 'c2FsdA', text: '{"to":"ann@example.com"}' } },
  },
  {
    ...newEvent({ open: true }),
    parts: {
      people: { salt: 'c2FsdA', text: '{"to":"ann@example.com"}' },
      contents: { salt: 'cGVwcGVy', text: '{"text":"Zoë 𝒳 \\u0000"}' },
    },
  },
];

test('gives its own and the other process the events that the file gives, to the letter', async ({
  one,
  two,
}) => {
  const after = await one.head();
  const count = 4 * EVENTS().length;
  const isAll = ({ length }: { length: number }) => length === count;
  const seen = [one, two].map((store) => collect(store, { after }, isAll));
  for (const store of [one, two, one, two]) await store.append(freshStream(), 'no-stream', EVENTS());
  const { events } = await one.readAll({ after, limit: count });
  for (const memory of await Promise.all(seen)) {
    assert.equal(memory, events);
    assert.is(JSON.stringify(memory), JSON.stringify(events), 'in the same order of keys');
  }
});

test('gives nothing of an append that conflicts, and a repeated one once', async ({ one, two, told }) => {
  const after = await one.head();
  const stream = freshStream();
  const [first, other, last] = [numbered(2), numbered(1), numbered(1)];
  const seen = [one, two].map((store) => collect(store, { after }, ({ length }) => length >= 5));
  const outcomes = await Promise.allSettled([
    one.append(stream, 'no-stream', first),
    one.append(stream, 'no-stream', other),
    one.append(stream, 'no-stream', first),
    one.append(freshStream(), 4, numbered(2)),
    one.append(stream, 1, other),
    one.append(stream, 0, numbered(1)),
  ]);
  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected'],
  );
  await one.append(stream, 'no-stream', first);
  await two.append(stream, 1, other);
  await two.append(stream, 2, numbered(1));
  await one.append(stream, 3, last);
  const { events } = await one.readAll({ after, limit: 10 });
  assert.is(events.length, 5);
  for (const memory of await Promise.all(seen)) assert.equal(memory, events);
  assert.is(told.flatMap(({ appends }) => appends).length, 3, 'nothing is said of what wrote nothing');
});

test('hands nothing on of a batch that was refused', async ({ folder, one, told }) => {
  const after = await one.head();
  const stop = new AbortController();
  const handed: string[] = [];
  const following = (async () => {
    for await (const { events } of one.subscribe({ after, signal: stop.signal }))
      handed.push(...idsOf(events));
  })();
  const before = numbered(1);
  await one.append(freshStream(), 'no-stream', before);
  const { db } = openLedgerToRead(folder.path);
  db.exec('PRAGMA busy_timeout = 10000');
  inTransaction(db, () => db.exec('ALTER TABLE events RENAME TO gone'));
  const refused = await rejection(one.append(freshStream(), 'no-stream', numbered(2)));
  assert.instance(refused, EventStoreUnavailable);
  inTransaction(db, () => db.exec('ALTER TABLE gone RENAME TO events'));
  db.close();
  const afterwards = numbered(1);
  await one.append(freshStream(), 'no-stream', afterwards);
  const { events } = await one.readAll({ after, limit: 10 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop.abort();
  await following;
  assert.equal(handed, idsOf(events));
  assert.equal(handed, [...idsOf(before), ...idsOf(afterwards)]);
  assert.is(told.length, 2);
});

test('joins the parts of an event as reading it does', async ({ one }) => {
  const store = checkedEventStore(one, { ids: seededIds('memory') });
  const after = await store.head();
  const seen = collect(store, { after }, ({ length }) => length === 1);
  const event = newEvent({ address: 'ann@example.com', reason: 'she asked' }, 'SuppressionAdded');
  await store.append(freshStream('suppression'), 'no-stream', [event]);
  const { events } = await store.readAll({ after, limit: 1 });
  assert.equal(await seen, events);
  assert.equal(events[0]?.data, event.data);
});

test('loses and repeats nothing while both processes write at once and a third one says nothing', async ({
  folder,
  one,
  two,
}) => {
  const third = await embeddedEventStore(folder.path, { log: quietLog });
  const after = await one.head();
  const count = 3 * 40 * 5;
  const seen = [one, two, one].map((store) => collect(store, { after }, ({ length }) => length >= count));
  const write = async (store: EmbeddedEventStore) => {
    for (let round = 0; round < 40; round++)
      await Promise.all(
        Array.from({ length: 5 }, () => store.append(freshStream(), 'no-stream', numbered(1))),
      );
  };
  await Promise.all([one, two, third].map(write));
  const { events } = await third.readAll({ after, limit: count + 1 });
  assert.is(events.length, count);
  for (const memory of await Promise.all(seen)) assert.equal(idsOf(memory), idsOf(events));
  await third.close();
});

test.run();
