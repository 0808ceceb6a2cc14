import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import type { Position } from '../../src/events/event.ts';
import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import type { Collection, Stored } from '../../src/ports/documents.ts';
import type { WorkDocument } from '../../src/ports/workDocument.ts';
import { waits } from '../../src/work/waits.ts';
import type { Worker, WorkResult } from '../../src/work/worker.ts';
import { runWorkerLoop } from '../../src/work/workerLoop.ts';
import { workHints } from '../../src/work/workHints.ts';
import { countedPace, WINDOW } from '../support/freePace.ts';
import { type ManualClock, manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { runningLoop } from './runningLoop.ts';

const test = suite('worker loop');

/** A work index in a map; items and how far it is are set by hand, as the projection would. */
function workTable(): Collection<WorkDocument> & { items: Map<string, Stored<WorkDocument | null>> } {
  const items = new Map<string, Stored<WorkDocument | null>>();
  const rows = () =>
    [...items.values()]
      .filter((row): row is Stored<WorkDocument> => row.document !== null)
      .map((row) => ({ row, values: [row.document.partition, row.document.lane, row.document.dueAtMs] }))
      .sort((a, b) => compare([...a.values, a.row.key], [...b.values, b.row.key]));
  return {
    items,
    get: async () => null,
    getMany: async () => new Map(),
    getForFold: async (keys) =>
      new Map(keys.flatMap((key) => (items.has(key) ? [[key, items.get(key) as never] as const] : []))),
    writeMany: async () => {},
    forget: async () => {},
    async page({ equals = [], to, after, limit }) {
      return rows()
        .filter(({ values }) => equals.every((value, at) => values[at] === value))
        .filter(({ values }) => to === undefined || (values[equals.length] ?? 0) <= to)
        .filter(
          ({ values, row }) => !after || compare([...values, row.key], [...after.values, after.key]) > 0,
        )
        .slice(0, limit)
        .map(({ row }) => row);
    },
    scan: async function* () {},
  };
}

function compare(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [at, value] of a.entries()) {
    if (value === b[at]) continue;
    return String(value).padStart(20, '0') < String(b[at]).padStart(20, '0') ? -1 : 1;
  }
  return 0;
}

const position = (n: number): Position => positionAt(n);

function setUp(overrides: Partial<Worker> = {}, clock = manualClock(0)) {
  const table = workTable();
  const stop = new AbortController();
  const started: string[] = [];
  const finish = new Map<string, (result: WorkResult) => void>();
  const news = workHints(clock.sleep);
  let reached = position(1);
  const worker: Worker = {
    name: 'test',
    collection: table,
    maxInFlight: 4,
    maxInFlightPerLane: 2,
    run: (key) => {
      started.push(key);
      return new Promise((resolve) => finish.set(key, resolve));
    },
    ...overrides,
  };
  const running = runWorkerLoop(worker, {
    reached: () => new Map([[0, reached]]),
    head: async () => position(0),
    held: () => new Set([0]),
    hints: news,
    clock,
    log: quietLog,
    metrics: noMetrics,
    waits: waits(),
    throttle: backgroundThrottle(clock, () => 0),
    signal: stop.signal,
  });
  return {
    clock,
    table,
    started,
    finish: (key: string, result: WorkResult) => finish.get(key)?.(result),
    due(key: string, lane: string, dueAtMs = 0, partition = 0) {
      table.items.set(key, { key, position: position(1), document: { partition, lane, dueAtMs } });
      news.wrote([{ document: { partition, lane, dueAtMs } }]);
    },
    /** The projection folds the outcome at `at`: the item is gone. */
    fold(key: string, at: number) {
      table.items.set(key, { key, position: position(at), document: null });
      reached = position(at);
    },
    /** The index has passed a position. */
    pass(at: number) {
      reached = position(at);
    },
    async end() {
      stop.abort();
      for (const resolve of finish.values()) resolve({ retryAfterMs: 1, why: 'later' });
      await running;
    },
  };
}

