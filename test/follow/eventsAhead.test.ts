import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedEvent } from '../../src/events/event.ts';
import { eventsAhead } from '../../src/follow/policy/eventsAhead.ts';
import { heapInUse } from '../support/heapInUse.ts';
import { SEED } from '../support/testRun.ts';
import { eventOf, pageOf, placeOf, simulateAhead } from './eventsAheadModel.ts';

const test = suite('events read ahead of their reactions');

const eventsOf = (owner: string, from: number, to: number): readonly RecordedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, at) => eventOf(from + at, owner));
const positionsOf = (entries: readonly { event: RecordedEvent }[]) =>
  entries.map(({ event }) => Number(event.position));

test('a new event waits for those of its owner that are still in the log, though there is room again', () => {
  const ahead = eventsAhead({ maxEach: 4 });
  const log = eventsOf('a', 1, 9);
  const early = log.flatMap((event) => ahead.take(event, placeOf(event)) ?? []);
  assert.equal(positionsOf(early), [1, 2, 3, 4]);
  for (const entry of early) ahead.settle(entry);
  const last = eventOf(10, 'a');
  assert.is(ahead.take(last, placeOf(last)), null, 'events 5 to 9 come first');
  const order: number[] = [];
  for (let after = ahead.readAgainAfter(); after !== null; after = ahead.readAgainAfter()) {
    const again = ahead.takeAgain(after, pageOf([...log, last], after, 100), placeOf);
    order.push(...positionsOf(again));
    for (const entry of again) ahead.settle(entry);
  }
  assert.equal(order, [5, 6, 7, 8, 9, 10]);
  assert.is(ahead.unsafe(), null);
  const next = eventOf(11, 'a');
  assert.ok(ahead.take(next, placeOf(next)), 'nothing is left in the log: the next event goes into memory');
});

test('another owner has room while events of the first are left in the log', () => {
  const ahead = eventsAhead({ maxEach: 4 });
  for (const event of eventsOf('a', 1, 9)) ahead.take(event, placeOf(event));
  const other = eventOf(10, 'b');
  assert.ok(ahead.take(other, placeOf(other)));
  assert.equal([ahead.size, ahead.ownersToRead], [5, 1]);
});

for (const owner of ['a', 'b'])
  test(`an event of ${owner} that a returning partition brings is not safe before it is settled`, () => {
    const ahead = eventsAhead();
    const entries = eventsOf('a', 1, 5).flatMap((event) => ahead.take(event, placeOf(event)) ?? []);
    for (const entry of entries.slice(0, 4)) ahead.settle(entry);
    assert.is(ahead.unsafe()?.safe, entries[3]?.event.position);
    const early = eventOf(2, owner);
    const again = ahead.take(early, placeOf(early));
    const { safe = '', oldest } = ahead.unsafe() ?? {};
    assert.ok(safe < early.position, `${safe} is called safe`);
    assert.is(oldest, early);
    for (const entry of [again, entries[4]]) if (entry) ahead.settle(entry);
    assert.is(ahead.unsafe(), null);
  });

test('owners of whom nothing is left take no memory', () => {
  const OWNERS = 10_000;
  const ahead = eventsAhead({ maxEach: 1 });
  const before = heapInUse();
  let settled = 0;
  for (let n = 0; n < OWNERS; n++) {
    // Of every second owner two events are left in the log for a while.
    const own = eventsOf(`owner ${n}`, 3 * n + 1, 3 * n + (n % 2 === 0 ? 1 : 3));
    for (
      let entries = own.flatMap((event) => ahead.take(event, placeOf(event)) ?? []);
      entries.length > 0;
    ) {
      for (const entry of entries) ahead.settle(entry);
      settled += entries.length;
      const after = ahead.readAgainAfter();
      entries = after === null ? [] : [...ahead.takeAgain(after, pageOf(own, after, 100), placeOf)];
    }
  }
  const ownerBytes = heapInUse() - before;
  assert.is(settled, 2 * OWNERS);
  assert.equal([ahead.size, ahead.ownersToRead, ahead.unsafe()], [0, 0, null]);
  assert.ok(ownerBytes < OWNERS * 50, `${ownerBytes} bytes are used for ${OWNERS} owners`);
});

/** How many events of new owners, one after the other, are taken into memory. */
function sharesOf(owners: number, characters: number) {
  const ahead = eventsAhead();
  let n = 0;
  const sizes = Array.from({ length: owners }, (_, owner) => {
    const before = ahead.size;
    const taken = () => {
      const event = eventOf(++n, `owner ${owner}`, 'x'.repeat(characters));
      return ahead.take(event, placeOf(event)) !== null;
    };
    while (taken());
    return ahead.size - before;
  });
  return { sizes, size: ahead.size };
}

test('one owner has 2,048 events at most, the next less, and ever less of what is left', () => {
  const { sizes, size } = sharesOf(40, 1);
  assert.ok((sizes[0] ?? 0) > 1_500, String(sizes[0]));
  assert.ok(sizes.every((own, at) => own > 0 && (at === 0 || own <= (sizes[at - 1] ?? 0))));
  assert.ok(size <= 16_384, String(size));
});

test('events of nearly a mebibyte fill no more than 32 MiB, and leave room to others', () => {
  const { sizes, size } = sharesOf(12, 1_000_000);
  assert.ok((sizes[0] ?? 0) <= 4, String(sizes[0]));
  assert.ok(sizes.every((own) => own > 0) && size <= 34, String(size));
});

test('an owner is read again once half of its share is free', () => {
  const ahead = eventsAhead({ maxEach: 8 });
  const entries = eventsOf('a', 1, 20).flatMap((event) => ahead.take(event, placeOf(event)) ?? []);
  for (const entry of entries.slice(0, 4)) ahead.settle(entry);
  assert.is(ahead.readAgainAfter(), null);
  for (const entry of entries.slice(4, 5)) ahead.settle(entry);
  assert.is(ahead.readAgainAfter(), entries[7]?.event.position);
});

const bounds = { maxEvents: 48, maxCharacters: 2_000, maxEach: 5, maxChecked: 3 };

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`each event is taken once, in the order of its owner (seed ${seed})`, () => {
    const { breaches, counts } = simulateAhead(seed, { bounds, steps: 1_500, returns: false });
    assert.equal(breaches.slice(0, 5), [], `${breaches.length} breaches with seed ${seed}`);
    assert.ok(counts.left > 100 && counts.again > 100, `${JSON.stringify(counts)} with seed ${seed}`);
  });

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`nothing is lost while a partition leaves and returns (seed ${seed})`, () => {
    const { breaches, counts } = simulateAhead(seed, { bounds, steps: 1_500, returns: true });
    assert.equal(breaches.slice(0, 5), [], `${breaches.length} breaches with seed ${seed}`);
    assert.ok(counts.left > 100 && counts.returned > 0, `${JSON.stringify(counts)} with seed ${seed}`);
  });

test.run();
