import type { CounterName, GaugeName, HistogramName } from './declaredMetrics.ts';

/** All metrics of a process, in an opaque form that another process can add to its own. */
export type MetricsSnapshot = readonly object[];

/** One series of a gauge, in the unit that its name ends with. */
export interface GaugeValue {
  readonly name: GaugeName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counters, gauges and timings of the declared names. */
export interface Metrics {
  count(name: CounterName, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** In the unit that the name ends with. */
  gauge(name: GaugeName, value: number, labels?: Readonly<Record<string, string>>): void;
  /** `ms`: milliseconds; shown in seconds. */
  timing(name: HistogramName, ms: number, labels?: Readonly<Record<string, string>>): void;
  snapshot(): Promise<MetricsSnapshot>;
  /** The values of these gauges as they are now; `other`: and those of another process. */
  gauges(names: readonly GaugeName[], other?: MetricsSnapshot): Promise<readonly GaugeValue[]>;
  /** Prometheus text exposition format, with the figures of another process, which get the label `process` of this name. */
  exposition(other?: { readonly process: string; readonly metrics: MetricsSnapshot }): Promise<string>;
}
