import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_TAKEN, type EndSlot, MAX_IN_FLIGHT, type SpeedClass } from '../../src/work/slots.ts';
import { someSlots } from './readyItem.ts';

const test = suite('slots');

type Some = ReturnType<typeof someSlots>;

/** Owners with an even number have first attempts, the others retries. */
const laneOf = (owner: string) =>
  `${owner}/${Number(owner.replace(/\D/g, '')) % 2 === 0 ? 'first' : 'retry'}`;
/** Takes a slot, and is in flight from then on; null when the owner may not have one. */
function take({ slots, flies }: Some, owner: string, lane = laneOf(owner)): EndSlot | null {
  if (slots.admit(owner, lane) !== null) return null;
  const end = slots.take(owner, `group of ${owner}`, lane);
  flies(1);
  return end;
}
function takeAll(some: Some, owner: string, lane = laneOf(owner)): EndSlot[] {
  const all: EndSlot[] = [];
  for (let end = take(some, owner, lane); end !== null; end = take(some, owner, lane)) all.push(end);
  return all;
}
const names = (count: number) => Array.from({ length: count }, (_, n) => `e${n}`);
const sum = (counts: readonly number[]) => counts.reduce((before, next) => before + next, 0);
/** So many owners of a class. */
function ownersOf(some: Some, count: number, speedClass: SpeedClass): readonly string[] {
  for (const name of names(count)) some.is(name, speedClass);
  return names(count);
}

test('eight an owner, and the last eighth is for fast owners that have used little', () => {
  let nowMs = 0;
  const some = someSlots({}, { monotonicMs: () => nowMs });
  const taken = ownersOf(some, 28, 'fast').map((name) => takeAll(some, name));
  assert.ok(taken.every((ends) => ends.length === 8));
  assert.is(some.inFlight(), (MAX_IN_FLIGHT * 7) / 8);
  nowMs = 50;
  for (const end of taken[0] ?? []) end();
  // What it has begun is still in flight.
  assert.equal(some.slots.admit('e0', laneOf('e0')), { why: ALL_TAKEN, isOwn: false });
  assert.equal(some.slots.admit('new', laneOf('new')), { why: ALL_TAKEN, isOwn: false });
  const light = Array.from({ length: 10 }, (_, n) => `light${n}`);
  for (const name of light) some.is(name, 'fast');
  assert.ok(
    light.every((name) => takeAll(some, name).length > 0),
    'each has one',
  );
  assert.ok(some.inFlight() <= MAX_IN_FLIGHT);
});

test('a silent owner has one until it answers, and its slot is free before its item has ended', () => {
  const some = someSlots();
  some.is('e', 'silent');
  const [probe, ...others] = takeAll(some, 'e');
  assert.equal(others, []);
  assert.is(some.slots.probes, 1);
  assert.equal(some.slots.admit('e', laneOf('e')), { why: 'silent', isOwn: true });
  some.is('e', 'fast');
  probe?.();
  assert.is(some.slots.probes, 0);
  assert.is(takeAll(some, 'e').length, 8);
  // The outcome of the probe is still on its way to the log.
  assert.is(some.inFlight(), 9);
});

for (const [speedClass, most] of [
  ['unknown', 1],
  ['slow', 8],
] as const)
  test(`an owner that is ${speedClass} has ${most} at once`, () => {
    const some = someSlots();
    some.is('e', speedClass);
    assert.is(takeAll(some, 'e').length, most);
    assert.equal(some.slots.admit('e', laneOf('e')), { why: speedClass, isOwn: true });
  });

for (const [speedClass, most] of [
  ['unknown', 192],
  ['slow', 128],
  ['silent', 128],
] as const)
  test(`however many owners are ${speedClass}, they use ${most} slots and leave room to others`, () => {
    const some = someSlots();
    assert.is(sum(ownersOf(some, 400, speedClass).map((name) => takeAll(some, name).length)), most);
    assert.equal(some.slots.admit('e399', laneOf('e399')), { why: ALL_TAKEN, isOwn: false });
    assert.not.ok(some.slots.hasRoom(speedClass));
    some.is('fast', 'fast');
    assert.is(takeAll(some, 'fast').length, 8);
    assert.is(take(some, 'new') === null, speedClass === 'unknown');
  });

test('while slow owners have many, each has one before any has a second', () => {
  const some = someSlots();
  const counts = ownersOf(some, 50, 'slow').map((name) => takeAll(some, name).length);
  assert.equal(counts, [...names(8).map(() => 8), ...names(42).map(() => 1)]);
  assert.equal(some.slots.admit('e49', laneOf('e49')), { why: 'slow', isOwn: false });
});

test('slow, silent and unknown owners together leave a quarter to fast ones', () => {
  const some = someSlots();
  names(400).forEach((name, n) => {
    some.is(name, (['slow', 'silent', 'unknown'] as const)[n % 3] ?? 'slow');
  });
  assert.is(sum(names(400).map((name) => takeAll(some, name).length)), 192);
});

for (const [speedClass, most] of [
  ['unknown', 160],
  ['slow', 107],
  ['silent', 107],
] as const)
  for (const [kind, other] of [
    ['first', 'retry'],
    ['retry', 'first'],
  ] as const)
    test(`of owners that are ${speedClass} those with a ${kind} leave room to those with a ${other}`, () => {
      const some = someSlots();
      const counts = ownersOf(some, 400, speedClass).map(
        (name) => takeAll(some, name, `${name}/${kind}`).length,
      );
      assert.is(sum(counts), most);
      assert.equal(some.slots.admit('e399', `e399/${kind}`), { why: ALL_TAKEN, isOwn: false });
      assert.is(some.slots.admit('e399', `e399/${other}`), null);
    });

test('owners and groups are charged what is expected, and then what it took', () => {
  let nowMs = 0;
  const some = someSlots({}, { monotonicMs: () => nowMs });
  const { owners, groups } = some.slots.usage;
  some.is('e', 'fast');
  const end = take(some, 'e');
  assert.equal([owners.of('e'), groups.of('group of e')], [50, 50]);
  nowMs = 10;
  end?.();
  for (const used of [owners.of('e'), groups.of('group of e')])
    assert.ok(used > 9 && used < 11, String(used));
});

test.run();
