import { CONSUMER_LAG } from '../../follow/consumer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';

/**
 * Metrics that also note the lag of the consumers. `lagMs` gives the highest since its last call, and no more than this
 * process's lifetime: events that waited while it was down are a backlog, not its own lag.
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
        if (name === CONSUMER_LAG) highestMs = Math.max(highestMs, Math.round(value * 1_000));
        metrics.gauge(name, value, labels);
      },
    },
    lagMs() {
      const lagMs = Math.min(highestMs, clock.monotonicMs() - startedAtMs);
      highestMs = 0;
      return lagMs;
    },
  };
}
