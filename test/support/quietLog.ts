import type { Log } from '../../src/ports/log.ts';
import type { Metrics } from '../../src/ports/metrics.ts';

/** Log and metrics that keep nothing. */
export const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const noMetrics: Metrics = {
  count() {},
  gauge() {},
  timing() {},
  snapshot: async () => [],
  gauges: async () => [],
  exposition: async () => '',
};
