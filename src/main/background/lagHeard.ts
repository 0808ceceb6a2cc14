import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { CONSUMER_LAG } from '../../runtime/follow/consumer.ts';

/**
 * Metrics that overhear how far the consumers are behind. `lagMs` gives the most since it was asked last, and no more
 * than the time that this process has had: what waited while it was down is a backlog and no lag of its own.
 */
export function lagHeard(
  metrics: Metrics,
  clock: Pick<Clock, 'monotonicMs'>,
): { readonly metrics: Metrics; lagMs(): number } {
  const startedAtMs = clock.monotonicMs();
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
      const lagMs = Math.min(most, clock.monotonicMs() - startedAtMs);
      most = 0;
      return lagMs;
    },
  };
}
