import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workHints } from '../../src/work/workHints.ts';
import { workLanes } from '../../src/work/workLanes.ts';
import { manualClock } from '../support/manualClock.ts';

const test = suite('what a loop learns between its looks');

test('each lane once, with the time of its first item, and whether one waits for no date; of what was removed nothing', () => {
  const hints = workHints(manualClock().sleep);
  const item = (lane: string, dueAtMs: number, isAtOnce = false) => ({
    document: { partition: 1, lane, dueAtMs, isAtOnce },
  });
  hints.wrote([item('one', 30, true), item('two', 40), item('one', 20), { document: null }]);
  assert.equal(hints.take().lanes, [
    { partition: 1, lane: 'one', dueAtMs: 20, isAtOnce: true },
    { partition: 1, lane: 'two', dueAtMs: 40, isAtOnce: false },
  ]);
  hints.wrote([{ document: null }]);
  assert.equal(hints.take().lanes, []);
});

test('waits for the next look, and no longer than that', async () => {
  const clock = manualClock();
  const news = workHints(clock.sleep);
  const lane = { partition: 0, lane: 'one', dueAtMs: 1, isAtOnce: false };
  news.wrote([{ document: lane }]);
  news.opened('owner');
  news.opened('owner');
  await news.wait(60_000, new AbortController().signal);
  assert.equal(news.take(), { lanes: [lane], items: [], owners: ['owner'] });
  assert.equal(news.take(), { lanes: [], items: [], owners: [] });
  for (let n = 0; n < 200_000; n++) news.wrote([{ document: { ...lane, lane: `${n}` } }]);
  assert.is(news.take().lanes.length, 100_000, 'the sweep finds what there is no room for');
});

test('that nothing is handed over wakes no one', async () => {
  const clock = manualClock();
  const news = workHints(clock.sleep);
  let wakes = 0;
  void news.wait(60_000, new AbortController().signal).then(() => {
    wakes += 1;
  });
  news.handOver([]);
  await clock.advance(0);
  assert.is(wakes, 0);
  news.handOver([{ key: 'new', document: { partition: 0, lane: 'one', dueAtMs: 1 } }]);
  await clock.advance(0);
  assert.is(wakes, 1);
});

test('of more owners than are remembered none is left closed: all are opened', async () => {
  const clock = manualClock();
  const news = workHints(clock.sleep);
  const lanes = workLanes(clock, (lane) => lane);
  const last = { partition: 0, lane: 'owner 10000' };
  lanes.close(last, 72 * 3_600_000, 0, 'off');
  for (let n = 0; n <= 10_000; n++) news.opened(`owner ${n}`);
  lanes.openAllOf(news.take().owners);
  assert.ok(lanes.isOpen(last));
  news.opened('owner');
  assert.equal(news.take().owners, ['owner'], 'the next look remembers each again');
});

test.run();
