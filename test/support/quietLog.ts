import type { Log } from '../../src/ports/log.ts';
import type { Metrics } from '../../src/ports/metrics.ts';

/** Log and metrics that keep nothing. */
export const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A log that keeps what is logged as errors, and nothing else. */
export function loggedErrors() {
  const errors: string[] = [];
  const log: Log = { ...quietLog, error: (_, message) => void errors.push(message) };
  return { errors, log };
}

export const noMetrics: Metrics = {
  count() {},
  gauge() {},
  timing() {},
  snapshot: async () => [],
  gauges: async () => [],
  exposition: async () => '',
};
