import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type DeclaredMetric, declaredMetrics } from '../../ports/declaredMetrics.ts';
import type { GaugeValue, Metrics, MetricsSnapshot } from '../../ports/metrics.ts';

/** The timer by which the library measures the event loop's delay: four a second wake an idle process seldom enough, and show each stall of half a second. */
const EVENT_LOOP_LOOK_MS = 250;
const BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Labels = Readonly<Record<string, string>>;

/** The declared metrics in a registry of their own, with the process's own figures. */
export function promMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  const made = new Map<string, Made>();
  const metricOf = (name: MetricName): Made => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const metric = make(name, registry);
    made.set(name, metric);
    return metric;
  };
  for (const [name, { fromStart }] of Object.entries(declaredMetrics))
    if (fromStart) metricOf(name as MetricName).begin();
  return {
    count: (name, labels = {}, by = 1) => metricOf(name).add(labels, by),
    gauge: (name, value, labels = {}) => metricOf(name).add(labels, value),
    timing: (name, ms, labels = {}) => metricOf(name).add(labels, ms / 1_000),
    snapshot: () => registry.getMetricsAsJSON(),
    gauges: async (names, other = []) =>
      [...((await registry.getMetricsAsJSON()) as readonly object[]), ...other].flatMap((metric) => {
        const { name, values } = metric as Pick<GaugeValue, 'name'> & { values: readonly GaugeValue[] };
        return names.includes(name) ? values.map(({ labels, value }) => ({ name, labels, value })) : [];
      }),
    exposition: async (other) => {
      if (other === undefined) return registry.metrics();
      const all = [
        labelled(await registry.getMetricsAsJSON(), {}),
        labelled(other.metrics, { process: other.process }),
      ];
      // The library's types name its own worker messages here, but it puts such snapshots together.
      return AggregatorRegistry.aggregate(
        all as Parameters<typeof AggregatorRegistry.aggregate>[0],
      ).metrics();
    },
  };
}

/** A snapshot whose values have one more label, so that they are put next to those of others and not added to them. */
function labelled(metrics: MetricsSnapshot, label: Labels): readonly object[] {
  return (metrics as readonly { readonly values: readonly { readonly labels: Labels }[] }[]).map(
    (metric) => ({
      ...metric,
      aggregator: 'sum',
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, ...label } })),
    }),
  );
}

type MetricName = keyof typeof declaredMetrics;

interface Made {
  /** Counts, sets or observes the value. Labels that were not declared are left out: counting never fails its caller. */
  add(labels: Labels, value: number): void;
  /** Shows the series whose labels are known as zeros. */
  begin(): void;
}

function make(name: MetricName, registry: Registry): Made {
  const { type, help, labels }: DeclaredMetric = declaredMetrics[name];
  const labelNames = Object.keys(labels);
  const description = { name, help, labelNames, registers: [registry] };
  const fit = (given: Labels): Labels => {
    // Nearly always they are those that were declared, and requests are timed one by one.
    const names = Object.keys(given);
    if (names.length === labelNames.length && names.every((name) => name in labels)) return given;
    return Object.fromEntries(labelNames.map((label) => [label, given[label] ?? '']));
  };
  const eachOf = (show: (one: Labels) => void) => {
    for (const one of seriesOf(labels)) show(one);
  };
  switch (type) {
    case 'counter': {
      const metric = new Counter(description);
      const add = (given: Labels, by: number) => metric.inc(fit(given), by);
      return { add, begin: () => eachOf((one) => add(one, 0)) };
    }
    case 'gauge': {
      const metric = new Gauge(description);
      const add = (given: Labels, value: number) => metric.set(fit(given), value);
      return { add, begin: () => eachOf((one) => add(one, 0)) };
    }
    case 'histogram': {
      const metric = new Histogram({ ...description, buckets: BUCKETS_SECONDS });
      const add = (given: Labels, seconds: number) => metric.observe(fit(given), seconds);
      return { add, begin: () => eachOf((one) => metric.zero(fit(one))) };
    }
  }
}

/** Each combination of the labels' values; none where one of them has values that are known later. */
function seriesOf(labels: DeclaredMetric['labels']): readonly Labels[] {
  return Object.entries(labels).reduce<readonly Labels[]>(
    (all, [label, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}
