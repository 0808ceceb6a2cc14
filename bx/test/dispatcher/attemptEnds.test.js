// test/dispatcher/attemptEnds.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { answered, failed, fixture, MINUTE_MS } from "./workerFixture.js";
var test = suite("how an attempt at a webhook delivery ends");
var reset = { outcome: "failed", reason: "reset", detail: "x" };
test("the next attempt is counted from the end of an attempt that took its time", async () => {
  const { run, clock, store, work } = await fixture(() => {
    clock.pass(5e3);
    return answered(500);
  });
  const startedAtMs = clock.nowMs();
  const end = await run();
  assert.is(end.is, "failed");
  assert.is(end.is === "failed" && end.pauseMs, MINUTE_MS);
  assert.is(Date.parse(store.log.at(-1)?.metadata.at ?? ""), startedAtMs + 5e3);
  assert.is(work()?.dueAtMs, startedAtMs + 5e3 + MINUTE_MS);
});
test("the next attempt is counted from the end of an attempt whose outcome could not be written at once", async () => {
  const { run, clock, store, history } = await fixture(() => {
    store.failNext(new EventStoreUnavailable("no space is left"));
    return answered(500);
  });
  const startedMs = clock.monotonicMs();
  const running = run().then((end2) => ({ end: end2, tookMs: clock.monotonicMs() - startedMs }));
  await clock.advance(1e4);
  const { end, tookMs } = await running;
  assert.ok(tookMs > 0, "it was written at once");
  assert.is(history().length, 1);
  assert.is(end.is === "failed" && end.pauseMs, MINUTE_MS - tookMs);
});
test("a failure that took more than two seconds counts as silence, a quicker one says nothing", async () => {
  for (const [outcome, tookMs, what] of [
    [reset, 2e3, "nothing"],
    [reset, 2001, "silence"],
    [failed("address_refused"), 3e3, "silence"],
    [failed("timeout"), 500, "silence"]
  ]) {
    const { run, clock, heard } = await fixture(() => {
      clock.pass(tookMs);
      return outcome;
    });
    await run();
    assert.equal(heard, [what], `${tookMs} ms`);
  }
});
test("a look that comes too early ends without a post and is not over; a look after the end is over", async () => {
  const { run, clock, posts, store } = await fixture((_, attempt) => answered(attempt === 1 ? 500 : 200));
  const position = () => store.log.at(-1)?.position;
  await run();
  assert.equal(await run(), { is: "done", position: position() });
  assert.is(posts.length, 1);
  await clock.advance(MINUTE_MS);
  await run();
  assert.is(posts.length, 2);
  assert.equal(await run(), { is: "done", position: position() });
  assert.is(posts.length, 2);
});
test("an outcome that cannot be written for another reason than a conflict is a fault of the attempt", async () => {
  const fault = new Error("the disk is full");
  const { run, posts, store, history } = await fixture((_, attempt) => {
    if (attempt === 1) store.failNext(fault);
    return answered(200);
  });
  let thrown = null;
  await run().catch((error) => {
    thrown = error;
  });
  assert.is(thrown, fault);
  assert.equal(history(), []);
  await run();
  assert.is(posts.length, 2);
  assert.is(history()[0]?.type, "WebhookDelivered");
});
test.run();
//# sourceMappingURL=attemptEnds.test.js.map
