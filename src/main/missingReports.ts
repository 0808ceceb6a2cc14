import { measuredMetrics } from '../adapters/node/measuredMetrics.ts';
import { missingEvents } from '../commands/workspace/missingEvents.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { LedgerPorts } from '../ports/ports.ts';

type Known = Pick<LedgerPorts, 'store' | 'setAside'>;

/** Metrics that also show how many events are known to be missing. */
export function missingMetrics(metrics: Metrics, { store, setAside }: Known): Metrics {
  return measuredMetrics(metrics, ['postledger_missing_events'], async () => {
    const missing = await missingEvents(store, setAside);
    if (missing !== null) metrics.gauge('postledger_missing_events', missing);
  });
}

/** Said at each start, until an operator acknowledges it. */
export async function logMissing({ store, setAside, log }: Known & Pick<LedgerPorts, 'log'>): Promise<void> {
  const missing = await missingEvents(store, setAside);
  if (missing)
    log.error(
      { missing, files: setAside.map(({ file }) => file) },
      `ACKNOWLEDGED EVENTS ARE MISSING, ${missing} at least: \`postledger audit missing\` lists the messages, and which of them must not be sent again`,
    );
}
