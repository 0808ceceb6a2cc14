import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Stored } from '../../src/ports/documents.ts';
import type { WorkDocument } from '../../src/ports/workDocument.ts';
import { shareWaits, whyItWaits } from '../../src/work/whyItWaits.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryLeases } from '../support/memoryLeases.ts';
import { memoryReports } from '../support/memoryReports.ts';
import { quietLog } from '../support/quietLog.ts';
import { runningLoop } from './runningLoop.ts';
import { positionOf } from './workTable.ts';

const test = suite('why it waits');
const WINDOW = { slot: 0, day: null };
const SUSPENDED = 'the workspace is suspended';

/** A loop whose lane `shut` is granted nothing, and whose item `later` is put off; what it says is shared. */
async function bench() {
  const clock = manualClock();
  const shared = { reports: memoryReports(), leases: memoryLeases(), clock };
  const stop = new AbortController();
  const loop = runningLoop(clock, {
    maxInFlightPerLane: 1,
    admit: async (lane, wanted) =>
      lane === 'shut'
        ? { granted: 0, retryAfterMs: 5_000, window: WINDOW, why: SUSPENDED }
        : { granted: wanted, retryAfterMs: 0, window: WINDOW },
    run: (key) =>
      key === 'long'
        ? new Promise(() => {})
        : Promise.resolve({ retryAfterMs: 9_000, why: 'no connection is free' }),
  });
  const sharing = shareWaits({ ...shared, log: quietLog }, loop.waits, stop.signal);
  const index = new Map<string, Stored<WorkDocument>>();
  const ask = (key: string) =>
    whyItWaits({ test: { get: async (one) => index.get(one) ?? null } }, shared, key);
  return {
    ...{ clock, ask },
    due(key: string, lane: string, dueAtMs: number) {
      index.set(key, { key, position: positionOf(1), document: { partition: 0, lane, dueAtMs } });
      loop.due(key, lane, dueAtMs);
    },
    ended: (key: string) => index.delete(key),
    async stop() {
      stop.abort();
      await sharing;
    },
  };
}

test('an item says why it waits: its date, its lane, its own last run, or those before it', async () => {
  const { clock, due, ask, stop } = await bench();
  due('mail', 'shut', 0);
  due('later', 'open', 0);
  due('tomorrow', 'open', clock.nowMs() + 86_400_000);
  due('long', 'full', 0);
  due('behind', 'full', 1);
  await clock.advance(2_000);
  const why = async (key: string) => (await ask(key)).map(({ worker, why: words }) => `${worker}: ${words}`);
  assert.equal(await why('mail'), [`test: ${SUSPENDED}`]);
  assert.equal(await why('later'), ['test: no connection is free']);
  assert.equal(await why('tomorrow'), ['test: its date has not come']);
  assert.equal(await why('behind'), ['test: 1 others before it are in hand, as many as may be at once']);
  assert.equal(await why('unknown'), []);
  const [{ untilMs } = { untilMs: 0 }] = await ask('mail');
  assert.ok(untilMs !== null && untilMs > clock.nowMs() && untilMs <= clock.nowMs() + 5_000);
  await stop();
});

test('a lane whose time comes while another is asked for its grant is read at once, also where someone asks meanwhile why it waits', async () => {
  const clock = manualClock();
  const asked: string[] = [];
  const loop = runningLoop(clock, {
    async admit(lane) {
      asked.push(lane);
      if (lane === 'slow') await clock.sleep(400);
      return { granted: 0, retryAfterMs: lane === 'slow' ? 5_000 : 300, window: WINDOW };
    },
    run: async () => ({ retryAfterMs: 9_000, why: 'nothing is granted' }),
  });
  loop.due('first', 'paced', 0);
  await clock.advance(10);
  loop.due('second', 'slow', 0);
  await clock.advance(350);
  assert.equal(
    [...loop.waits.all()].map(({ lane }) => lane),
    ['paced'],
  );
  await clock.advance(100);
  assert.equal(asked, ['paced', 'slow', 'paced']);
  await loop.end();
});

test('what has ended waits no more, and without a process that works, that is said', async () => {
  const { clock, due, ended, ask, stop } = await bench();
  due('mail', 'shut', 0);
  await clock.advance(2_000);
  await stop();
  assert.equal((await ask('mail'))[0]?.why, 'no process that does this work is running');
  ended('mail');
  assert.equal(await ask('mail'), []);
});

test('what is shared changes with what waits, and is not written again while it does not', async () => {
  const clock = manualClock();
  const reports = memoryReports();
  let puts = 0;
  const counting = {
    ...reports,
    put(name: string, text: string) {
      puts++;
      return reports.put(name, text);
    },
  };
  const stop = new AbortController();
  let all: { worker: string; lane: string; why: string; untilMs: number }[] = [];
  const waits = { add: () => {}, all: () => all };
  const sharing = shareWaits(
    { reports: counting, leases: memoryLeases(), clock, log: quietLog },
    waits,
    stop.signal,
  );
  await clock.advance(20_000);
  assert.is(puts, 1);
  all = [{ worker: 'email', lane: 'w/first', why: SUSPENDED, untilMs: 1 }];
  await clock.advance(2_000);
  assert.is(puts, 2);
  assert.match([...(await reports.all()).values()][0] ?? '', SUSPENDED);
  // Redis may be emptied: it is written again after a while.
  await clock.advance(32_000);
  await clock.advance(2_000);
  assert.is(puts, 3);
  stop.abort();
  await sharing;
});

test.run();
