import type { Metrics } from '../../ports/metrics.ts';
import type { Pace } from '../../ports/pace.ts';

/** The pace, with each wait for it counted. */
export function countedPace(pace: Pace, metrics: Pick<Metrics, 'count'>): Pace {
  return {
    ...pace,
    async take(workspace, rule, wanted) {
      const grant = await pace.take(workspace, rule, wanted);
      if (grant.granted < wanted) metrics.count('postledger_pace_waits_total');
      return grant;
    },
  };
}
