// test/dispatcher/backpressure.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { fanOutBackpressure } from "../../src/dispatcher/backpressure.js";
import { countedSignal } from "../support/countedSignal.js";
import { manualClock } from "../support/manualClock.js";
var test = suite("the pressure of an endpoint");
var MUCH = 33;
var LITTLE = 32;
async function isOver(wait) {
  let over = false;
  void wait?.then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}
test("who has little waiting is at pressure", () => {
  const pressure = fanOutBackpressure(manualClock(), new AbortController().signal);
  assert.is(pressure.wait("one", LITTLE), null);
});
test("given much waits, when enough of it has begun, then all who wait go on", async () => {
  const pressure = fanOutBackpressure(manualClock(), new AbortController().signal);
  const waits = [pressure.wait("one", MUCH), pressure.wait("one", MUCH + 1)];
  pressure.left("another", 0);
  pressure.left("one", MUCH);
  for (const wait of waits) assert.not.ok(await isOver(wait));
  pressure.left("one", LITTLE);
  for (const wait of waits) assert.ok(await isOver(wait));
});
test("given nothing begins, then it goes on a moment later, and waits again", async () => {
  const clock = manualClock();
  const pressure = fanOutBackpressure(clock, new AbortController().signal);
  const wait = pressure.wait("one", MUCH);
  await clock.advance(49);
  assert.not.ok(await isOver(wait));
  await clock.advance(1);
  assert.ok(await isOver(wait));
  assert.not.ok(await isOver(pressure.wait("one", MUCH)));
});
test("given the service stops, then nothing waits", async () => {
  const stop = new AbortController();
  const pressure = fanOutBackpressure(manualClock(), stop.signal);
  const wait = pressure.wait("one", MUCH);
  stop.abort();
  assert.ok(await isOver(wait));
  assert.is(pressure.wait("one", MUCH), null);
});
test("a wait that is over leaves no listener and no sleeper, however it has ended", async () => {
  const clock = manualClock();
  const { controller, listeners } = countedSignal();
  const pressure = fanOutBackpressure(clock, controller.signal);
  for (let n = 0; n < 10; n++) {
    const wait = pressure.wait(`e${n}`, MUCH);
    if (n % 2 === 0) pressure.left(`e${n}`, LITTLE);
    await clock.advance(50);
    assert.ok(await isOver(wait));
  }
  assert.is(listeners(), 0);
  assert.is(clock.sleepers, 0);
});
test.run();
//# sourceMappingURL=backpressure.test.js.map
