import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdingLeases } from '../../src/cli/holdingLeases.ts';
import type { Lease, Leases } from '../../src/ports/lease.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';

const test = suite('commands that hold leases');
const refusal = (name: string) => `${name} is not free`;

/** Leases of which some are another's, until the test frees them. */
function someLeases(...taken: string[]) {
  const others = new Set(taken);
  const held: string[] = [];
  const acquire: Leases['acquire'] = async (name) => {
    if (others.has(name)) return null;
    held.push(name);
    const lease: Pick<Lease, 'name' | 'lost' | 'release'> = {
      name,
      lost: new AbortController().signal,
      release: async () => void held.splice(held.indexOf(name), 1),
    };
    return lease as Lease;
  };
  return { leases: { acquire } as Leases, others, held };
}

test('holds all of them while the action runs, and none afterwards, also where it fails', async () => {
  const { leases, held } = someLeases();
  const wanted = { names: ['a', 'b'], patienceMs: 0, refusal };
  const during = await holdingLeases(
    { leases, store: memoryEventStore(), clock: manualClock() },
    wanted,
    async () => [...held],
  );
  assert.equal([during, held], [['a', 'b'], []]);
  const failing = holdingLeases(
    { leases, store: memoryEventStore(), clock: manualClock() },
    wanted,
    async () => {
      throw new Error('a defect');
    },
  );
  assert.match(await failing.catch(({ message }) => message), 'a defect');
  assert.equal(held, []);
});

test('waits for one that is not free, and takes it as soon as it is', async () => {
  const clock = manualClock();
  const { leases, others, held } = someLeases('b');
  const running = holdingLeases(
    { leases, store: memoryEventStore(), clock },
    { names: ['a', 'b'], patienceMs: 20_000, refusal },
    async () => [...held],
  );
  await clock.advance(19_000);
  assert.equal(held, ['a']);
  others.delete('b');
  await clock.advance(200);
  assert.equal(await running, ['a', 'b']);
});

test('gives up after its patience, by time that passes and not by the date, and gives back what it has', async () => {
  const clock = manualClock();
  const { leases, held } = someLeases('b');
  let refused = '';
  void holdingLeases(
    { leases, store: memoryEventStore(), clock },
    { names: ['a', 'b'], patienceMs: 20_000, refusal },
    async () => {},
  ).catch(({ message }) => {
    refused = message;
  });
  await clock.advance(10_000);
  clock.step(clock.nowMs() - 86_400_000);
  await clock.advance(9_000);
  clock.step(clock.nowMs() + 2 * 86_400_000);
  await clock.advance(900);
  assert.is(refused, '', 'a date that comes sooner or later changes nothing');
  await clock.advance(300);
  assert.is(refused, 'b is not free');
  assert.equal(held, []);
});

test.run();
