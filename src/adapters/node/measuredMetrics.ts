import type { GaugeName } from '../../ports/declaredMetrics.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** Metrics of which these gauges are set by `measure` whenever they are asked for. */
export function measuredMetrics(
  metrics: Metrics,
  measured: readonly GaugeName[],
  measure: () => Promise<void>,
): Metrics {
  return {
    ...metrics,
    async exposition(other) {
      await measure();
      return metrics.exposition(other);
    },
    async gauges(names, other) {
      if (measured.some((name) => names.includes(name))) await measure();
      return metrics.gauges(names, other);
    },
  };
}
