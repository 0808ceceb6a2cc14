// src/adapters/node/promMetrics.ts
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { declaredMetrics } from "../../ports/declaredMetrics.js";
var EVENT_LOOP_LOOK_MS = 250;
var BUCKETS_SECONDS = [1e-3, 2e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
function promMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  const made = /* @__PURE__ */ new Map();
  const metricOf = (name) => {
    const known = made.get(name);
    if (known !== void 0) return known;
    const metric = make(name, registry);
    made.set(name, metric);
    return metric;
  };
  for (const [name, { fromStart }] of Object.entries(declaredMetrics))
    if (fromStart) metricOf(name).begin();
  return {
    count: (name, labels = {}, by = 1) => metricOf(name).add(labels, by),
    gauge: (name, value, labels = {}) => metricOf(name).add(labels, value),
    timing: (name, ms, labels = {}) => metricOf(name).add(labels, ms / 1e3),
    snapshot: () => registry.getMetricsAsJSON(),
    gauges: async (names, other = []) => [...await registry.getMetricsAsJSON(), ...other].flatMap((metric) => {
      const { name, values } = metric;
      return names.includes(name) ? values.map(({ labels, value }) => ({ name, labels, value })) : [];
    }),
    exposition: async (other) => {
      if (other === void 0) return registry.metrics();
      const all = [
        labelled(await registry.getMetricsAsJSON(), {}),
        labelled(other.metrics, { process: other.process })
      ];
      return AggregatorRegistry.aggregate(
        all
      ).metrics();
    }
  };
}
function labelled(metrics, label) {
  return metrics.map(
    (metric) => ({
      ...metric,
      aggregator: "sum",
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, ...label } }))
    })
  );
}
function make(name, registry) {
  const { type, help, labels } = declaredMetrics[name];
  const labelNames = Object.keys(labels);
  const description = { name, help, labelNames, registers: [registry] };
  const fit = (given) => {
    const names = Object.keys(given);
    if (names.length === labelNames.length && names.every((name2) => name2 in labels)) return given;
    return Object.fromEntries(labelNames.map((label) => [label, given[label] ?? ""]));
  };
  const eachOf = (show) => {
    for (const one of seriesOf(labels)) show(one);
  };
  switch (type) {
    case "counter": {
      const metric = new Counter(description);
      const add = (given, by) => metric.inc(fit(given), by);
      return { add, begin: () => eachOf((one) => add(one, 0)) };
    }
    case "gauge": {
      const metric = new Gauge(description);
      const add = (given, value) => metric.set(fit(given), value);
      return { add, begin: () => eachOf((one) => add(one, 0)) };
    }
    case "histogram": {
      const metric = new Histogram({ ...description, buckets: BUCKETS_SECONDS });
      const add = (given, seconds) => metric.observe(fit(given), seconds);
      return { add, begin: () => eachOf((one) => metric.zero(fit(one))) };
    }
  }
}
function seriesOf(labels) {
  return Object.entries(labels).reduce(
    (all, [label, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}]
  );
}
export {
  promMetrics
};
//# sourceMappingURL=promMetrics.js.map
