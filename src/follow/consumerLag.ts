import type { RecordedEvent } from '../events/event.ts';
import type { Ports } from '../ports/ports.ts';

/** Gauge: the age of the oldest event that a consumer is handling; 0 when it has come to the log's end. */
export const CONSUMER_LAG = 'postledger_consumer_lag_seconds';

type Aged = Pick<RecordedEvent, 'metadata'>;
export type ConsumerLag = ReturnType<typeof consumerLag>;

/** How much a consumer lags, in milliseconds by the events' own times, as a gauge. Undefined: nothing is unfinished. */
export function consumerLag(consumer: string, { clock, metrics }: Pick<Ports, 'clock' | 'metrics'>) {
  let oldest: Aged | undefined;
  let isAtEnd = false;
  const report = () => {
    const lagMs = oldest === undefined ? 0 : Math.max(0, clock.nowMs() - Date.parse(oldest.metadata.at));
    metrics.gauge(CONSUMER_LAG, lagMs / 1_000, { consumer });
  };
  const handling = (event: Aged | undefined, end = false) => {
    isAtEnd = end;
    oldest = event;
    report();
  };
  return {
    /** Reports again how old that event is. */
    report,
    handling,
    atEnd: (event: Aged | undefined) => handling(event, true),
    waiting(event: Aged | undefined) {
      if (isAtEnd) handling(event, true);
    },
  };
}
