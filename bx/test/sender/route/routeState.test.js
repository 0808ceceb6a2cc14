// test/sender/route/routeState.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { instant } from "../../../src/ports/clock.js";
import { routeState } from "../../../src/sender/route/routeState.js";
import { manualClock } from "../../support/manualClock.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededRandom } from "../../support/seededRandom.js";
import { SEED } from "../../support/testRun.js";
var test = suite("route state");
var fault = (trouble = "connection") => ({
  outcome: "unsent",
  fault: "route",
  trouble,
  diagnostic: "out of order"
});
function bench() {
  const clock = manualClock();
  const counted = { closed: 0, opened: 0, closings: 0, probes: [], closedForMs: [] };
  const reports = [];
  const gauges = [];
  const state = routeState({
    mailer: { route: "relay" },
    clock,
    log: {
      ...quietLog,
      error: () => {
        counted.closed++;
      },
      info: (fields) => {
        counted.opened++;
        counted.closedForMs.push(fields.closedForMs);
      }
    },
    metrics: {
      ...noMetrics,
      gauge: (_, value) => gauges.push(value),
      count: (name, labels) => {
        if (name === "postledger_mail_route_closings_total") counted.closings++;
        else counted.probes.push(labels?.answer ?? "");
      }
    },
    onChange: (report) => reports.push(report)
  });
  return { clock, state, counted, reports, gauges };
}
test("a probe that fails late closes no route that is open again, and none that is being tried", () => {
  const open = bench().state;
  open.close(fault(), false);
  open.open();
  open.answered(fault());
  assert.is(open.now().at, "open");
  const trying = bench().state;
  trying.close(fault(), true);
  trying.answered(null);
  trying.answered(fault());
  assert.is(trying.now().at, "trying");
});
test("a probe that succeeds late opens no route that is being tried", () => {
  const { state, counted } = bench();
  state.close(fault(), true);
  state.answered(null);
  assert.is(state.now().at, "trying");
  state.answered(null);
  assert.is(state.now().at, "trying");
  assert.is(counted.opened, 0);
});
test("a late answer still counts as a probe", () => {
  const { state, counted } = bench();
  state.answered(null);
  state.answered(fault("tls"));
  assert.equal(counted.probes, ["fine", "tls"]);
});
function closed(model, trouble, answersProbes) {
  Object.assign(model, { at: "closed", trouble, answersProbes });
}
function opened(model) {
  Object.assign(model, { at: "open", trouble: null, answersProbes: false });
}
function answered(model, trouble) {
  if (model.at !== "closed") return;
  if (trouble !== null) closed(model, trouble, false);
  else if (model.answersProbes) model.at = "trying";
  else opened(model);
}
function randomEvents(seed, steps) {
  const random = seededRandom(seed);
  const { clock, state, counted, reports, gauges } = bench();
  const model = { at: "open", trouble: null, answersProbes: false };
  const expected = { closings: 0, openings: 0, probes: 0, changes: 0 };
  let since = instant(clock.nowMs());
  let closedAtMs = 0;
  for (let step = 0; step < steps; step++) {
    clock.pass(1 + Math.floor(random() * 1e3));
    const before = { ...model };
    const trouble = random() < 0.5 ? "connection" : "refused";
    const draw = random();
    if (draw < 0.3) {
      const answersProbes = random() < 0.5;
      state.close(fault(trouble), answersProbes);
      closed(model, trouble, answersProbes);
    } else if (draw < 0.8) {
      const answer = random() < 0.5 ? null : trouble;
      state.answered(answer === null ? null : fault(answer));
      answered(model, answer);
      expected.probes++;
    } else {
      state.open();
      opened(model);
    }
    if (before.at === "open" !== (model.at === "open")) since = instant(clock.nowMs());
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    if (before.at === "open" && model.at !== "open") {
      expected.closings++;
      closedAtMs = clock.monotonicMs();
    }
    if (before.at !== "open" && model.at === "open") {
      expected.openings++;
      assert.is(counted.closedForMs.at(-1), clock.monotonicMs() - closedAtMs, where);
    }
    const report = { route: "relay", state: model.at, trouble: model.trouble, since };
    assert.equal(state.report(), report, where);
    assert.is(state.now().at, model.at, where);
    if (reports.length > expected.changes) assert.equal(reports.at(-1), report, where);
    assert.is(gauges.at(-1) ?? 1, model.at === "open" ? 1 : 0, where);
    if (before.at !== model.at || before.trouble !== model.trouble)
      assert.ok(reports.length > expected.changes, `the change was not reported (${where})`);
    expected.changes = reports.length;
    assert.equal([counted.closed, counted.closings], [expected.closings, expected.closings], where);
    assert.equal([counted.opened, counted.probes.length], [expected.openings, expected.probes], where);
  }
}
for (const run of [1, 2, 3])
  test(`random events leave the state that a table of them says (SEED=${SEED}, run ${run})`, () => randomEvents(SEED * 10 + run, 2e3));
test.run();
//# sourceMappingURL=routeState.test.js.map
