// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WINDOW } from '../support/freePace.ts';
import { manualClock } from '../support/manualClock.ts';
import { runningLoop } from './runningLoop.ts';
import { positionOf, workTable } from './workTable.ts';

const test = suite('lanes that have nothing to do');
const HOUR_MS = 3_600_000;
const LANES = 5_000;
const PARTITIONS = 4;
/** Until every lane has been met once. */
const SETTLED_MS = 30_000;
const MEASURED_SECONDS = 3_000;

const NOT_TODAY = { granted: 0, retryAfterMs: 12 * HOUR_MS, window: WINDOW };
const laneName = (n: number) => `lane-${String(n).padStart(4, '0')}`;

async function idle(dueInMs: number) {
  const clock = manualClock();
  const table = workTable();
  for (let n = 0; n < LANES; n++) {
    const document = { partition: n % PARTITIONS, lane: laneName(n), dueAtMs: clock.nowMs() + dueInMs };
    table.fold(`item-${n}`, positionOf(1), document);
  }
  let asked = 0;
  const started: string[] = [];
  const admit = async (lane: string) => {
    asked++;
    const isOpen = lane === 'open';
    return isOpen ? { granted: 1, retryAfterMs: 0, window: WINDOW } : NOT_TODAY;
  };
  const run = async (key: string) => {
    started.push(key);
    table.fold(key, positionOf(2), null);
    return { position: positionOf(2) };
  };
  const loop = runningLoop(clock, { admit, run }, table);
  for (let partition = 1; partition < PARTITIONS; partition++) loop.held.add(partition);
  await clock.advance(SETTLED_MS);
  const { counts } = table;
  const before = { ...counts, asked };
  await clock.advance(MEASURED_SECONDS * 1_000);
  const during = {
    reads: counts.reads - before.reads,
    items: counts.items - before.items,
    asked: asked - before.asked,
  };
  return { clock, table, loop, started, during };
}

test('that are due in an hour cost one look-up a partition a second', async () => {
  const { during, started, clock, loop } = await idle(HOUR_MS);
  assert.ok(during.reads <= PARTITIONS * (MEASURED_SECONDS + 1), `${during.reads} reads`);
  assert.equal(started, []);
  assert.is(during.asked, 0);
  // The rest of the hour in strides.
  clock.pass(HOUR_MS - (MEASURED_SECONDS * 1_000 + SETTLED_MS) - 10);
  await clock.advance(0);
  assert.equal(started, []);
  loop.due('now', 'open', clock.nowMs());
  await clock.advance(6);
  assert.equal(started, ['now'], 'an item with a notification is found at once among them');
  await loop.end();
});

test('that have no grant today cost the same, and a question a minute each', async () => {
  const { during, started, clock, loop, table } = await idle(-HOUR_MS);
  assert.ok(during.reads <= PARTITIONS * (MEASURED_SECONDS + 1), `${during.reads} reads`);
  const minutes = MEASURED_SECONDS / 60;
  assert.ok(during.asked <= LANES * (minutes + 1), `${during.asked} questions`);
  assert.equal(started, []);
  const before = table.counts.items;
  loop.due('now', 'open', clock.nowMs());
  await clock.advance(6);
  assert.equal(started, ['now']);
  assert.ok(table.counts.items - before <= 2, 'a new item costs itself and what lets go of it');
  await loop.end();
});

