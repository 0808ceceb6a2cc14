// test/queues/delayQueue.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { delayQueue } from "../../src/queues/delayQueue.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("delay queue");
for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`what is current is taken at its time, and what is not takes no room (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below) => Math.floor(random() * below);
    const current = /* @__PURE__ */ new Map();
    const queue = delayQueue(
      ({ item }) => current.get(item.key) === item
    );
    let [nowMs, most, taken] = [0, 0, 0];
    for (let step = 0; step < 2e4; step++) {
      const item = { key: `item ${draw(100)}`, atMs: nowMs + draw(random() < 0.9 ? 1e6 : 100) };
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
        `step ${step}`
      );
      taken += due.length;
      for (const { key } of due) current.delete(key);
    }
    assert.ok(taken > 100, `${taken} were taken`);
    assert.ok(most <= 2 * 100 + 128, `${most} entries for 100 items`);
  });
test.run();
//# sourceMappingURL=delayQueue.test.js.map
