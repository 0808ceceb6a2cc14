import { CONSUMER_LAG } from '../../follow/consumerLag.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';

/**
 * Metrics that also note the lag of the consumers. `lagMs` gives the highest since its last call. Events from before the start of
 * this process do not count: they are a backlog, or a read model is built from them, and slower sends would help neither.
 */
export function highestLag(
  metrics: Metrics,
  clock: Pick<Clock, 'monotonicMs'>,
): { readonly metrics: Metrics; lagMs(): number } {
  const startedAtMs = clock.monotonicMs();
  let highestMs = 0;
  return {
    metrics: {
      ...metrics,
      gauge(name, value, labels) {
        const ms = Math.round(value * 1_000);
        if (name === CONSUMER_LAG && ms <= clock.monotonicMs() - startedAtMs)
          highestMs = Math.max(highestMs, ms);
        metrics.gauge(name, value, labels);
      },
    },
    lagMs() {
      const lagMs = highestMs;
      highestMs = 0;
      return lagMs;
    },
  };
}