test('starts what is due and nothing before its time', async () => {
  const loop = setUp();
  loop.due('now', 'lane');
  loop.due('later', 'lane', 60_000);
  await loop.clock.advance(100);
  assert.equal(loop.started, ['now']);
  await loop.clock.advance(59_899);
  assert.equal(loop.started, ['now']);
  await loop.clock.advance(100);
  assert.equal(loop.started, ['now', 'later']);
  await loop.end();
});

test('holds a finished item until the index has passed its outcome', async () => {
  const loop = setUp();
  loop.due('item', 'lane');
  await loop.clock.advance(10);
  loop.finish('item', { position: position(7) });
  await loop.clock.advance(5_000);
  assert.equal(loop.started, ['item'], 'the index still shows it: it must not run again');
  loop.due('item', 'lane', 8_000);
  loop.pass(6);
  await loop.clock.advance(5_000);
  assert.equal(loop.started, ['item'], 'the index has come near');
  loop.pass(7);
  await loop.clock.advance(5_000);
  assert.equal(loop.started, ['item', 'item'], 'folded and due again: it runs again');
  await loop.end();
});

test('keeps within the bounds of a lane and of the whole', async () => {
  const loop = setUp();
  for (const lane of ['a', 'b', 'c']) for (const n of [1, 2, 3]) loop.due(`${lane}${n}`, lane);
  await loop.clock.advance(100);
  assert.equal(loop.started.length, 4);
  for (const lane of ['a', 'b', 'c'])
    assert.ok(loop.started.filter((key) => key.startsWith(lane)).length <= 2);
  await loop.end();
});

test('a long lane hides no other lane', async () => {
  const loop = setUp({ maxInFlightPerLane: 100 });
  for (let n = 0; n < 50; n++) loop.due(`a${String(n).padStart(2, '0')}`, 'a');
  loop.due('b', 'b');
  await loop.clock.advance(10);
  assert.is(loop.started.length, 4);
  for (const key of [...loop.started]) {
    loop.fold(key, 5);
    loop.finish(key, { position: position(5) });
  }
  await loop.clock.advance(200);
  assert.ok(loop.started.slice(4, 8).includes('b'), 'the next look starts after the lane served last');
  await loop.end();
});

test('a lane without grant waits as long as its pace says, and others go on', async () => {
  let grants = 0;
  const loop = setUp({
    admit: async (lane) => {
      if (lane === 'b') return { granted: 1, retryAfterMs: 0, window: WINDOW };
      grants++;
      return { granted: grants > 1 ? 1 : 0, retryAfterMs: 900, window: WINDOW };
    },
  });
  loop.due('a', 'a');
  loop.due('b', 'b');
  await loop.clock.advance(800);
  assert.equal(loop.started, ['b']);
  assert.is(grants, 1, 'a closed lane is not asked for again');
  await loop.clock.advance(200);
  assert.equal(loop.started, ['b', 'a']);
  await loop.end();
});

test('a fault of one item is no fault of the loop: it is looked at again later', async () => {
  let calls = 0;
  const loop = setUp({
    run: async () => {
      calls++;
      if (calls === 1) throw new Error('defect');
      return { retryAfterMs: 3_600_000, why: 'later' };
    },
  });
  loop.due('item', 'lane');
  await loop.clock.advance(500);
  assert.is(calls, 1);
  await loop.clock.advance(1_500);
  assert.is(calls, 2);
  await loop.end();
});

