// test/runtime/randomInFlight.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { inFlight } from "../../src/runtime/inFlight.js";
import { manualClock } from "../support/manualClock.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
import { positionOf } from "./workTable.js";
var test = suite("items in flight, random operations");
var ASK_EVERY_MS = 100;
var MAX_LAG = 3;
var STEPS = 3e3;
async function randomItems(seed, keys) {
  const random = seededRandom(seed);
  const draw = (below) => Math.floor(random() * below);
  const clock = manualClock();
  const ways = /* @__PURE__ */ new Map();
  let [logEnd, reached, passed, asked, askAtMs] = [MAX_LAG, 0, 0, 0, 0];
  let isMissed = false;
  const items = inFlight(async () => {
    asked++;
    return positionOf(reached);
  }, clock);
  const heldCount = () => [...ways.values()].filter((way) => way !== "flying").length;
  const letGo = async (where) => {
    const willAsk = heldCount() > 0 && clock.monotonicMs() >= askAtMs;
    const before = asked;
    await items.letGo();
    assert.is(asked - before, willAsk ? 1 : 0, `questions to the index (${where})`);
    if (!willAsk) return;
    [passed, askAtMs, isMissed] = [reached, clock.monotonicMs() + ASK_EVERY_MS, false];
    for (const [key, way] of ways) {
      if (way === "flying") continue;
      const isGone = way.until <= passed && !items.has(key);
      if (way.logEnd <= passed || isGone) ways.delete(key);
      else isMissed ||= way.until <= passed;
    }
  };
  const operate = async (key, what, where) => {
    const way = ways.get(key);
    if (what < 0.3) {
      assert.is(items.begin(key), way !== "flying", `begin ${key} (${where})`);
      ways.set(key, "flying");
    } else if (what < 0.5 && way === "flying") {
      logEnd++;
      const until = logEnd - draw(MAX_LAG);
      items.hold(key, positionOf(until));
      if (until <= passed) ways.delete(key);
      else ways.set(key, { until, logEnd });
    } else if (what < 0.6 && way === "flying") {
      items.end(key);
      ways.delete(key);
    } else if (what < 0.75) {
      assert.is(items.has(key), ways.has(key), `${key} (${where})`);
      isMissed ||= way !== void 0 && way !== "flying";
    } else if (what < 0.85) clock.pass(draw(150));
    else if (what < 0.92) reached += draw(logEnd - reached + 1);
    else await letGo(where);
  };
  for (let step = 0; step < STEPS; step++) {
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    await operate(`item-${draw(keys)}`, random(), where);
    assert.is(items.held, heldCount(), where);
    const inMs = isMissed && heldCount() > 0 ? Math.max(0, askAtMs - clock.monotonicMs()) : Number.POSITIVE_INFINITY;
    assert.is(items.nextInMs(), inMs, where);
  }
  for (const [key, way] of ways) if (way === "flying") items.end(key);
  clock.pass(ASK_EVERY_MS);
  reached = logEnd;
  await items.letGo();
  for (let key = 0; key < keys; key++) assert.not(items.has(`item-${key}`), `item-${key} (run ${seed})`);
  assert.equal([items.held, items.nextInMs()], [0, Number.POSITIVE_INFINITY]);
}
for (const run of [1, 2, 3])
  test(`they are known as in a plain map (SEED=${SEED}, run ${run})`, () => randomItems(SEED * 10 + run, 8 * run));
test("an item whose outcome comes out of the order of the log is never let go too early", async () => {
  const random = seededRandom(SEED);
  const clock = manualClock();
  const held = /* @__PURE__ */ new Map();
  let reached = 0;
  const items = inFlight(async () => positionOf(reached), clock);
  for (let step = 0; step < 1e3; step++) {
    const key = `item-${Math.floor(random() * 50)}`;
    const position = reached + 1 + Math.floor(random() * 40);
    items.hold(key, positionOf(position));
    held.set(key, position);
    reached += Math.floor(random() * 3);
    clock.pass(ASK_EVERY_MS);
    await items.letGo();
    for (const [one, until] of held)
      if (until > reached) assert.ok(items.has(one), `${one} was let go (SEED=${SEED}, step ${step})`);
  }
  reached = Math.max(...held.values());
  clock.pass(ASK_EVERY_MS);
  await items.letGo();
  assert.is(items.held, 0, `nothing stays once the index has passed everything (SEED=${SEED})`);
});
test.run();
//# sourceMappingURL=randomInFlight.test.js.map
