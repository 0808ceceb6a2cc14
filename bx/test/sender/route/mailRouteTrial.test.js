// test/sender/route/mailRouteTrial.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { mailRoute } from "../../../src/sender/route/mailRoute.js";
import { routeDoubts } from "../../../src/sender/route/routeDoubts.js";
import { manualClock } from "../../support/manualClock.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
import { seededRandom } from "../../support/seededRandom.js";
import { SEED } from "../../support/testRun.js";
var test = suite("trial of a mail route");
var fault = {
  outcome: "unsent",
  fault: "route",
  trouble: "refused",
  diagnostic: "out of order"
};
var fine = { outcome: "submitted", response: null };
var FIRST_MESSAGES = 3;
var LONG_MS = 6e4;
async function randomStep(random, model, bench, where) {
  const { route, clock } = bench;
  const { passes } = model;
  const { state } = route.report();
  const held = passes.reduce((sum, one) => sum + one.held, 0);
  const rooms = { open: Number.POSITIVE_INFINITY, closed: 0, trying: Math.max(0, FIRST_MESSAGES - held) };
  assert.is(route.room(), rooms[state], `the room of a route that is ${state} (${where})`);
  model.seen.add(state);
  const draw = random();
  if (draw < 0.4) {
    const wanted = 1 + Math.floor(random() * 5);
    const pass = await route.enter(wanted);
    assert.is(pass.granted, Math.min(wanted, rooms[state]), `what may begin (${where})`);
    passes.push({ pass, held: state === "trying" ? pass.granted : 0 });
  } else if (draw < 0.5) {
    const one = passes[Math.floor(random() * passes.length)];
    one?.pass.ended(`delivery-${model.deliveries++}`, random() < 0.7 ? fault : fine);
  } else if (draw < 0.85) {
    const [one] = passes.splice(Math.floor(random() * passes.length), 1);
    one?.pass.leave();
    if (random() < 0.3) one?.pass.leave();
  } else {
    await clock.advance(LONG_MS);
  }
}
function open() {
  const clock = manualClock();
  const route = mailRoute({
    mailer: { route: "relay", probe: async () => null },
    ...{ clock, ids: seededIds(), log: quietLog, metrics: noMetrics }
  });
  const stop = new AbortController();
  const running = route.run(stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { clock, route, end };
}
for (const run of [1, 2, 3])
  test(`a few transactions at once try a route, however they end (SEED=${SEED}, run ${run})`, async () => {
    const seed = SEED * 10 + run;
    const random = seededRandom(seed);
    const bench = open();
    const { clock, route, end } = bench;
    const model = { passes: [], seen: /* @__PURE__ */ new Set(), deliveries: 0 };
    for (let step = 0; step < 600; step++)
      await randomStep(random, model, bench, `SEED=${SEED}, run ${run}, step ${step}`);
    assert.equal([...model.seen].sort(), ["closed", "open", "trying"], "the run met every state");
    for (const { pass } of model.passes) pass.leave();
    const last = await route.enter(1);
    for (let n = 0; n < FIRST_MESSAGES; n++) last.ended(`last-${n}`, fault);
    last.leave();
    await clock.advance(LONG_MS);
    const { state } = route.report();
    assert.equal([state, route.room()], ["trying", FIRST_MESSAGES], `SEED=${SEED}, run ${run}`);
    await end();
  });
for (const run of [1, 2])
  test(`a failure is a delivery's own if others got through since its last (SEED=${SEED}, run ${run})`, () => {
    const random = seededRandom(SEED * 10 + run);
    const doubts = routeDoubts();
    const failed = /* @__PURE__ */ new Map();
    for (let step = 0; step < 3e3; step++) {
      const id = `delivery-${Math.floor(random() * 20)}`;
      if (random() < 0.2) {
        doubts.gotThrough(id);
        failed.delete(id);
        for (const other of failed.keys()) failed.set(other, true);
        continue;
      }
      const isOwn = failed.get(id) ?? false;
      assert.is(doubts.isItsOwn(id), isOwn, `${id} (SEED=${SEED}, run ${run}, step ${step})`);
      if (isOwn) failed.delete(id);
      else failed.set(id, false);
    }
  });
test("of more doubtful deliveries than the bound those that failed last are known", () => {
  const doubts = routeDoubts(2);
  for (const id of ["a", "b", "a", "c"]) doubts.isItsOwn(id);
  doubts.gotThrough("other");
  assert.equal(["c", "a", "b"].map(doubts.isItsOwn), [true, true, false]);
});
test.run();
//# sourceMappingURL=mailRouteTrial.test.js.map
