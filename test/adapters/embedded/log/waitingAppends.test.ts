import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitingAppends } from '../../../../src/adapters/embedded/log/waitingAppends.ts';

const test = suite('appends that wait for the writer');

const one = (n: number, characters = 10) => ({
  append: { stream: `s-${n}`, expected: -1, texts: [], characters },
  resolve: () => {},
  reject: () => {},
});
const MEBI = 1_048_576;

test('go in the order of their calls, 1,000 at once', () => {
  const waiting = waitingAppends();
  const all = Array.from({ length: 2_300 }, (_, n) => one(n));
  for (const each of all) assert.ok(waiting.add(each));
  const batches = [waiting.take(), waiting.take(), waiting.take()];
  assert.equal(
    batches.map(({ length }) => length),
    [1_000, 1_000, 300],
  );
  assert.ok(batches.flat().every((each, at) => each === all[at]));
  assert.equal(waiting.take(), []);
});

test('go 8 MiB at once, or alone where one is larger', () => {
  const waiting = waitingAppends();
  for (const [n, mebi] of [3, 3, 3, 9, 1].entries()) waiting.add(one(n, mebi * MEBI));
  assert.equal(
    [waiting.take(), waiting.take(), waiting.take(), waiting.take()].map(({ length }) => length),
    [2, 1, 1, 1],
  );
});

test('are refused above the room there is, and as many may wait the second time as the first', () => {
  const waiting = waitingAppends();
  for (let round = 0; round < 3; round++) {
    let taken = 0;
    while (waiting.add(one(taken, 8 * MEBI))) taken++;
    assert.is(taken, 16);
    for (; taken > 0; taken--) assert.is(waiting.take().length, 1);
  }
});

test.run();
