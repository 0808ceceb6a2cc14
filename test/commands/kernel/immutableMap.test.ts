import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  EMPTY_LIST,
  type ImmutableList,
  itemAt,
  lastPassing,
  withItem,
} from '../../../src/commands/kernel/immutableList.ts';
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  type ImmutableMap,
  withEntry,
  withoutEntry,
} from '../../../src/commands/kernel/immutableMap.ts';

import { SEED } from '../../support/testRun.ts';

const test = suite('shared map and list');

const step = fc.record({ key: fc.integer({ min: 0, max: 400 }).map(String), drops: fc.boolean() });

test('it holds what a Map holds, in the order of a Map, and no older map changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
      const plain = new Map<string, number>();
      let shared: ImmutableMap<number> = EMPTY_MAP;
      const before: { shared: ImmutableMap<number>; entries: [string, number][] }[] = [];
      for (const [at, { key, drops }] of steps.entries()) {
        if (at % 50 === 0) before.push({ shared, entries: [...plain] });
        if (drops) plain.delete(key);
        else plain.set(key, at);
        shared = drops ? withoutEntry(shared, key) : withEntry(shared, key, at);
        assert.is(shared.size, plain.size);
        assert.is(entryIn(shared, key), plain.get(key));
      }
      before.push({ shared, entries: [...plain] });
      for (const each of before) assert.equal(entriesOf(each.shared), each.entries);
    }),
    { seed: SEED, numRuns: 60 },
  );
});

test('keys whose hashes are equal are kept apart', () => {
  // Of the 32 bits of a hash, 100,000 keys share some whole ones by chance.
  const keys = Array.from({ length: 100_000 }, (_, at) => `key-${at}`);
  const full = keys.reduce<ImmutableMap<string>>((map, key) => withEntry(map, key, key), EMPTY_MAP);
  assert.is(full.size, keys.length);
  assert.ok(keys.every((key) => entryIn(full, key) === key));
  const none = keys.reduce((map, key) => withoutEntry(map, key), full);
  assert.is(none.size, 0);
  assert.equal(entriesOf(none), []);
});

test('lists that part from one list keep their own items', () => {
  const one = [1, 2, 3].reduce<ImmutableList<number>>(withItem, EMPTY_LIST);
  const longer = withItem(one, 4);
  const other = withItem(one, 5);
  const longest = withItem(longer, 6);
  const itemsOf = (list: ImmutableList<number>) =>
    Array.from({ length: list.length }, (_, at) => itemAt(list, at));
  assert.equal([one, longer, other, longest].map(itemsOf), [
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3, 5],
    [1, 2, 3, 4, 6],
  ]);
  assert.is(itemAt(one, 3), undefined);
  assert.is(EMPTY_LIST.length, 0);
  assert.equal(EMPTY_LIST.items, []);
});

test('the last item that passes is found', () => {
  const list = Array.from({ length: 9 }, (_, at) => at).reduce<ImmutableList<number>>(withItem, EMPTY_LIST);
  for (let limit = 0; limit <= 9; limit++)
    assert.is(
      lastPassing(list, (item) => item < limit),
      limit === 0 ? undefined : limit - 1,
    );
});

test.run();
