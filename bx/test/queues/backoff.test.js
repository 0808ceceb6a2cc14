// test/queues/backoff.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { backoff } from "../../src/queues/backoff.js";
import { manualClock } from "../support/manualClock.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("backoff");
test("items whose time has come make room for as many new ones", () => {
  const clock = manualClock();
  const waiting = backoff(clock, 3);
  for (const round of [1, 2, 3]) {
    const added = ["a", "b", "c", "d"].map((key) => waiting.add(key, "owner", 1e3, key));
    assert.equal(added, [true, true, true, false], `round ${round}`);
    assert.ok(waiting.add("a", "owner", 1e3, "a"), "one that waits may be given another time");
    clock.pass(1e3);
    assert.equal([...waiting.takeDue()].sort(), ["a", "b", "c"], `round ${round}`);
  }
});
test("of two times of an item the last one counts, and it counts once with its owner", () => {
  const clock = manualClock();
  const waiting = backoff(clock);
  waiting.add("item", "lane", 1e3, "first");
  waiting.add("item", "other", 3e3, "second");
  assert.equal([waiting.waitingOf("lane"), waiting.waitingOf("other")], [0, 1]);
  clock.pass(1e3);
  assert.equal([waiting.takeDue(), waiting.has("item")], [[], true]);
  clock.pass(2e3);
  assert.equal([waiting.takeDue(), waiting.has("item"), waiting.waitingOf("other")], [["second"], false, 0]);
});
test("an item that waits no more is not taken out", () => {
  const clock = manualClock();
  const waiting = backoff(clock);
  waiting.add("item", "lane", 1e3, "item");
  waiting.delete("item");
  assert.equal([waiting.has("item"), waiting.waitingOf("lane")], [false, 0]);
  clock.pass(1e3);
  assert.equal(waiting.takeDue(), []);
});
var MAX_WAITING = 8;
var STEPS = 3e3;
var LONGEST_MS = 50;
for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random items wait as those of a plain map do (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below) => Math.floor(random() * below);
    const clock = manualClock();
    const waiting = backoff(clock, MAX_WAITING);
    const expected = /* @__PURE__ */ new Map();
    let refused = 0;
    const take = (where) => {
      const nowMs = clock.monotonicMs();
      const due = [...expected].filter(([, { atMs }]) => atMs <= nowMs);
      const taken = waiting.takeDue();
      assert.equal([...taken].sort(), due.map(([key]) => key).sort(), where);
      const times = taken.map((key) => expected.get(key)?.atMs ?? 0);
      assert.equal(
        times,
        [...times].sort((a, b) => a - b),
        where
      );
      for (const [key] of due) expected.delete(key);
    };
    for (let step = 0; step < STEPS; step++) {
      const where = `step ${step}`;
      const key = `item-${draw(12)}`;
      const what = random();
      if (what < 0.5) {
        const owner = `owner-${draw(3)}`;
        const ms = draw(LONGEST_MS);
        expected.delete(key);
        const isTaken = waiting.add(key, owner, ms, key);
        assert.is(isTaken, expected.size < MAX_WAITING, where);
        if (isTaken) expected.set(key, { owner, atMs: clock.monotonicMs() + ms });
        else refused++;
      } else if (what < 0.6) {
        waiting.delete(key);
        expected.delete(key);
      } else if (what < 0.8) clock.pass(draw(LONGEST_MS / 2));
      else take(where);
      if (what > 0.98) clock.step(draw(1e6));
      assert.is(waiting.has(key), expected.has(key), where);
      for (const owner of ["owner-0", "owner-1", "owner-2"])
        assert.is(
          waiting.waitingOf(owner),
          [...expected.values()].filter((one) => one.owner === owner).length,
          where
        );
      const soonestMs = Math.min(...[...expected.values()].map(({ atMs }) => atMs)) - clock.monotonicMs();
      assert.ok(waiting.nextInMs() <= Math.max(0, soonestMs), `${where}: it wakes in time`);
    }
    assert.ok(refused > 0, "the bound was never reached");
    clock.pass(LONGEST_MS);
    take("at the end");
    assert.is(waiting.nextInMs(), Number.POSITIVE_INFINITY);
  });
test.run();
//# sourceMappingURL=backoff.test.js.map