test('an item that fails again and again is tried ever more seldom, and afresh once it went well', async () => {
  let tries = 0;
  let broken = true;
  const { due, clock, end } = setUp({
    run: async () => {
      tries++;
      if (broken) throw new Error('its blob is missing');
      return { retryAfterMs: 1_000, why: 'later' };
    },
  });
  due('a', 'lane');
  await clock.advance(10);
  assert.is(tries, 1);
  const triesIn = async (seconds: number) => {
    const before = tries;
    for (let n = 0; n < seconds; n++) await clock.advance(1_000);
    return tries - before;
  };
  const early = await triesIn(10);
  assert.ok(early >= 2 && early <= 4, `${early} tries in the first ten seconds`);
  await triesIn(120);
  const late = await triesIn(180);
  assert.ok(late >= 2 && late <= 4, `${late} tries in three minutes`);
  broken = false;
  await triesIn(60);
  broken = true;
  assert.ok((await triesIn(10)) >= 2, 'tried soon again');
  await end();
});

test('work of partitions that are not held is left alone', async () => {
  const loop = setUp();
  loop.due('other', 'lane', 0, 1);
  await loop.clock.advance(2_000);
  assert.equal(loop.started, []);
  await loop.end();
});

test('of a partition that is lost nothing is tried again, and with the partition it comes back', async () => {
  const clock = manualClock();
  const runs: string[] = [];
  let end = () => {};
  const loop = runningLoop(clock, {
    run(key) {
      runs.push(key);
      return new Promise((resolve) => {
        end = () => resolve({ retryAfterMs: 500, why: 'later' });
      });
    },
  });
  loop.due('one', 'lane', 0);
  await clock.advance(10);
  loop.held.delete(0);
  await clock.advance(1_000);
  end();
  await clock.advance(5_000);
  assert.equal(runs, ['one'], 'tried for the other process, too');
  loop.held.add(0);
  await clock.advance(2_000);
  assert.equal(runs, ['one', 'one']);
  end();
  await loop.end();
});

test('a lane whose items fail stops no other lane, and its later items have their turn', async () => {
  const failed = new Set<string>();
  const done: string[] = [];
  const loop = setUp({
    maxInFlight: 64,
    maxInFlightPerLane: 64,
    run: async (key) => {
      if (key.startsWith('bad')) {
        failed.add(key);
        throw new Error('its blob is missing');
      }
      done.push(key);
      loop.fold(key, 9);
      return { position: position(9) };
    },
  });
  for (let n = 0; n < 2_000; n++) loop.due(`bad${String(n).padStart(4, '0')}`, 'a');
  for (let n = 0; n < 10; n++) loop.due(`good${n}`, 'a', 1);
  for (let second = 0; second < 60; second++) await loop.clock.advance(1_000);
  loop.due('other', 'b');
  await loop.clock.advance(1_000);
  assert.equal(done.includes('other'), true, 'the other lane goes on');
  for (let minute = 0; minute < 30 && failed.size < 2_000; minute++) await loop.clock.advance(60_000);
  assert.is(failed.size, 2_000, 'every item of the lane is tried');
  await loop.clock.advance(120_000);
  assert.is(done.length, 11, 'those after the failing ones too');
  await loop.end();
});

test('a look costs no more the more is held', async () => {
  let read = 0;
  const loop = setUp({
    maxInFlight: 64,
    maxInFlightPerLane: 64,
    // The index never passes the outcomes: they are held.
    run: async () => ({ position: position(9) }),
  });
  const { page } = loop.table;
  loop.table.page = async (query) => {
    const found = await page(query);
    read += found.length;
    return found;
  };
  for (let n = 0; n < 400; n++) loop.due(`a${String(n).padStart(3, '0')}`, 'a');
  await loop.clock.advance(2_000);
  read = 0;
  await loop.clock.advance(10_000);
  // Held items are skipped once a second or less; a sweep reads some lanes a second.
  assert.ok(read <= 10 * (400 + 128), `${read} items read in ten seconds`);
  await loop.end();
});

