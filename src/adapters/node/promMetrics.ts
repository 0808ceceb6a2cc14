import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../../ports/metrics.ts';

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

type Labels = Readonly<Record<string, string>>;
type Description = { name: string; help: string; labelNames: string[]; registers: Registry[] };

/** Metrics in a registry of their own, with the process's own figures. A name keeps the labels of its first use. */
export function promMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = family(registry, (description) => new Counter(description));
  const gauges = family(registry, (description) => new Gauge(description));
  const timings = family(registry, (description) => new Histogram({ ...description, buckets: BUCKETS_MS }));
  return {
    count(name, labels = {}, by = 1) {
      const { metric, fit } = counters(name, labels);
      metric.inc(fit(labels), by);
    },
    gauge(name, value, labels = {}) {
      const { metric, fit } = gauges(name, labels);
      metric.set(fit(labels), value);
    },
    timing(name, ms, labels = {}) {
      const { metric, fit } = timings(name, labels);
      metric.observe(fit(labels), ms);
    },
    snapshot: () => registry.getMetricsAsJSON(),
    exposition: async (others = []) => {
      if (others.length === 0) return registry.metrics();
      const all = [await registry.getMetricsAsJSON(), ...others];
      // The library's types name its own worker messages here, but it adds up such snapshots.
      return AggregatorRegistry.aggregate(
        all as Parameters<typeof AggregatorRegistry.aggregate>[0],
      ).metrics();
    },
  };
}

/** Makes each metric at its first use. Labels that it does not have are left out: counting never fails its caller. */
function family<Metric>(registry: Registry, make: (description: Description) => Metric) {
  const made = new Map<string, { metric: Metric; fit: (labels: Labels) => Labels }>();
  return (name: string, labels: Labels) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const labelNames = Object.keys(labels);
    const fit = (given: Labels): Labels =>
      Object.fromEntries(labelNames.map((label) => [label, given[label] ?? '']));
    const help = name.replaceAll('_', ' ');
    const entry = { metric: make({ name, help, labelNames, registers: [registry] }), fit };
    made.set(name, entry);
    return entry;
  };
}
