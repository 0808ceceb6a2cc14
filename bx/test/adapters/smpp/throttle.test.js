// test/adapters/smpp/throttle.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { throttle } from "../../../src/adapters/smpp/throttle.js";
import { manualClock } from "../../support/manualClock.js";
var test = suite("the window of submissions");
var OPEN = new AbortController().signal;
test("what comes to its turn after its time is not submitted, and gives its place on", async () => {
  const clock = manualClock();
  const flow = throttle(1, clock, OPEN);
  let answer = (_) => {
  };
  const first = flow.pass(() => new Promise((resolve) => answer = resolve), 1e3);
  const submitted = [];
  const pass = (n, untilMs) => flow.pass(async () => submitted.push(n), untilMs);
  const late = pass(2, 1e3);
  const next = pass(3, 6e4);
  clock.pass(1001);
  answer("taken");
  assert.is(await first, "taken");
  assert.is(await late, null);
  await next;
  assert.equal(submitted, [3]);
});
test("what a pause keeps until after its time is not submitted", async () => {
  const clock = manualClock();
  const flow = throttle(2, clock, OPEN);
  flow.slowDown();
  let isSubmitted = false;
  const late = flow.pass(async () => {
    isSubmitted = true;
  }, 100);
  await clock.advance(1e3);
  assert.is(await late, null);
  assert.not(isSubmitted);
});
test("a pause ends with the carrier\u2019s, and what waited in it is not submitted", async () => {
  const ending = new AbortController();
  const clock = manualClock();
  const flow = throttle(1, clock, ending.signal);
  flow.slowDown();
  const submitted = [];
  const passes = [1, 2].map((n) => flow.pass(async () => submitted.push(n), 6e4));
  ending.abort();
  assert.equal(await Promise.all(passes), [null, null]);
  assert.equal(submitted, []);
});
test("a window of refusals for being too fast doubles the pause, and what is answered otherwise halves it", async () => {
  const clock = manualClock();
  const flow = throttle(10, clock, OPEN);
  const pauses = [];
  const answeredWith = async (act) => {
    await Promise.all(Array.from({ length: 10 }, () => flow.pass(async () => {
    }, 1e6).then(act)));
    pauses.push(flow.closedForMs());
    await clock.advance(flow.closedForMs());
  };
  for (let windows = 0; windows < 9; windows += 1) await answeredWith(flow.slowDown);
  assert.equal(pauses, [200, 400, 800, 1600, 3200, 6400, 12800, 25600, 3e4]);
  await answeredWith(flow.speedUp);
  await answeredWith(flow.slowDown);
  assert.equal(pauses.slice(-2), [0, 200], "a window of other answers ends it");
});
test.run();
//# sourceMappingURL=throttle.test.js.map
