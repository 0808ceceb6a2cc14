import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import {
  type AheadBounds,
  type Entry,
  type OwnerQueues,
  ownerQueues,
} from '../../src/follow/policy/ownerQueues.ts';
import { heapInUse } from '../support/heapInUse.ts';
import { SEED } from '../support/testRun.ts';
import { eventOf, LEAST, pageOf, simulateQueues, turnOf } from './ownerQueuesModel.ts';

const test = suite('queues of the owners of a policy');

const eventsOf = (owner: string, from: number, to: number): readonly RecordedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, at) => eventOf(from + at, owner));
const positionsOf = (entries: readonly Entry[]) => entries.map(({ event }) => Number(event.position));
const everywhere = (_: RecordedEvent) => true;
/** Bounds by which the first owner has so many events in memory. */
const roomFor = (events: number) => ({ maxCharacters: 8 * events * LEAST });

function fixture(bounds: AheadBounds = {}) {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
  const queues = ownerQueues(turnOf, clock, bounds);
  /** Takes events as a batch, read after a position. */
  const take = (events: readonly RecordedEvent[], after: Position = BEGINNING) => {
    let before = after;
    for (const event of events) {
      queues.take(event, before);
      before = event.position;
    }
  };
  return { clock, queues, take };
}

/** Begins all that may begin. */
function begun(queues: OwnerQueues): readonly Entry[] {
  const entries: Entry[] = [];
  for (let entry = queues.next(); entry !== null; entry = queues.next()) entries.push(entry);
  return entries;
}

/** Does all that there is, and reads again whatever is wanted; returns what began, in order. */
function workedOff(queues: OwnerQueues, log: readonly RecordedEvent[], isHeld = everywhere) {
  const order: number[] = [];
  for (;;) {
    const entries = begun(queues);
    for (const entry of entries) queues.succeeded(entry);
    order.push(...positionsOf(entries));
    const after = queues.readAgainAfter();
    if (after === null) return order;
    queues.takeAgain(after, pageOf(log, after, 100), isHeld);
  }
}

test('a new event waits for those of its owner that are still in the log, though there is room again', () => {
  const { queues, take } = fixture(roomFor(4));
  const log = eventsOf('a', 1, 10);
  take(log.slice(0, 9));
  const early = begun(queues);
  assert.equal(positionsOf(early), [1, 2, 3, 4]);
  for (const entry of early) queues.succeeded(entry);
  take(log.slice(9));
  assert.is(queues.next(), null, 'events 5 to 9 come first');
  assert.equal(workedOff(queues, log), [5, 6, 7, 8, 9, 10]);
  assert.is(queues.unsafe(), null);
  take([eventOf(11, 'a')]);
  assert.ok(queues.next(), 'nothing is left in the log: the next event goes into memory');
});

test('another owner has room while events of the first are left in the log, and its turn after one of them', () => {
  const { queues, take } = fixture(roomFor(4));
  take([...eventsOf('a', 1, 9), eventOf(10, 'b')]);
  assert.equal([queues.size(), queues.ownersToRead()], [5 * LEAST, 1]);
  assert.equal(positionsOf(begun(queues)), [1, 10, 2, 3, 4]);
});

for (const owner of ['a', 'b'])
  test(`an event of ${owner} that a returning partition brings is not safe before it is done`, () => {
    const { queues, take } = fixture();
    const log = eventsOf('a', 1, 5);
    take(log);
    const entries = begun(queues);
    for (const entry of entries.slice(0, 4)) queues.succeeded(entry);
    assert.is(queues.unsafe()?.safe, log[3]?.position);
    const early = eventOf(2, owner);
    queues.take(early, eventOf(1, owner).position);
    const { safe, oldest } = queues.unsafe() ?? {};
    assert.is(safe, log[0]?.position);
    assert.is(oldest?.metadata, early.metadata);
    for (const entry of entries.slice(4)) queues.succeeded(entry);
    assert.is(queues.unsafe()?.safe, log[0]?.position);
    const order = workedOff(queues, log);
    assert.equal(order, owner === 'a' ? [2, 3, 4, 5] : [2]);
    assert.equal([queues.unsafe(), queues.size()], [null, 0]);
  });

