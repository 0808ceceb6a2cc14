// test/queues/slices.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { nextSlice, settledInSlices, shortWork, slices } from "../../src/queues/slices.js";
import { manualClock } from "../support/manualClock.js";
var test = suite("slices of long work");
async function turnsOf(works, steps, stepMs) {
  const clock = manualClock();
  const turns = [""];
  let isOver = false;
  const count = (async () => {
    while (!isOver) {
      await clock.turn();
      turns.push("");
    }
  })();
  const work = async (name) => {
    const giveWay = slices(clock);
    for (let step = 0; step < steps; step++) {
      turns.push(`${turns.pop()}${name}`);
      clock.pass(stepMs);
      await giveWay();
    }
  };
  await Promise.all(Array.from({ length: works }, (_, at) => work("abcdef"[at] ?? "")));
  isOver = true;
  await count;
  return turns.filter((steps2) => steps2 !== "");
}
test("short steps share a slice, and a slice that is long enough is the last of its turn", async () => {
  assert.equal(await turnsOf(1, 6, 0.5), ["aa", "aa", "aa"]);
  assert.equal(await turnsOf(1, 3, 5), ["a", "a", "a"]);
});
test("of all long work one slice begins in each turn, each in its order", async () => {
  const [first = "", ...later] = await turnsOf(3, 4, 2);
  assert.is(first, "abc", "what is called now runs now");
  assert.equal(later, ["a", "b", "c", "a", "b", "c", "a", "b", "c"]);
});
test("while short work is under way, long work waits three times as long as its last slice took", async () => {
  const clock = manualClock();
  const end = shortWork(clock);
  let begun = 0;
  const next = (tookMs) => nextSlice(clock, tookMs).then(() => begun++);
  const waiting = [next(2), next(6e4), next(1)];
  await clock.advance(5);
  assert.is(begun, 0);
  await clock.advance(1);
  await waiting[0];
  await clock.advance(14);
  assert.is(begun, 1, "one that waited for something in between took five at most");
  await clock.advance(1);
  await waiting[1];
  end();
  end();
  await waiting[2];
  assert.is(begun, 3, "with the short work the wait ends");
  const others = [shortWork(clock), shortWork(clock)];
  others[0]?.();
  void next(1);
  await clock.advance(2);
  assert.is(begun, 3, "one of two is still under way");
  others[1]?.();
  await clock.advance(0);
  assert.is(begun, 4);
});
test("all items are started before one of them is waited for, and each has its outcome", async () => {
  const clock = manualClock();
  let started = 0;
  let open = () => {
  };
  const all = new Promise((resolve) => {
    open = resolve;
  });
  const outcomes = await settledInSlices(clock, [1, 2, 3], async (item) => {
    clock.pass(2);
    if (item === 1) throw new Error("one");
    if (++started === 2) open();
    await all;
    return item;
  });
  assert.equal(
    outcomes.map((outcome) => outcome.status === "fulfilled" ? outcome.value : outcome.reason.message),
    ["one", 2, 3]
  );
});
async function underWay(clock, endOne) {
  let going = 0;
  const items = Array.from({ length: 20 }, (_, at) => at);
  void settledInSlices(clock, items, async () => {
    going += 1;
    await new Promise((resolve) => endOne(resolve));
    going -= 1;
  });
  for (let turn = 0; turn < 30; turn++) await clock.turn();
  return () => going;
}
test("next to short work eight are under way at a time, and again all a second after it", async () => {
  const clock = manualClock();
  const ends = [];
  assert.is((await underWay(clock, (end) => ends.push(end)))(), 20, "alone");
  shortWork(clock)();
  ends.length = 0;
  const going = await underWay(clock, (end) => ends.push(end));
  assert.is(going(), 8);
  ends[3]?.();
  for (let turn = 0; turn < 30; turn++) await clock.turn();
  assert.is(going(), 8, "one that ends makes room for one");
  assert.is(ends.length, 9);
  clock.pass(1e3);
  ends[0]?.();
  for (let turn = 0; turn < 30; turn++) await clock.turn();
  assert.is(ends.length, 20);
  for (const end of ends) end();
});
test.run();
//# sourceMappingURL=slices.test.js.map
