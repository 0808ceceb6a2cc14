import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delayQueue } from '../../src/queues/delayQueue.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('delay queue');

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`what is current is taken at its time, and what is not takes no room (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    /** The last time of each item. */
    const current = new Map<string, { readonly key: string; readonly atMs: number }>();
    const queue = delayQueue<{ readonly key: string; readonly atMs: number }>(
      ({ item }) => current.get(item.key) === item,
    );
    let [nowMs, most, taken] = [0, 0, 0];
    for (let step = 0; step < 20_000; step++) {
      // Most of them are given another time, which is late, long before they are due.
      const item = { key: `item ${draw(100)}`, atMs: nowMs + draw(random() < 0.9 ? 1_000_000 : 100) };
      current.set(item.key, item);
      queue.add(item.atMs, item);
      if (random() < 0.05) current.delete(`item ${draw(100)}`);
      most = Math.max(most, queue.size);
      const times = [...current.values()].map(({ atMs }) => atMs);
      assert.is(queue.nextAtMs(), Math.min(...times), `step ${step}`);
      nowMs += draw(10);
      const due = [...current.values()].filter(({ atMs }) => atMs <= nowMs);
      assert.equal(
        queue.takeDue(nowMs).map(({ atMs }) => atMs),
        due.map(({ atMs }) => atMs).sort((a, b) => a - b),
        `step ${step}`,
      );
      taken += due.length;
      for (const { key } of due) current.delete(key);
    }
    assert.ok(taken > 100, `${taken} were taken`);
    assert.ok(most <= 2 * 100 + 128, `${most} entries for 100 items`);
  });

test.run();
