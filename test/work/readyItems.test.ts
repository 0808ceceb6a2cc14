import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReadyItem, ReadyItems } from '../../src/work/readyItems.ts';
import { itemsAndSlots, ready } from './readyItem.ts';

const test = suite('items that are ready');

/** Serves what may begin, each at once to its end; at most so many. */
function served(items: ReadyItems<ReadyItem>, most = Number.POSITIVE_INFINITY): ReadyItem[] {
  const all: ReadyItem[] = [];
  for (let one = items.next(); one !== null; one = all.length < most ? items.next() : null) {
    all.push(one.item);
    one.endSlot();
    items.reconsider(one.item.owner);
  }
  return all;
}

test('groups have their turns, however much one of them has waiting; the order of a lane stays', () => {
  const { items, is } = itemsAndSlots();
  is('a', 'fast');
  const flood = Array.from({ length: 500 }, () => ready('loud', 'a'));
  const others = Array.from({ length: 5 }, (_, n) => ready(`quiet${n}`, `q${n}`));
  for (const item of [...flood, ...others]) items.add(item);
  const all = served(items);
  assert.is(all.length, 505);
  assert.equal(items.owners(), []);
  const places = others.map((item) => all.indexOf(item));
  assert.ok(Math.max(...places) < 12, String(places));
  assert.equal(
    all.filter(({ owner }) => owner === 'a').map(({ key }) => key),
    flood.map(({ key }) => key),
  );
});

test('an owner that has all its slots waits for one of them, and is found then', () => {
  const { items, is } = itemsAndSlots();
  is('e', 'fast');
  for (let n = 0; n < 10; n++) items.add(ready('w', 'e'));
  const begun = Array.from({ length: 8 }, () => items.next());
  assert.ok(begun.every((one) => one !== null));
  assert.is(items.next(), null);
  begun[3]?.endSlot();
  items.reconsider('e');
  assert.is.not(items.next(), null);
  assert.is(items.next(), null);
  assert.is(items.waitingIn('e', 'e/first'), 1);
});

test('what waits is bounded in number and bytes, and a flood leaves room to others', () => {
  const { items } = itemsAndSlots();
  let taken = 0;
  while (items.add(ready('w', 'flood', 10))) taken++;
  assert.ok(taken > 2_000 && taken < 8_000, String(taken));
  assert.ok(items.add(ready('v', 'other', 10)));
  for (let n = 0; n < 200; n++) while (items.add(ready(`w${n}`, `e${n}`, 10)));
  assert.not.ok(items.add(ready('w', 'flood', 10)));
  assert.not.ok(items.add(ready('w', 'flood')));
  for (let n = 0; n < 8; n++)
    assert.ok(items.add(ready('late', 'late', 10)), `item ${n} of an owner with few`);
  const large = itemsAndSlots().items;
  let bytes = 0;
  for (let n = 0; large.add(ready(`w${n}`, `e${n}`, 1_000_000)); n++) bytes += 1_000_000;
  assert.ok(bytes <= 32 * 1_048_576);
});

test('the lanes of an owner take turns, however much waits in one', () => {
  const { items, is } = itemsAndSlots();
  is('e', 'fast');
  const add = (kind: string, count: number) => {
    for (let n = 0; n < count; n++) items.add(ready('w', 'e', 0, kind));
  };
  add('replay', 300);
  add('retry', 3);
  add('first', 3);
  const turn = ['e/replay', 'e/retry', 'e/first'];
  assert.equal(
    served(items, 10).map(({ lane }) => lane),
    [...turn, ...turn, ...turn, 'e/replay'],
  );
});

test('of an owner that is closed nothing stays', () => {
  const { items } = itemsAndSlots();
  for (const owner of ['a', 'b', 'a']) items.add(ready('w', owner));
  assert.is(items.remove('a').length, 2);
  assert.is(items.next()?.item.owner, 'b');
  assert.is(items.next(), null);
});

/** Adds items to owners of their own until one is refused. Returns how many were taken. */
function fill(items: ReadyItems<ReadyItem>, bytes: number): number {
  let taken = 0;
  while (taken < 1_000 && items.add(ready(`w${taken}`, `e${taken}`, bytes))) taken++;
  return taken;
}
const removeAll = (items: ReadyItems<ReadyItem>) =>
  items.owners().reduce((gone, owner) => gone + items.remove(owner).length, 0);

for (const [what, bytes, most] of [
  ['number', 0, 32],
  ['bytes', 100, 10],
] as const)
  test(`what is full by ${what} takes as much again once it was served, or emptied`, () => {
    const { items } = itemsAndSlots({ maxWaiting: 16, maxBytes: 1_000 });
    assert.is(fill(items, bytes), most);
    assert.is(served(items).length, most);
    assert.is(fill(items, bytes), most, 'after everything was served');
    assert.is(removeAll(items), most);
    assert.is(fill(items, bytes), most, 'after everything was removed');
  });

test.run();
