/** All metrics of a process, in an opaque form that another process can add to its own. */
export type MetricsSnapshot = readonly object[];

/** Counters, gauges and timings by name; the names live with the code that counts. */
export interface Metrics {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  gauge(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** `ms`: milliseconds. */
  timing(name: string, ms: number, labels?: Readonly<Record<string, string>>): void;
  snapshot(): Promise<MetricsSnapshot>;
  /** Prometheus text exposition format, with the figures of other processes added. */
  exposition(others?: readonly MetricsSnapshot[]): Promise<string>;
}
