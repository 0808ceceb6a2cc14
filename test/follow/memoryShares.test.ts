import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import {
  type EventShare,
  emptyShare,
  type MemoryOptions,
  memoryShares,
  type ReadAhead,
} from '../../src/follow/policy/memoryShares.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('shares of the memory for events');

const entry = (characters: number, before = BEGINNING): ReadAhead => ({
  ...{ owner: 'o', before },
  event: { data: { text: 'x'.repeat(characters) } } as unknown as RecordedEvent,
});

function filled(shares: ReturnType<typeof memoryShares>, share: EventShare, characters: number): number {
  for (; shares.hasRoom(share, 1); ) shares.add(share, entry(characters));
  return share.entries.size;
}

test('one owner has 2,048 events at most, the next less, and ever less of what is left', () => {
  const shares = memoryShares();
  const sizes = Array.from({ length: 40 }, () => filled(shares, emptyShare(), 1));
  assert.ok((sizes[0] ?? 0) > 1_500, String(sizes[0]));
  assert.ok(sizes.every((size, at) => at === 0 || size <= (sizes[at - 1] ?? 0)));
  assert.ok(sizes.every((size) => size > 0));
  assert.ok(shares.size <= 16_384, String(shares.size));
  assert.ok(filled(shares, emptyShare(), 1) > 0, 'a newcomer has no room');
});

test('events of nearly a mebibyte fill no more than 32 MiB, and leave room to others', () => {
  const shares = memoryShares();
  const first = filled(shares, emptyShare(), 1_000_000);
  assert.ok(first <= 4, String(first));
  for (let n = 0; n < 100; n++) filled(shares, emptyShare(), 1_000_000);
  assert.ok(shares.size <= 34, String(shares.size));
});

test('what is dropped makes room, and a share is half empty from half of it on', () => {
  const shares = memoryShares();
  const share = emptyShare();
  filled(shares, share, 1);
  assert.not.ok(shares.hasRoom(share, 1 / 2));
  for (const one of [...share.entries].slice(0, share.entries.size / 2 + 1)) shares.remove(share, one);
  assert.ok(shares.hasRoom(share, 1 / 2));
  for (const one of share.entries) shares.remove(share, one);
  assert.is(shares.size, 0);
  assert.is(share.characters, 0);
});

/** A share as a list, which counts everything again each time. */
interface Listed {
  readonly share: EventShare;
  readonly entries: { readonly entry: ReadAhead; readonly characters: number }[];
  /** Whether the entries came in the order of the log since the share was last empty. */
  isOrdered: boolean;
  newest: string;
}

const charactersOf = (list: Listed) => list.entries.reduce((sum, { characters }) => sum + characters, 0);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function roomOf(
  lists: readonly Listed[],
  own: Listed,
  part: number,
  bounds: Required<MemoryOptions>,
): boolean {
  const events = bounds.maxEvents - sumOf(lists.map(({ entries }) => entries.length));
  const characters = bounds.maxCharacters - sumOf(lists.map(charactersOf));
  if (own.entries.length === 0) return events > 0 && characters > 0;
  const { length } = own.entries;
  const isWithin = length < part * bounds.maxEach && length < (part * events) / 8;
  return isWithin && charactersOf(own) < (part * characters) / 8;
}

function simulate(seed: number, bounds: Required<MemoryOptions>, steps: number) {
  const random = seededRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const shares = memoryShares(bounds);
  const lists = Array.from(
    { length: 12 },
    (): Listed => ({ share: emptyShare(), entries: [], isOrdered: true, newest: BEGINNING }),
  );
  const seen = { full: 0, unordered: 0 };
  const add = (list: Listed, position: number) => {
    const characters = upTo(40);
    const before = positionAt(position);
    list.isOrdered = list.entries.length === 0 || (list.isOrdered && list.newest <= before);
    list.newest = before;
    const one = entry(characters, before);
    shares.add(list.share, one);
    list.entries.push({ entry: one, characters });
  };
  const drop = (list: Listed) => {
    for (const { entry: one } of list.entries.splice(upTo(list.entries.length), 1 + upTo(3))) {
      shares.remove(list.share, one);
      shares.remove(list.share, one);
    }
  };
  for (let step = 0; step < steps; step++) {
    const list = lists[upTo(upTo(lists.length) + 1)];
    if (list === undefined) continue;
    const hasRoom = shares.hasRoom(list.share, 1);
    const where = `step ${step} of seed ${seed}`;
    assert.is(hasRoom, roomOf(lists, list, 1, bounds), `room at ${where}`);
    assert.is(
      shares.hasRoom(list.share, 1 / 2),
      roomOf(lists, list, 1 / 2, bounds),
      `half the room at ${where}`,
    );
    if (!hasRoom) seen.full += 1;
    // Entries without room are those of a partition that is held again; it is read from an earlier position.
    if (random() < 0.6 && hasRoom) add(list, step);
    else if (random() < 0.02) add(list, upTo(step));
    else drop(list);
    if (!list.isOrdered) seen.unordered += 1;
    assert.is(list.share.isOrdered, list.isOrdered, `the order at ${where}`);
    assert.is(list.share.characters, charactersOf(list), `characters at ${where}`);
    assert.is(shares.size, sumOf(lists.map(({ entries }) => entries.length)), `size at ${where}`);
  }
  return { shares, lists, seen };
}

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`shares have the room that a recount gives them, and leave nothing (seed ${seed})`, () => {
    const bounds = { maxEvents: 60, maxCharacters: 1_200, maxEach: 6 };
    const { shares, lists, seen } = simulate(seed, bounds, 3_000);
    assert.ok(seen.full > 50 && seen.unordered > 50, `${JSON.stringify(seen)} with seed ${seed}`);
    for (const { share, entries } of lists) {
      for (const { entry: one } of entries) shares.remove(share, one);
      assert.equal([share.entries.size, share.characters], [0, 0], `seed ${seed}`);
    }
    assert.is(shares.size, 0, `seed ${seed}`);
    const fresh = memoryShares(bounds);
    const refill = (memory: typeof shares) => lists.map(() => filled(memory, emptyShare(), 30));
    assert.equal(refill(shares), refill(fresh), `all of the memory is free again (seed ${seed})`);
  });

test.run();