test('what was granted and not used is given back, and the lane is asked for again at once', async () => {
  const pace = countedPace(10);
  const limits = { perSecond: 1, perDay: 1 };
  const sent: string[] = [];
  const loop = setUp({
    maxInFlight: 8,
    maxInFlightPerLane: 8,
    admit: (lane, wanted) => pace.take(lane, limits, wanted),
    refund: (lane, window, unused) => pace.refund(lane, window, unused),
    run: async (key, _document, _signal, permit) => {
      loop.fold(key, 9);
      if (key.startsWith('bad')) throw new Error('defect');
      if (key.startsWith('send')) {
        sent.push(key);
        permit.use();
      }
      return { position: position(9) };
    },
  });
  for (let n = 0; n < 360; n++) loop.due(`${n % 10 === 0 ? 'bad' : 'done'}${n}`, 'lane');
  await pass(loop.clock, 5_000);
  assert.is(pace.left, 10, 'nothing was sent, nothing is used up');
  for (let n = 0; n < 4; n++) loop.due(`send${n}`, 'lane', 1);
  await pass(loop.clock, 5_000);
  assert.is(sent.length, 4);
  assert.is(pace.left, 6);
  await loop.end();
});

test('a grant that an item gives back before its end is given back once, and not used any more', async () => {
  const pace = countedPace(10);
  const left: number[] = [];
  const loop = setUp({
    admit: (lane, wanted) => pace.take(lane, { perSecond: 1, perDay: 1 }, wanted),
    refund: (lane, window, unused) => pace.refund(lane, window, unused),
    run: async (key, _document, _signal, permit) => {
      left.push(pace.left);
      await permit.refund();
      left.push(pace.left);
      permit.use();
      loop.fold(key, 9);
      return { position: position(9) };
    },
  });
  loop.due('item', 'lane');
  await pass(loop.clock, 2_000);
  assert.equal([...left, pace.left], [9, 10, 10]);
  await loop.end();
});

test('a grant that was given back opens its lane long before the time that the pace has said', async () => {
  let run = 0;
  const loop = setUp({
    admit: async (_, wanted) => ({ granted: Math.min(1, wanted), retryAfterMs: 10_000, window: WINDOW }),
    refund: async () => {},
    run: async (key) => {
      run++;
      loop.fold(key, 9);
      return { position: position(9) };
    },
  });
  for (let n = 0; n < 8; n++) loop.due(`item${n}`, 'lane');
  await pass(loop.clock, 2_000);
  assert.is(run, 8);
  await loop.end();
});

test('a grant that cannot be given back stops nothing, and opens no lane', async () => {
  let asked = 0;
  let run = 0;
  const loop = setUp({
    admit: async (_, wanted) => {
      asked++;
      return { granted: Math.min(1, wanted), retryAfterMs: 10_000, window: WINDOW };
    },
    refund: async () => {
      throw new Error('the pace is away');
    },
    run: async (key) => {
      run++;
      loop.fold(key, 9);
      return { position: position(9) };
    },
  });
  for (let n = 0; n < 8; n++) loop.due(`item${n}`, 'lane');
  await pass(loop.clock, 21_000);
  assert.is(run, 3, 'one at once, and one each time that the lane was closed for');
  assert.ok(asked <= 6, `asked ${asked} times`);
  await loop.end();
});

test('a grant is not lost when the next question of the same look fails', async () => {
  const pace = countedPace(0);
  const limits = { perSecond: 1, perDay: 1 };
  const [failing, sent]: [number[], string[]] = [[], []];
  const loop = setUp({
    maxInFlightPerLane: 4,
    admit: async (lane, wanted) => {
      if (wanted > 1 && pace.left > 0) {
        failing.push(wanted);
        throw new Error('the pace is away');
      }
      return pace.take(lane, limits, wanted);
    },
    refund: (lane, window, unused) => pace.refund(lane, window, unused),
    run: async (key, _document, _signal, permit) => {
      loop.fold(key, 9);
      sent.push(key);
      permit.use();
      return { position: position(9) };
    },
  });
  for (let n = 0; n < 4; n++) loop.due(`item${n}`, 'lane');
  await pass(loop.clock, 500);
  assert.is(sent.length, 0, 'the lane has no grant');
  pace.left = 2;
  await pass(loop.clock, 5_000);
  assert.ok(failing.length > 0);
  assert.is(sent.length + pace.left, 2, `${sent.length} sent, ${pace.left} granted no more`);
  await loop.end();
});

