import type { Metrics } from '../../ports/metrics.ts';
import { CONSUMER_LAG } from '../../runtime/consumer.ts';

/** Metrics that overhear how far the consumers are behind. `lagMs` gives the most since it was asked last. */
export function lagHeard(metrics: Metrics): { readonly metrics: Metrics; lagMs(): number } {
  let most = 0;
  return {
    metrics: {
      ...metrics,
      gauge(name, value, labels) {
        if (name === CONSUMER_LAG) most = Math.max(most, value);
        metrics.gauge(name, value, labels);
      },
    },
    lagMs() {
      const lagMs = most;
      most = 0;
      return lagMs;
    },
  };
}
