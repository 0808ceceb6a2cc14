// test/api/slowBodies.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { slowBodies } from "../../src/api/slowBodies.js";
import { manualClock } from "../support/manualClock.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("slow bodies: a naive model");
var LOOK_EVERY_MS = 5e3;
var STRETCH_MS = 2e4;
var LOWEST_BYTES_A_SECOND = 1e3;
var MOST_BODIES = 6;
var OPERATIONS = 300;
function lookAt(nowMs, watched) {
  const over = watched.filter(({ sinceMs }) => nowMs - sinceMs >= STRETCH_MS);
  const isSlow = ({ received, before, sinceMs }) => received - before < LOWEST_BYTES_A_SECOND * (nowMs - sinceMs) / 1e3;
  const slow = over.filter(isSlow);
  for (const one of over) Object.assign(one, { sinceMs: nowMs, before: one.received });
  return slow;
}
async function simulate(seed) {
  const random = seededRandom(seed);
  const clock = manualClock();
  const slow = slowBodies(clock);
  const givenUp = [];
  const expected = [];
  let watched = [];
  let nextLookMs = null;
  let passedMs = 0;
  const begin = (name) => {
    const one = { name, received: 0, sinceMs: passedMs, before: 0, unwatch: () => {
    } };
    one.unwatch = slow.watch({ received: () => one.received, giveUp: () => givenUp.push(name) });
    watched.push(one);
    nextLookMs ??= passedMs + LOOK_EVERY_MS;
  };
  const wait = async (ms) => {
    const untilMs = passedMs + ms;
    await clock.advance(ms);
    while (nextLookMs !== null && nextLookMs <= untilMs) {
      const slowOnes = lookAt(nextLookMs, watched);
      expected.push(...slowOnes.map(({ name }) => name));
      watched = watched.filter((one) => !slowOnes.includes(one));
      nextLookMs = watched.length > 0 ? nextLookMs + LOOK_EVERY_MS : null;
    }
    passedMs = untilMs;
  };
  for (let step = 0; step < OPERATIONS; step++) {
    const choice = random();
    const one = watched[Math.floor(random() * watched.length)];
    if (choice < 0.2 && watched.length < MOST_BODIES) begin(`body ${step}`);
    else if (choice < 0.35 && one !== void 0) {
      one.unwatch();
      watched = watched.filter((other) => other !== one);
    } else await arriveAndWait(random, watched, wait);
    assert.equal(givenUp, expected, `given up: seed ${seed}, step ${step}`);
  }
  assert.ok(expected.length > 5, `too few bodies were slow to say anything, seed ${seed}`);
  for (const { unwatch } of watched) unwatch();
  watched = [];
  await wait(LOOK_EVERY_MS);
  assert.is(clock.sleepers, 0, `nothing is watched, so nothing waits, seed ${seed}`);
  begin("late");
  await wait(STRETCH_MS);
  assert.is(givenUp.at(-1), "late", `watching begins again, seed ${seed}`);
}
async function arriveAndWait(random, watched, wait) {
  const ms = Math.ceil(random() * 2 * LOOK_EVERY_MS);
  for (const one of watched)
    one.received += Math.floor(random() * 2.5 * LOWEST_BYTES_A_SECOND * ms / 1e3);
  await wait(ms);
}
for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`random bodies are given up when they are too slow, seed ${seed}`, () => simulate(seed));
test("once closed it waits for nothing and gives nothing up", async () => {
  const clock = manualClock();
  const slow = slowBodies(clock);
  let givenUp = 0;
  for (let n = 0; n < 3; n++) slow.watch({ received: () => 0, giveUp: () => givenUp++ });
  assert.is(clock.sleepers, 1);
  slow.close();
  assert.is(clock.sleepers, 0);
  await clock.advance(10 * STRETCH_MS);
  assert.is(givenUp, 0);
});
test.run();
//# sourceMappingURL=slowBodies.test.js.map
