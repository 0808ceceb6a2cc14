import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forEachOf } from '../../src/queues/forEachOf.ts';
import { rejection } from '../contract/eventStore/events.ts';

const test = suite('work on every item');
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Items that come one by one; whether they were closed. */
function coming(count: number, faultAt = Number.POSITIVE_INFINITY) {
  const seen = { isClosed: false };
  async function* items() {
    try {
      for (let item = 0; item < count; item++) {
        await turn();
        if (item === faultAt) throw new Error('unreadable');
        yield item;
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { items: items(), seen };
}

test('each once, so many at a time, whether the items are there or come', async () => {
  for (const items of [Array.from({ length: 20 }, (_, item) => item), coming(20).items]) {
    const worked: number[] = [];
    let [now, most] = [0, 0];
    const isWhole = await forEachOf(items, 3, async (item) => {
      most = Math.max(most, ++now);
      await turn();
      now--;
      worked.push(item);
    });
    assert.ok(isWhole);
    assert.equal(
      worked.sort((one, other) => one - other),
      Array.from({ length: 20 }, (_, item) => item),
    );
    assert.ok(most <= 3, `${most} at once`);
  }
});

test('a fault of the work ends it: what was begun ends, no more is begun, and the items are closed', async () => {
  const { items, seen } = coming(100);
  let [begun, ended] = [0, 0];
  const error = await rejection(
    forEachOf(items, 4, async (item) => {
      begun++;
      await turn();
      ended++;
      if (item === 5) throw new Error('the log is away');
    }),
  );
  assert.match(String(error), 'the log is away');
  assert.is(ended, begun);
  assert.ok(begun < 20 && seen.isClosed, `${begun} were begun`);
});

test('a fault of the items is that of the work', async () => {
  const { items } = coming(100, 7);
  const worked: number[] = [];
  const error = await rejection(forEachOf(items, 2, async (item) => void worked.push(item)));
  assert.match(String(error), 'unreadable');
  assert.equal(worked, [0, 1, 2, 3, 4, 5, 6]);
});

test('after an abort no more is begun; what was taken is worked on, and only a whole work says so', async () => {
  for (let abortAt = 0; abortAt <= 12; abortAt++) {
    const stop = new AbortController();
    const worked: number[] = [];
    const items = Array.from({ length: 10 }, (_, item) => item);
    const isWhole = await forEachOf(
      items,
      3,
      async (item) => {
        if (item === abortAt) stop.abort();
        await turn();
        worked.push(item);
      },
      stop.signal,
    );
    assert.ok(!isWhole || worked.length === 10, `aborted at ${abortAt}: ${worked}`);
    if (abortAt < 5) assert.ok(!isWhole && worked.length < 10);
  }
});

test('an item that was taken as the signal aborts is worked on: else the whole would lack it', async () => {
  const stop = new AbortController();
  const worked: string[] = [];
  async function* items() {
    await turn();
    stop.abort();
    yield 'the last one';
  }
  const isWhole = await forEachOf(items(), 2, async (item) => void worked.push(item), stop.signal);
  assert.equal([isWhole, worked], [true, ['the last one']]);
});

test.run();
