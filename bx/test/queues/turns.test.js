// test/queues/turns.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { turns } from "../../src/queues/turns.js";
import { manualClock } from "../support/manualClock.js";
var test = suite("turns");
var taken = (count, begin) => Array.from({ length: count }, begin).filter((end) => end !== null);
test("an owner has its share, and another one its own", () => {
  const all = turns({ clock: manualClock(), each: 2 });
  assert.is(taken(5, () => all.begin("a")).length, 2);
  assert.is(taken(5, () => all.begin("b")).length, 2);
  assert.is(all.inUse(), 4);
});
test("all owners together have no more than all turns, also when each has less than its share", () => {
  const all = turns({ clock: manualClock(), each: 2, all: 3 });
  assert.equal(
    ["a", "b", "c", "d"].map((owner) => all.begin(owner) !== null),
    [true, true, true, false]
  );
});
test("a turn ends once", () => {
  const all = turns({ clock: manualClock(), each: 1, all: 1 });
  const end = all.begin("a");
  end?.();
  end?.();
  assert.is(all.inUse(), 0);
  assert.is(taken(2, () => all.begin("a")).length, 1);
});
test("a lone owner has more, until another one comes, and again a second after its last turn", async () => {
  const clock = manualClock();
  const all = turns({ clock, each: 2, alone: 6 });
  const ends = taken(9, () => all.begin("a"));
  assert.is(ends.length, 6);
  const other = all.begin("b");
  assert.ok(other !== null, "the other one begins at once");
  for (const end of ends.slice(0, 5)) end();
  assert.is(taken(9, () => all.begin("a")).length, 1, "one was left, and two may be");
  clock.pass(5e3);
  assert.is(all.begin("a"), null, "while the other one has a turn");
  other();
  clock.pass(999);
  assert.is(all.begin("a"), null, "within a second");
  clock.pass(1);
  assert.is(taken(9, () => all.begin("a")).length, 4);
});
test("owners who wait begin in turns, and in the order of their coming", async () => {
  const all = turns({ clock: manualClock(), each: 1, all: 1 });
  const first = all.begin("z");
  const order = [];
  const come = async (owner, name) => {
    const end = await all.wait(owner);
    order.push(name);
    end?.();
  };
  const coming = [come("a", "a1"), come("a", "a2"), come("a", "a3"), come("b", "b1")];
  first?.();
  await Promise.all(coming);
  assert.equal(order, ["a1", "b1", "a2", "a3"]);
  assert.is(all.inUse(), 0);
});
test("who waits too long is sent away, and takes no turn later", async () => {
  const clock = manualClock();
  const all = turns({ clock, each: 1, maxWaitMs: 5e3 });
  const end = all.begin("a");
  const late = all.wait("a");
  clock.pass(4999);
  const later = all.wait("a");
  clock.pass(1);
  assert.is(await late, null);
  end?.();
  const begun = await later;
  assert.ok(begun !== null);
  assert.is(all.inUse(), 1);
  clock.pass(6e4);
  begun();
  assert.is(all.inUse(), 0);
});
test.run();
//# sourceMappingURL=turns.test.js.map
