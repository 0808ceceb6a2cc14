import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Clock } from '../../src/ports/clock.ts';
import type { Hints } from '../../src/ports/hints.ts';
import type { Leases } from '../../src/ports/lease.ts';
import { type HeldPartitions, holdPartitions, wholeRole } from '../../src/runtime/partitions.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('partitions under leases');

/** Leases in a map: renewed while the holder lives, lapsed `ttlMs` after it was killed. */
function leaseTable(clock: Clock) {
  const table = new Map<string, { owner: object; diesAtMs: number }>();
  const dead = new Map<object, number>();
  const leasesOf = (owner: object): Leases => ({
    async acquire(name, ttlMs) {
      const taken = table.get(name);
      const diedAtMs = taken === undefined ? undefined : dead.get(taken.owner);
      const lapsed = diedAtMs !== undefined && clock.nowMs() >= diedAtMs + ttlMs;
      if (taken !== undefined && !lapsed) return null;
      table.set(name, { owner, diesAtMs: 0 });
      const lost = new AbortController();
      return {
        name,
        lost: lost.signal,
        release: async () => {
          if (table.get(name)?.owner === owner) table.delete(name);
          lost.abort();
        },
      };
    },
    isHeld: async (name) => table.has(name),
    close: async () => {},
  });
  return { leasesOf, kill: (owner: object) => dead.set(owner, clock.nowMs()) };
}

function signalBus(): Hints {
  const handlers = new Map<string, Set<(message: string) => void>>();
  return {
    publish: (channel, message) => handlers.get(channel)?.forEach((handler) => void handler(message)),
    subscribe(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      return () => set.delete(handler);
    },
    close: async () => {},
  };
}

function cluster() {
  const clock = manualClock();
  const table = leaseTable(clock);
  const hints = signalBus();
  return {
    clock,
    leasesOf: table.leasesOf,
    join(member: string, drained?: (partition: number) => Promise<void>) {
      const owner = {};
      const stop = new AbortController();
      const leases = table.leasesOf(owner);
      const held = holdPartitions(
        { role: 'sender', partitions: 16, member, ...(drained && { drained }) },
        { leases, hints, clock, log: quietLog },
        stop.signal,
      );
      return {
        held,
        async leave() {
          stop.abort();
          await held.release();
        },
        /** SIGKILL: no word, no release; the leases lapse. */
        kill() {
          table.kill(owner);
          stop.abort();
        },
      };
    },
  };
}

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

test('a partition that is given up keeps its lease while something of it is under way, for fifteen seconds at most', async () => {
  const { clock, join } = cluster();
  const left: number[] = [];
  const gates: (() => void)[] = [];
  const a = join('a', (partition) => {
    left.push(partition);
    return new Promise((resolve) => gates.push(resolve));
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

test('while somebody holds the whole role nobody holds a partition of it', async () => {
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

test.run();
