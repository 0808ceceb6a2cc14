import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rotation } from '../../src/queues/rotation.ts';
import { heapInUse } from '../support/heapInUse.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('a rotation');

test('everybody has a turn before anybody has a second one', () => {
  const turns = rotation<string>();
  assert.is(turns.next(), null);
  for (const name of ['a', 'b', 'c', 'a']) turns.put(name, true);
  assert.is(turns.size, 3);
  const four = Array.from({ length: 4 }, turns.next);
  assert.equal(four, ['a', 'b', 'c', 'a']);
});

test('who is new, or comes back, has a turn after all others; who is gone has none', () => {
  const turns = rotation<string>();
  turns.put('a', true);
  assert.is(turns.next(), 'a');
  turns.put('b', true);
  turns.put('a', false);
  turns.put('a', true);
  assert.equal([turns.next(), turns.next()], ['b', 'a']);
  turns.put('a', false);
  turns.put('b', false);
  assert.equal([turns.next(), turns.size], [null, 0]);
  turns.put('b', true);
  assert.is(turns.next(), 'b');
});

test('is a queue in which each is once', () => {
  const random = seededRandom(SEED);
  const turns = rotation<number>();
  let queue: number[] = [];
  for (let step = 0; step < 10_000; step++) {
    const one = Math.floor(random() * 20);
    const chance = random();
    if (chance < 0.4) {
      turns.put(one, true);
      if (!queue.includes(one)) queue.push(one);
    } else if (chance < 0.7) {
      turns.put(one, false);
      queue = queue.filter((other) => other !== one);
    } else {
      const [first = null, ...others] = queue;
      assert.is(turns.next(), first);
      if (first !== null) queue = [...others, first];
    }
    assert.is(turns.size, queue.length);
  }
});

test('those who come and go take no memory, though nobody has a turn', () => {
  const turns = rotation<object>();
  const before = heapInUse();
  for (let n = 0; n < 100_000; n++) {
    const one = {};
    turns.put(one, true);
    turns.put(one, false);
  }
  const bytes = heapInUse() - before;
  assert.is(turns.size, 0);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
});

test.run();
