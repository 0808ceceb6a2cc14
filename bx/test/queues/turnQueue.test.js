// test/queues/turnQueue.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { turnQueue } from "../../src/queues/turnQueue.js";
var test = suite("turn queue");
var all = (queue, mayHave) => {
  const items = [];
  for (let next = queue.next(mayHave); next !== null; next = queue.next(mayHave)) items.push(next.item);
  return items;
};
test("owners come round one after the other, each with its oldest", () => {
  const queue = turnQueue();
  for (const item of ["a1", "a2", "a3", "b1", "c1", "c2"]) queue.add(item.charAt(0), item);
  assert.is(queue.size, 6);
  assert.equal([queue.sizeOf("a"), queue.sizeOf("d")], [3, 0]);
  assert.equal(all(queue), ["a1", "b1", "c1", "a2", "c2", "a3"]);
  assert.is(queue.size, 0);
});
test("an owner who may not have a turn is skipped, and keeps the place", () => {
  const queue = turnQueue();
  for (const item of ["a1", "a2", "b1"]) queue.add(item.charAt(0), item);
  assert.equal(
    all(queue, (owner) => owner !== "a"),
    ["b1"]
  );
  assert.equal(all(queue), ["a1", "a2"]);
});
test("what is taken away has no turn", () => {
  const queue = turnQueue();
  for (const item of ["a1", "b1", "b2"]) queue.add(item.charAt(0), item);
  assert.ok(queue.remove("a", "a1"));
  assert.not(queue.remove("a", "a1"));
  assert.ok(queue.remove("b", "b1"));
  assert.equal(queue.takeAll(), ["b2"]);
  assert.is(queue.next(), null);
  assert.is(queue.size, 0);
});
test.run();
//# sourceMappingURL=turnQueue.test.js.map