test('a backlog costs what is started of it', async () => {
  const clock = manualClock();
  const table = workTable();
  const BACKLOG = 20_000;
  for (let n = 0; n < BACKLOG; n++)
    table.fold(`item-${String(n).padStart(5, '0')}`, positionOf(1), {
      partition: 0,
      lane: 'busy',
      dueAtMs: n,
    });
  let tokens = 0;
  let started = 0;
  const admit = async (_: string, wanted: number) => {
    const granted = Math.min(wanted, tokens);
    tokens -= granted;
    return { granted, retryAfterMs: granted < wanted ? 100 : 0, window: WINDOW };
  };
  const run = async (key: string) => {
    started++;
    table.fold(key, positionOf(2), null);
    return { position: positionOf(2) };
  };
  const loop = runningLoop(clock, { admit, run }, table);
  await clock.advance(10_000);
  const before = { ...table.counts };
  for (let tenth = 0; tenth < 600; tenth++) {
    tokens++;
    await clock.advance(100);
  }
  assert.ok(started >= 590, `${started} started`);
  const items = table.counts.items - before.items;
  // Half of the looks at the lane begin at its start; a sweep reads a stretch a second, and each one done is asked for.
  assert.ok(items <= 60 * (128 + 72) + 20 * started, `${items} items read for ${started}`);
  await loop.end();
});

test('what comes later in a lane that was looked at is begun at its time, long before the sweep comes round', async () => {
  const clock = manualClock();
  const table = workTable();
  for (let n = 0; n < LANES; n++)
    table.fold(`item-${n}`, positionOf(1), {
      partition: 0,
      lane: laneName(n),
      dueAtMs: clock.nowMs() + HOUR_MS,
    });
  const started: [key: string, atMs: number][] = [];
  const loop = runningLoop(
    clock,
    {
      run: async (key) => {
        const isFirst = started.every(([other]) => other !== key);
        started.push([key, clock.monotonicMs() - SETTLED_MS]);
        if (key === 'again' && isFirst) return { retryAfterMs: 3_000, why: 'later' };
        table.fold(key, positionOf(2), null);
        return { position: positionOf(2) };
      },
    },
    table,
  );
  await clock.advance(SETTLED_MS);
  // One lane has a notification only for its first item: the look at it finds the other.
  table.fold('later', positionOf(1), { partition: 0, lane: 'two', dueAtMs: clock.nowMs() + 7_000 });
  loop.due('first', 'two', clock.nowMs());
  // The other's next date is known already when an item of it is to be tried again.
  loop.due('again', 'retried', clock.nowMs());
  table.fold('dated', positionOf(1), { partition: 0, lane: 'retried', dueAtMs: clock.nowMs() + 1_500 });
  await clock.advance(9_000);
  assert.equal(
    started.map(([key]) => key),
    ['first', 'again', 'dated', 'again', 'later'],
  );
  for (const [at, dueMs] of [0, 0, 1_500, 3_000, 7_000].entries()) {
    const lateMs = (started[at]?.[1] ?? Number.NaN) - dueMs;
    assert.ok(lateMs >= 0 && lateMs <= 20, `${started[at]?.[0]} was begun ${lateMs} ms late`);
  }
  await loop.end();
});

test('a lane whose owner was granted more is looked at at once', async () => {
  const clock = manualClock();
  let perDay = 0;
  let asked = 0;
  const started: string[] = [];
  const loop = runningLoop(clock, {
    admit: async (_, wanted) => {
      asked++;
      const granted = Math.min(perDay, wanted);
      perDay -= granted;
      return { granted, retryAfterMs: granted < wanted ? 12 * HOUR_MS : 0, window: WINDOW };
    },
    ownerOf: (lane) => lane.split('/', 1)[0] ?? lane,
    run: async (key) => {
      started.push(key);
      return { position: positionOf(2) };
    },
  });
  for (const key of ['a', 'b', 'c']) loop.due(key, 'owner/first', 0);
  await clock.advance(5_000);
  assert.is(asked, 1, 'a closed lane is asked for seldom');
  loop.due('d', 'owner/first', 0);
  await clock.advance(5_000);
  assert.is(asked, 1, 'what is new in it opens it not');
  perDay = 3;
  loop.news.opened('owner');
  await clock.advance(6);
  assert.equal(started, ['a', 'b', 'c']);
  perDay = 1;
  await clock.advance(60_100);
  assert.equal(started, ['a', 'b', 'c', 'd'], 'and within a minute without a notification');
  await loop.end();
});

test.run();