test('an item is tried again when its pause is over, and not only when a sweep finds it', async () => {
  const ranAtMs: number[] = [];
  const loop = setUp({
    run: async () => {
      ranAtMs.push(loop.clock.monotonicMs());
      return { retryAfterMs: 240, why: 'later' };
    },
  });
  loop.due('item', 'lane');
  await pass(loop.clock, 3_000);
  assert.ok(ranAtMs.length >= 10, `run ${ranAtMs.length} times in three seconds`);
  await loop.end();
});

/** In small steps: a loop with much to do takes more turns than one step waits for. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) await clock.advance(20);
}

for (const [name, stepMs] of [
  ['an hour', 3_600_000],
  ['a day', 86_400_000],
] as const) {
  test(`retries and closed lanes outlast a step of the clock by ${name}, due times follow it`, async () => {
    for (const direction of [-1, 1]) {
      const clock = manualClock();
      const startMs = clock.nowMs();
      let runs = 0;
      let asked = 0;
      const loop = setUp(
        {
          admit: async (lane) => {
            if (lane !== 'shut') return { granted: 1, retryAfterMs: 0, window: WINDOW };
            asked++;
            return { granted: 0, retryAfterMs: 10_000, window: WINDOW };
          },
          run: async () => {
            runs++;
            return { retryAfterMs: 10_000, why: 'later' };
          },
        },
        clock,
      );
      loop.due('item', 'open', startMs - 2 * 86_400_000);
      loop.due('other', 'shut', startMs - 2 * 86_400_000);
      await clock.advance(1_000);
      clock.step(startMs + direction * stepMs);
      await clock.advance(8_000);
      assert.equal([runs, asked], [1, 1], `not before their time: ${direction}`);
      await clock.advance(2_000);
      assert.equal([runs, asked], [2, 2], `and not after it: ${direction}`);
      loop.due('later', 'open', clock.nowMs() + 2 * stepMs);
      await clock.advance(1_500);
      assert.is(runs, 2);
      clock.step(clock.nowMs() + 2 * stepMs);
      await clock.advance(1_500);
      assert.is(runs, 3, 'a due time is a date');
      await loop.end();
    }
  });
}

test('a gauge has for how long the oldest due item has waited, and zero once it is done', async () => {
  const clock = manualClock(0);
  const gauges = new Map<string, number>();
  const metrics = {
    ...noMetrics,
    gauge: (name: string, value: number, labels = {}) =>
      void gauges.set(`${name} ${JSON.stringify(labels)}`, value),
  };
  const oldest = () => gauges.get('postledger_worker_oldest_due_seconds {"worker":"test"}');
  let isAllowed = false;
  const run: Worker['run'] = async (key) => {
    if (!isAllowed) return { retryAfterMs: 500, why: 'later' };
    loop.table.fold(key, position(2), null);
    return { position: position(2) };
  };
  const loop = runningLoop(clock, { run }, undefined, undefined, metrics);
  await clock.advance(2_000);
  assert.is(oldest(), 0);
  loop.due('later', 'lane', clock.nowMs() + 600_000);
  await clock.advance(2_000);
  assert.is(oldest(), 0, 'it is not due yet');
  loop.due('now', 'lane', clock.nowMs());
  await clock.advance(60_000);
  const seconds = oldest() ?? 0;
  assert.ok(seconds > 58 && seconds <= 60, `${seconds} s`);
  isAllowed = true;
  await clock.advance(5_000);
  assert.is(oldest(), 0);
  await loop.end();
});

test.run();