test('an earlier event of an owner with something in memory makes all be read again from there, in order', () => {
  const { queues, take } = fixture();
  const log = eventsOf('a', 1, 6);
  const second = log.slice(1, 2);
  take(log.filter((event) => !second.includes(event)));
  const first = queues.next();
  const third = queues.next();
  if (first) queues.succeeded(first);
  take(second, log[0]?.position);
  assert.is(queues.next(), null);
  // The third is under way, and is made a second time: how that ends does not count.
  if (third) assert.is(queues.failed(third), null);
  assert.equal([queues.size(), queues.unsafe()?.safe], [0, log[0]?.position]);
  assert.equal(workedOff(queues, log), [2, 3, 4, 5, 6]);
  if (third) queues.succeeded(third);
  assert.equal([queues.unsafe(), queues.size()], [null, 0]);
});

test('what failed before such an event is read again too, and the pause goes on', () => {
  const { clock, queues, take } = fixture();
  const log = eventsOf('a', 1, 3);
  take(log.filter((_, at) => at !== 1));
  for (const entry of begun(queues)) queues.failed(entry);
  take(log.slice(1, 2), log[0]?.position);
  assert.is(queues.unsafe()?.safe, BEGINNING);
  assert.equal(workedOff(queues, log), []);
  clock.nowMs = 100;
  assert.equal(workedOff(queues, log), [1, 2, 3]);
});

test('an event that comes back after all of its owner needs no second reading', () => {
  const { queues, take } = fixture();
  const log = eventsOf('a', 1, 4);
  take([eventOf(5, 'b'), ...log.slice(0, 2)]);
  take(log.slice(2));
  assert.is(queues.ownersToRead(), 0);
  assert.equal(positionsOf(begun(queues)), [5, 1, 2, 3, 4]);
});

test('events of partitions that are not held are not read again', () => {
  const { queues, take } = fixture(roomFor(2));
  const log = eventsOf('a', 1, 9);
  take(log);
  const isHeld = ({ position }: RecordedEvent) => Number(position) % 2 === 0;
  assert.equal(workedOff(queues, log, isHeld), [1, 2, 4, 6, 8]);
  assert.is(queues.unsafe(), null);
});

