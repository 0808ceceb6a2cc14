// test/commands/kernel/appendWithRetry.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { appendWithRetry } from "../../../src/commands/kernel/appendWithRetry.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { manualClock } from "../../support/manualClock.js";
var test = suite("persisting what has happened");
function logAwayFor(awayMs, signal) {
  const clock = manualClock();
  const triedAtMs = [];
  const append = async () => {
    triedAtMs.push(clock.monotonicMs());
    if (clock.monotonicMs() < awayMs) throw new EventStoreUnavailable("away");
    return "appended";
  };
  const outcome = { value: "pending" };
  const settle = (value) => {
    outcome.value = value;
  };
  const done = appendWithRetry(clock, append, signal).then(settle, settle);
  return { clock, triedAtMs, outcome, done };
}
test("without a signal it tries four times within 2.6 seconds, and then gives up", async () => {
  const { clock, triedAtMs, outcome } = logAwayFor(Number.POSITIVE_INFINITY);
  await clock.advance(2599);
  assert.is(outcome.value, "pending");
  await clock.advance(1);
  assert.instance(outcome.value, EventStoreUnavailable);
  assert.equal(triedAtMs, [0, 100, 600, 2600]);
  assert.is(clock.sleepers, 0);
});
test("without a signal it ends with the first append that succeeds", async () => {
  const { clock, triedAtMs, outcome } = logAwayFor(500);
  await clock.advance(600);
  assert.is(outcome.value, "appended");
  assert.equal(triedAtMs, [0, 100, 600]);
  assert.is(clock.sleepers, 0);
});
for (const awayMs of [1e4, 6e5])
  test(`with a signal it retries while the log is away for ${awayMs} ms`, async () => {
    const { clock, triedAtMs, outcome } = logAwayFor(awayMs, new AbortController().signal);
    await clock.advance(awayMs - 1);
    assert.is(outcome.value, "pending");
    await clock.advance(5001);
    assert.is(outcome.value, "appended");
    const pauses = triedAtMs.slice(1).map((atMs, at) => atMs - (triedAtMs[at] ?? 0));
    assert.ok(Math.max(...pauses) <= 5e3, `a pause of ${Math.max(...pauses)} ms`);
    assert.is(clock.sleepers, 0);
  });
test("an abort ends the pause, and one last append is tried", async () => {
  const stop = new AbortController();
  const { clock, triedAtMs, outcome, done } = logAwayFor(Number.POSITIVE_INFINITY, stop.signal);
  await clock.advance(1e4);
  const tried = triedAtMs.length;
  stop.abort();
  await done;
  assert.instance(outcome.value, EventStoreUnavailable);
  assert.is(triedAtMs.length, tried + 1);
  assert.is(clock.sleepers, 0);
});
test("a service that is about to stop waits as long as without a signal", async () => {
  const { clock, triedAtMs, outcome } = logAwayFor(Number.POSITIVE_INFINITY, AbortSignal.abort());
  await clock.advance(2600);
  assert.instance(outcome.value, EventStoreUnavailable);
  assert.equal(triedAtMs, [0, 100, 600, 2600]);
});
test("any other error is thrown at once", async () => {
  const broken = new Error("broken");
  let tries = 0;
  const append = async () => {
    tries += 1;
    throw broken;
  };
  const signal = new AbortController().signal;
  assert.is(await appendWithRetry(manualClock(), append, signal).catch((error) => error), broken);
  assert.is(tries, 1);
});
test.run();
//# sourceMappingURL=appendWithRetry.test.js.map
