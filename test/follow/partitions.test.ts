import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type HeldPartitions, wholeRole } from '../../src/follow/partitions.ts';
import { changedLeases, cluster } from './partitionCluster.ts';

const test = suite('partitions under leases');

const sizes = (...all: HeldPartitions[]) => all.map((held) => held.current().size);
const everyPartitionOnce = (...all: HeldPartitions[]) =>
  all.flatMap((held) => [...held.current()]).sort((a, b) => a - b);
const sixteen = Array.from({ length: 16 }, (_, at) => at);

test('one process holds everything', async () => {
  const { clock, join } = cluster();
  const a = join('a');
  await clock.advance(10);
  assert.equal(sizes(a.held), [16]);
  await a.leave();
  assert.equal(sizes(a.held), [0]);
});

test('a newcomer has its share within ten seconds, and no partition has two holders', async () => {
  const { clock, join } = cluster();
  const a = join('a');
  await clock.advance(1_000);
  const b = join('b');
  await clock.advance(9_000);
  assert.equal(sizes(a.held, b.held), [8, 8]);
  assert.equal(everyPartitionOnce(a.held, b.held), sixteen);
  const c = join('c');
  await clock.advance(9_000);
  assert.ok(sizes(a.held, b.held, c.held).every((size) => size >= 4 && size <= 6));
  assert.equal(everyPartitionOnce(a.held, b.held, c.held), sixteen);
  await Promise.all([a.leave(), b.leave(), c.leave()]);
});

test('what a killed process held is taken over within ten seconds', async () => {
  const { clock, join } = cluster();
  const a = join('a');
  const b = join('b');
  await clock.advance(10_000);
  b.kill();
  await clock.advance(10_000);
  assert.equal(everyPartitionOnce(a.held), sixteen);
  await a.leave();
});

test('what a process leaves in order is taken over at its next beat', async () => {
  const { clock, join } = cluster();
  const a = join('a');
  const b = join('b');
  await clock.advance(10_000);
  await b.leave();
  await clock.advance(2_000);
  assert.equal(everyPartitionOnce(a.held), sixteen);
  await a.leave();
});

test('the lease of a partition that is given up is held while something of it is under way, for fifteen seconds at most', async () => {
  const { clock, join } = cluster();
  const left: number[] = [];
  const gates: (() => void)[] = [];
  const a = join('a', {
    drained: (partition) => {
      left.push(partition);
      return new Promise<void>((resolve) => gates.push(resolve));
    },
  });
  await clock.advance(1_000);
  const b = join('b');
  await clock.advance(9_000);
  assert.is(left.length, 8);
  assert.equal(sizes(a.held, b.held), [8, 0]);
  for (const open of gates.splice(0, 3)) open();
  await clock.advance(2_000);
  assert.equal(sizes(a.held, b.held), [8, 3]);
  await clock.advance(8_000);
  assert.equal(sizes(a.held, b.held), [8, 8]);
  assert.equal(everyPartitionOnce(a.held, b.held), sixteen);
  const leaving = a.leave();
  await clock.advance(1_500);
  for (const open of gates) open();
  await leaving;
  await b.leave();
});

test('while a process holds the whole role no other holds a partition of it', async () => {
  const { clock, join, leasesOf } = cluster();
  const [a, b] = [join('a'), join('b')];
  await clock.advance(10_000);
  const whole = await leasesOf({}).acquire(wholeRole('sender'), 10_000);
  await clock.advance(2_000);
  assert.equal(sizes(a.held, b.held), [0, 0]);
  await clock.advance(20_000);
  assert.equal(sizes(a.held, b.held), [0, 0]);
  await whole?.release();
  await clock.advance(2_000);
  assert.equal(everyPartitionOnce(a.held, b.held), sixteen);
  await Promise.all([a.leave(), b.leave()]);
});

test('a loss that is reported late takes nothing from the lease that was acquired after it', async () => {
  const { clock, join, leasesOf } = cluster();
  const late: AbortController[] = [];
  let isLate = true;
  const a = join('a', {
    faulty: changedLeases((lease) => {
      if (!isLate) return lease;
      const lost = new AbortController();
      late.push(lost);
      return { ...lease, lost: lost.signal };
    }),
  });
  await clock.advance(1_000);
  const whole = await leasesOf({}).acquire(wholeRole('sender'), 10_000);
  await clock.advance(2_000);
  assert.equal(sizes(a.held), [0]);
  isLate = false;
  await whole?.release();
  await clock.advance(2_000);
  assert.is(late.length, 16);
  const sinceMs = a.held.sinceMs(0);
  for (const lost of late) lost.abort();
  assert.equal(sizes(a.held), [16], 'the new leases are held');
  assert.is(a.held.sinceMs(0), sinceMs);
  await a.leave();
});

test('a lease that is lost before it is handed over is not held', async () => {
  const { clock, join, table } = cluster();
  let losses = 3;
  const a = join('a', {
    faulty: changedLeases((lease) => {
      if (losses-- > 0) table.lose(lease.name);
      return lease;
    }),
  });
  await clock.advance(10);
  assert.equal(sizes(a.held), [13], 'three of them were lost');
  assert.is(table.names().length, 13);
  await clock.advance(2_000);
  assert.equal(sizes(a.held), [16], 'those are acquired again at the next beat');
  await a.leave();
});

test('a release waits for what is still under way, for fifteen seconds at most', async () => {
  const { clock, join, table } = cluster();
  const gates: (() => void)[] = [];
  const a = join('a', { drained: () => new Promise<void>((resolve) => gates.push(resolve)) });
  await clock.advance(1_000);
  const b = join('b');
  let isReleased = false;
  const released = a.leave().then(() => {
    isReleased = true;
  });
  await clock.advance(1_000);
  assert.is(isReleased, false, 'nothing is drained yet');
  assert.equal(sizes(a.held, b.held), [0, 0], 'the leases are still held');
  for (const open of gates.splice(0, 15)) open();
  await clock.advance(10);
  assert.is(isReleased, false, 'one partition is not drained yet');
  assert.is(table.names().length, 1);
  await clock.advance(15_000);
  assert.is(isReleased, true);
  await released;
  assert.equal(everyPartitionOnce(b.held), sixteen);
  await b.leave();
  assert.equal([table.names(), clock.sleepers], [[], 0]);
});

test.run();