test('after a fault an owner pauses, ever longer, and then has eight under way until one succeeds', () => {
  const { clock, queues, take } = fixture();
  take(eventsOf('a', 1, 100));
  const pausesMs: number[] = [];
  for (let round = 0; round < 8; round++) {
    const entries = begun(queues);
    assert.is(entries.length, round === 0 ? 100 : 8);
    const pauses = entries.flatMap((entry) => queues.failed(entry) ?? []);
    assert.equal(
      pauses.map(({ isFirst }) => isFirst),
      [round === 0],
    );
    const [{ pauseMs } = { pauseMs: 0 }] = pauses;
    pausesMs.push(pauseMs);
    clock.nowMs += pauseMs - 1;
    assert.is(queues.next(), null);
    clock.nowMs += 1;
  }
  assert.equal(pausesMs, [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  const [first] = begun(queues);
  if (first) queues.succeeded(first);
  assert.is(begun(queues).length, 92);
});

test('while 1,024 owners fail no other is tried, until one of them succeeds', () => {
  const { clock, queues, take } = fixture();
  const FAULTY = 1_024;
  take(Array.from({ length: FAULTY }, (_, n) => eventOf(n + 1, `owner ${n}`)));
  for (const entry of begun(queues)) queues.failed(entry);
  take([eventOf(FAULTY + 1, 'another')]);
  assert.is(queues.next(), null);
  clock.nowMs = 100;
  const again = begun(queues);
  assert.is(again.length, FAULTY);
  assert.not.ok(again.some(({ event }) => turnOf(event) === 'another'));
  for (const entry of again.slice(0, 1)) queues.succeeded(entry);
  assert.is(queues.next()?.event.id, `e${FAULTY + 1}`);
});

test('owners of whom nothing is left take no memory', () => {
  const OWNERS = 10_000;
  const { queues, take } = fixture({ maxCharacters: 8 * LEAST });
  const before = heapInUse();
  let done = 0;
  for (let n = 0; n < OWNERS; n++) {
    // Of every second owner two events are left in the log for a while.
    const own = eventsOf(`owner ${n}`, 3 * n + 1, 3 * n + (n % 2 === 0 ? 1 : 3));
    take(own);
    done += workedOff(queues, own).length;
  }
  const ownerBytes = heapInUse() - before;
  assert.is(done, 2 * OWNERS);
  assert.equal([queues.size(), queues.ownersToRead(), queues.unsafe()], [0, 0, null]);
  assert.ok(ownerBytes < OWNERS * 50, `${ownerBytes} bytes are used for ${OWNERS} owners`);
});

/** How many events of new owners, one after the other, are taken into memory. */
function sharesOf(owners: number, characters: number) {
  const { queues } = fixture();
  let n = 0;
  const text = 'x'.repeat(characters);
  const sizes = Array.from({ length: owners }, (_, owner) => {
    const isTaken = () => {
      const before = queues.size();
      n += 1;
      queues.take(eventOf(n, `owner ${owner}`, text), BEGINNING);
      return queues.size() > before;
    };
    let own = 0;
    while (isTaken()) own += 1;
    return own;
  });
  return { sizes, all: sizes.reduce((sum, own) => sum + own, 0) };
}

test('one owner has 2,048 events at most, the next less, and ever less of what is left', () => {
  const { sizes, all } = sharesOf(40, 1);
  assert.ok((sizes[0] ?? 0) > 1_500 && (sizes[0] ?? 0) <= 2_048, String(sizes[0]));
  assert.ok(sizes.every((own, at) => own > 0 && (at === 0 || own <= (sizes[at - 1] ?? 0))));
  assert.ok(all <= 16_384, String(all));
});

test('events of nearly a mebibyte fill no more than 32 MiB, and leave room to others', () => {
  const { sizes, all } = sharesOf(12, 1_000_000);
  assert.ok((sizes[0] ?? 0) <= 4, String(sizes[0]));
  assert.ok(sizes.every((own) => own > 0) && all <= 34, String(all));
});

test('an owner is read again once half of its share is free', () => {
  const { queues, take } = fixture(roomFor(8));
  take(eventsOf('a', 1, 20));
  const entries = begun(queues);
  for (const entry of entries.slice(0, 4)) queues.succeeded(entry);
  assert.is(queues.readAgainAfter(), null);
  for (const entry of entries.slice(4, 5)) queues.succeeded(entry);
  assert.is(queues.readAgainAfter(), entries[7]?.event.position);
});

const bounds = { maxCharacters: 40 * LEAST, maxChecked: 3 };

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`each event is done once, and begins in the order of its owner (seed ${seed})`, () => {
    const { breaches, counts } = simulateQueues(seed, { bounds, steps: 2_000, returns: false });
    assert.equal(breaches.slice(0, 5), [], `${breaches.length} breaches with seed ${seed}`);
    assert.ok(counts.left > 100 && counts.again > 100, `${JSON.stringify(counts)} with seed ${seed}`);
  });

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`nothing is lost while a partition leaves and returns (seed ${seed})`, () => {
    const { breaches, counts } = simulateQueues(seed, { bounds, steps: 2_000, returns: true });
    assert.equal(breaches.slice(0, 5), [], `${breaches.length} breaches with seed ${seed}`);
    assert.ok(counts.left > 100 && counts.returned > 0, `${JSON.stringify(counts)} with seed ${seed}`);
  });

test.run();
