// test/sender/route/mailRoute.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { mailRoute } from "../../../src/sender/route/mailRoute.js";
import { manualClock } from "../../support/manualClock.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("mail route");
var fault = {
  outcome: "unsent",
  fault: "route",
  trouble: "connection",
  diagnostic: "421 4.3.2 user@a.example: going down"
};
var fine = { outcome: "submitted", response: null };
function bench() {
  const clock = manualClock();
  const logged = [];
  const reports = [];
  const gauges = [];
  const probedAtMs = [];
  const parts = { answer: null };
  const stop = new AbortController();
  const route = mailRoute({
    mailer: {
      route: "relay",
      async probe() {
        probedAtMs.push(clock.monotonicMs());
        return parts.answer;
      }
    },
    clock,
    ids: seededIds(),
    log: {
      ...quietLog,
      error: (_, message) => logged.push(message),
      info: (_, message) => logged.push(message)
    },
    metrics: { ...noMetrics, gauge: (_, value) => gauges.push(value) },
    onChange: (report) => reports.push(report)
  });
  const running = route.run(stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { clock, logged, reports, gauges, probedAtMs, parts, route, end };
}
test("closes for all, probes with growing pauses, opens when it answers, and says each once", async () => {
  const { clock, logged, reports, gauges, probedAtMs, parts, route, end } = bench();
  parts.answer = fault;
  assert.is((await route.enter(5)).granted, 0);
  assert.is((await route.enter(5)).granted, 0);
  assert.is(probedAtMs.length, 1, "no other message tries it");
  await clock.advance(6e5);
  const pauses = probedAtMs.slice(1).map((atMs, n) => atMs - (probedAtMs[n] ?? 0));
  for (const [n, ms] of [1e3, 2e3, 4e3, 8e3, 1e4, 1e4, 1e4].entries())
    assert.ok((pauses[n] ?? 0) >= ms / 2 && (pauses[n] ?? 0) <= ms, `pause ${n}: ${pauses[n]}`);
  assert.ok(new Set(pauses.slice(5)).size > 5, "jittered");
  assert.is(logged.length, 1);
  assert.equal([route.report().state, route.report().trouble], ["closed", "connection"]);
  assert.not.match(JSON.stringify(reports), /a\.example/, "what everybody may read names no account");
  parts.answer = null;
  await clock.advance(1e4);
  assert.is(route.report().state, "open");
  assert.is((await route.enter(5)).granted, 5);
  assert.is(logged.length, 2);
  assert.equal([gauges[0], gauges.at(-1), Math.min(...gauges)], [1, 1, 0]);
  await end();
});
test("a route that answers and refuses is tried every 15 to 30 seconds in the end", async () => {
  const { clock, probedAtMs, parts, route, end } = bench();
  parts.answer = { ...fault, trouble: "refused" };
  await route.enter(1);
  await clock.advance(36e5);
  const late = probedAtMs.filter((atMs) => atMs > 18e5);
  assert.ok(late.length >= 60 && late.length <= 121, `${late.length} in half an hour`);
  await end();
});
test("a log-in that fails is tried once a minute at most", async () => {
  const { clock, probedAtMs, parts, route, end } = bench();
  parts.answer = { ...fault, trouble: "authentication" };
  await route.enter(1);
  await clock.advance(36e5);
  const late = probedAtMs.filter((atMs) => atMs > 18e5);
  assert.ok(late.length >= 30 && late.length <= 61, `${late.length} in half an hour`);
  await end();
});
test("a route that answers and takes nothing lets a few go first, and opens when it took one", async () => {
  const { clock, logged, route, end } = bench();
  const { granted, ended, leave } = await route.enter(5);
  assert.is(granted, 5);
  for (let n = 0; n < 5; n++) assert.is(ended(`d${n}`, fault).outcome, "unsent");
  leave();
  assert.is(route.report().state, "closed");
  await clock.advance(1e3);
  assert.is(route.report().state, "trying");
  const first = await route.enter(5);
  assert.is(first.granted, 3);
  assert.is((await route.enter(5)).granted, 0, "no others while they are under way");
  for (let n = 5; n < 8; n++) first.ended(`d${n}`, fault);
  first.leave();
  assert.is(route.report().state, "closed");
  assert.is(logged.length, 1);
  await clock.advance(2e3);
  const second = await route.enter(5);
  second.ended("d1", fine);
  second.leave();
  assert.is(route.report().state, "open");
  assert.is(logged.length, 2);
  await end();
});
test("a transaction that fails alone closes nothing; what a server says of a recipient shows that the route works", async () => {
  const { route, end } = bench();
  const pass = await route.enter(9);
  pass.ended("d1", fault);
  pass.ended("d2", fault);
  pass.ended("d3", { outcome: "deferred", fault: "recipient", diagnostic: "450" });
  pass.ended("d4", fault);
  pass.ended("d5", fault);
  assert.is(route.report().state, "open");
  assert.equal(pass.ended("d1", fault), {
    outcome: "deferred",
    fault: "message",
    diagnostic: fault.diagnostic
  });
  pass.ended("d6", fault);
  assert.is(route.report().state, "closed");
  pass.leave();
  await end();
});
test("messages for which no connection was free say nothing of the route, nor of themselves", async () => {
  const { clock, logged, route, end } = bench();
  const pass = await route.enter(9);
  pass.ended("d1", fault);
  pass.ended("d2", fault);
  for (const id of ["d1", "d2", "d3", "d4"])
    assert.equal(pass.ended(id, { outcome: "waiting" }), { outcome: "waiting" });
  assert.equal([route.report().state, logged.length], ["open", 0]);
  pass.ended("d5", fault);
  assert.is(route.report().state, "closed", "nor do they show that it works");
  pass.leave();
  await clock.advance(1e3);
  const first = await route.enter(3);
  first.ended("d1", { outcome: "waiting" });
  assert.is(route.report().state, "trying");
  first.leave();
  assert.is(route.room(), 3);
  await end();
});
test("a probe that fails after a message got through leaves the route open", async () => {
  const { clock, probedAtMs, parts, route, end } = bench();
  const { ended, leave } = await route.enter(5);
  for (let n = 0; n < 4; n++) ended(`d${n}`, fault);
  assert.is(route.report().state, "closed");
  let answer = () => {
  };
  parts.answer = new Promise((resolve) => {
    answer = resolve;
  });
  const before = probedAtMs.length;
  await clock.advance(1e3);
  assert.is(probedAtMs.length, before + 1, "the probe is under way");
  ended("d4", fine);
  leave();
  assert.is(route.report().state, "open");
  answer(fault);
  await clock.advance(0);
  assert.equal([route.report().state, route.room()], ["open", Number.POSITIVE_INFINITY]);
  await end();
});
test.run();
//# sourceMappingURL=mailRoute.test.js.map
