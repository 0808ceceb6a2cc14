/** Counters, gauges and timings by name; the names live with whoever counts. */
export interface Metrics {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  gauge(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** `ms`: milliseconds. */
  timing(name: string, ms: number, labels?: Readonly<Record<string, string>>): void;
  /** Prometheus text exposition format. */
  exposition(): Promise<string>;
}
