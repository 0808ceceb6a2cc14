// test/adapters/node/promMetrics.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { promMetrics } from "../../../src/adapters/node/promMetrics.js";
import { declaredMetrics } from "../../../src/ports/declaredMetrics.js";
var test = suite("issue 27, 7: metrics");
var everyMetric = Object.entries(declaredMetrics);
test("counters, gauges and timings are shown by name and label", async () => {
  const metrics = promMetrics();
  metrics.count("postledger_redis_calls_total");
  metrics.count("postledger_eventstore_retries_total", { call: "x" });
  metrics.count("postledger_eventstore_retries_total", { call: "x" }, 4);
  metrics.count("postledger_eventstore_retries_total", { call: 'y"\n' });
  metrics.gauge("postledger_http_body_bytes", 7);
  metrics.gauge("postledger_http_body_bytes", 3);
  metrics.timing("postledger_worker_item_seconds", 30, { worker: "email" });
  const text = await metrics.exposition();
  assert.match(text, /^postledger_redis_calls_total 1$/m);
  assert.match(text, 'postledger_eventstore_retries_total{call="x"} 5');
  assert.match(text, 'postledger_eventstore_retries_total{call="y\\"\\n"} 1');
  assert.match(text, /^postledger_http_body_bytes 3$/m);
  assert.match(text, 'postledger_worker_item_seconds_bucket{le="0.05",worker="email"} 1');
  assert.match(text, 'postledger_worker_item_seconds_bucket{le="0.025",worker="email"} 0');
  assert.match(text, 'postledger_worker_item_seconds_sum{worker="email"} 0.03');
  assert.match(text, "process_resident_memory_bytes");
});
test("gauges can be asked for, with those of another process", async () => {
  const [metrics, other] = [promMetrics(), promMetrics()];
  metrics.gauge("postledger_data_free_bytes", 7);
  other.gauge("postledger_worker_due_lanes", 2, { worker: "email" });
  other.gauge("postledger_worker_in_flight", 3, { worker: "email" });
  const names = [
    "postledger_data_free_bytes",
    "postledger_worker_due_lanes",
    "postledger_carrier_bound"
  ];
  assert.equal(await metrics.gauges(names, await other.snapshot()), [
    { name: "postledger_data_free_bytes", labels: {}, value: 7 },
    { name: "postledger_worker_due_lanes", labels: { worker: "email" }, value: 2 }
  ]);
  assert.is((await metrics.gauges(names)).length, 1);
});
test("labels that were not declared do no harm, one that is missing is empty", async () => {
  const metrics = promMetrics();
  metrics.count("postledger_eventstore_retries_total", { other: "y" });
  metrics.count("postledger_eventstore_retries_total");
  assert.match(await metrics.exposition(), 'postledger_eventstore_retries_total{call=""} 2');
});
test("two sets of metrics are apart", async () => {
  promMetrics().count("postledger_redis_calls_total");
  assert.match(await promMetrics().exposition(), /^postledger_redis_calls_total 0$/m);
});
test("the first scrape has every metric with a HELP of its own and its type, and zeros of all labels that are known", async () => {
  const lines = new Set((await promMetrics().exposition()).split("\n"));
  for (const [name, { type, help, labels, fromStart }] of everyMetric) {
    assert.is(lines.has(`# HELP ${name} ${help}`), fromStart, name);
    assert.is(lines.has(`# TYPE ${name} ${type}`), fromStart, name);
    const all = Object.entries(labels);
    if (!fromStart || all.some(([, values2]) => values2.length === 0)) continue;
    const end = type === "histogram" ? "_count" : "";
    const [label, values] = all[0] ?? [null, []];
    if (label === null) assert.ok(lines.has(`${name}${end} 0`), name);
    for (const value of values)
      assert.ok(lines.has(`${name}${end}{${label}="${value}"} 0`), `${name} ${value}`);
  }
});
test("names end in their base unit, counters in _total, and no HELP is said twice", () => {
  for (const [name, { type, help }] of everyMetric) {
    assert.match(name, /^postledger_[a-z]+(_[a-z]+)+$/);
    assert.not.match(name, /_(ms|milliseconds|kb|mb)$/);
    assert.is(name.endsWith("_total"), type === "counter", name);
    if (type === "histogram") assert.match(name, /_seconds$/);
    assert.match(help, /^[A-Z1].*\.$/, name);
  }
  assert.is(new Set(everyMetric.map(([, { help }]) => help)).size, everyMetric.length);
});
test.run();
//# sourceMappingURL=promMetrics.test.js.map
