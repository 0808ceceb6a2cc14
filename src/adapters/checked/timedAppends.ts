import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** The store, whose appends that were written are timed. */
export function timedAppends(
  store: EventStore,
  {
    clock,
    metrics,
  }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly metrics: Pick<Metrics, 'timing'> },
): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      const begunAtMs = clock.monotonicMs();
      const result = await store.append(stream, expected, events);
      metrics.timing('postledger_log_append_seconds', clock.monotonicMs() - begunAtMs);
      return result;
    },
  };
}
