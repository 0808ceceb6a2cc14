// test/adapters/node/steppedClock.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { systemClock } from "../../../src/adapters/node/systemClock.js";
var test = suite("system clock that is stepped");
var { now } = Date;
test.after.each(() => {
  Date.now = now;
});
var stepBy = (ms) => {
  Date.now = () => now() + ms;
};
for (const stepMs of [36e5, -36e5, 864e5, -864e5]) {
  test(`a sleep lasts as long as it lasts, also when the clock is stepped by ${stepMs / 36e5} hours`, async () => {
    const startedAtMs = systemClock.monotonicMs();
    const stop = new AbortController();
    const slept = systemClock.sleep(60, stop.signal).then(() => "slept");
    stepBy(stepMs);
    const wallMs = systemClock.nowMs();
    assert.ok(Math.abs(wallMs - now() - stepMs) < 6e4, "the wall clock shows it");
    const outcome = await Promise.race([slept, inTurns(6e4)]);
    stop.abort();
    assert.is(outcome, "slept");
    assert.ok(systemClock.monotonicMs() - startedAtMs >= 59, "and not shorter");
  });
}
test("the monotonic reading never goes back", () => {
  let last = systemClock.monotonicMs();
  for (let n = 0; n < 1e3; n++) {
    stepBy(-n * 1e3);
    const read = systemClock.monotonicMs();
    assert.ok(read >= last);
    last = read;
  }
});
function inTurns(ms) {
  return new Promise((resolve) => setTimeout(() => resolve("still sleeping"), ms).unref());
}
test.run();
//# sourceMappingURL=steppedClock.test.js.map
