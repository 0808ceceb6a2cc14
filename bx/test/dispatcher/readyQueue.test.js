// test/dispatcher/readyQueue.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { queueAndSlots, ready } from "./readyDelivery.js";
var test = suite("deliveries that are ready");
test("workspaces have their turns, however much one of them has waiting; the order of an endpoint stays", () => {
  const { queue } = queueAndSlots();
  const flood = Array.from({ length: 500 }, () => ready("loud", "a"));
  const others = Array.from({ length: 5 }, (_, n) => ready(`quiet${n}`, `q${n}`));
  for (const delivery of [...flood, ...others]) queue.add(delivery);
  const served = [];
  for (let one = queue.next(); one !== null; one = queue.next()) {
    served.push(one.delivery);
    one.slot.posted(50);
    one.slot.ended();
    queue.reconsider(one.delivery.endpointId);
  }
  assert.is(served.length, 505);
  assert.is(queue.size, 0);
  const places = others.map((delivery) => served.indexOf(delivery));
  assert.ok(Math.max(...places) < 12, String(places));
  assert.equal(
    served.filter(({ endpointId }) => endpointId === "a").map(({ deliveryId }) => deliveryId),
    flood.map(({ deliveryId }) => deliveryId)
  );
});
test("an endpoint that has all its slots waits for one of them, and is found then", () => {
  const { slots, queue } = queueAndSlots();
  slots.restore("e", "fast", null);
  for (let n = 0; n < 10; n++) queue.add(ready("w", "e"));
  const begun = Array.from({ length: 8 }, () => queue.next());
  assert.is(
    begun.every((one) => one !== null),
    true
  );
  assert.is(queue.next(), null);
  begun[3]?.slot.posted(50);
  queue.reconsider("e");
  assert.is.not(queue.next(), null);
  assert.is(queue.next(), null);
  assert.is(queue.waitingFor("e", "first"), 1);
});
test("what is handed over is bounded in number and bytes, and leaves room to others and to the index", () => {
  const { queue } = queueAndSlots();
  let taken = 0;
  while (queue.add(ready("w", "flood", 10))) taken++;
  assert.ok(taken > 2e3 && taken < 8e3, String(taken));
  assert.ok(queue.add(ready("v", "other", 10)));
  for (let n = 0; n < 200; n++) while (queue.add(ready(`w${n}`, `e${n}`, 10))) ;
  assert.not.ok(queue.add(ready("w", "flood", 10)));
  assert.ok(queue.add(ready("w", "flood")), "the index has room of its own");
  assert.ok(queue.add(ready("late", "late", 10)), "an endpoint with few is not left out");
  while (queue.add(ready("w", "flood"))) ;
  for (let n = 0; n < 8; n++)
    assert.ok(queue.add(ready("later", "later", 10)), `delivery ${n} of an endpoint with few`);
  assert.not.ok(queue.add(ready("later", "later", 10)));
  const large = queueAndSlots().queue;
  let bytes = 0;
  for (let n = 0; large.add(ready(`w${n}`, `e${n}`, 1e6)); n++) bytes += 1e6;
  assert.ok(bytes <= 32 * 1048576);
});
test("first attempts, retries and replays of an endpoint take turns, however many of one wait", () => {
  const { slots, queue } = queueAndSlots();
  slots.restore("e", "fast", null);
  const add = (kind, count) => {
    for (let n = 0; n < count; n++) queue.add({ ...ready("w", "e"), kind });
  };
  add("replay", 300);
  add("retry", 3);
  add("first", 3);
  const served = [];
  for (let one = queue.next(); served.length < 10 && one !== null; one = queue.next()) {
    served.push(one.delivery.kind);
    one.slot.posted(50);
    one.slot.ended();
    queue.reconsider("e");
  }
  const turn = ["first", "retry", "replay"];
  assert.equal(served, [...turn, ...turn, ...turn, "replay"]);
});
test("of an endpoint that is switched off nothing stays", () => {
  const { queue } = queueAndSlots();
  for (const endpointId of ["a", "b", "a"]) queue.add(ready("w", endpointId));
  assert.is(queue.remove("a").length, 2);
  assert.is(queue.next()?.delivery.endpointId, "b");
  assert.is(queue.next(), null);
});
function fill(queue, bytes) {
  let taken = 0;
  while (taken < 1e3 && queue.add(ready(`w${taken}`, `e${taken}`, bytes))) taken++;
  return taken;
}
function serveAll(queue) {
  for (let served = 0; ; served++) {
    const one = queue.next();
    if (one === null) return served;
    one.slot.posted(50);
    one.slot.ended();
    queue.reconsider(one.delivery.endpointId);
  }
}
function removeAll(queue) {
  return queue.endpoints().reduce((gone, endpointId) => gone + queue.remove(endpointId).length, 0);
}
for (const [what, bytes, most] of [
  ["number", -1, 32],
  ["bytes", 100, 10]
])
  test(`a queue that is full by ${what} takes as much again once it was served, or emptied`, () => {
    const { queue } = queueAndSlots({ maxWaiting: 16, maxBytes: 1e3 });
    assert.is(fill(queue, bytes), most);
    assert.is(serveAll(queue), most);
    assert.is(queue.size, 0);
    assert.is(fill(queue, bytes), most, "after everything was served");
    assert.is(removeAll(queue), most);
    assert.is(queue.size, 0);
    assert.is(fill(queue, bytes), most, "after everything was removed");
  });
test.run();
//# sourceMappingURL=readyQueue.test.js.map
