import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdPartitions } from '../../src/follow/partitions.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';
import { consumerFixture, recorder } from './runningConsumer.ts';

const test = suite('waiting for a change of partitions');
const HOUR_MS = 3_600_000;

test('who listens is called when a partition is taken or lost, until it listens no more', async () => {
  const clock = manualClock();
  const lost = new AbortController();
  const leases = {
    acquire: async (name: string) => ({ name, lost: lost.signal, release: async () => {} }),
    isHeld: async () => false,
    close: async () => {},
  };
  const hints = { publish() {}, subscribe: () => () => {}, close: async () => {} };
  const stop = new AbortController();
  const options = { role: 'sender', partitions: 1, member: 'm' };
  const held = holdPartitions(options, { leases, hints, clock, log: quietLog }, stop.signal);
  const seen: number[][] = [];
  const left: number[][] = [];
  held.onChanged(() => seen.push([...held.current()]));
  const leave = held.onChanged(() => left.push([...held.current()]));
  await clock.advance(1_000);
  assert.equal([seen, left], [[[0]], [[0]]]);
  leave();
  lost.abort();
  assert.equal(seen[1], []);
  assert.is(left.length, 1);
  stop.abort();
  await clock.advance(10_000);
});

test('an idle consumer sets no timer; when others append, its checkpoint follows within a second', async () => {
  const { clock, add, run } = consumerFixture();
  const { seen, consumer } = recorder();
  const { checkpoints, stop } = await run(consumer, () => new Set([0]), 1, false);
  await add(1);
  await clock.advance(10_000);
  assert.is(seen.length, 1);
  const before = await checkpoints.lowest('recorder');
  const idle = clock.sleepers;
  await clock.advance(HOUR_MS);
  assert.is(clock.sleepers, idle);
  await add(3, 'Other');
  await clock.advance(12_000);
  assert.ok(
    (await checkpoints.lowest('recorder')) > before,
    'the checkpoint stays at the last event of its own',
  );
  assert.is(seen.length, 1);
  await stop();
});

test.run();
