import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '../../ports/metrics.ts';
import { measuredMetrics } from './measuredMetrics.ts';

/** Metrics that also show, when they are asked for, how large the embedded log is and how much room its disk has. */
export function diskMetrics(metrics: Metrics, data: string): Metrics {
  const measure = async () => {
    const [disk, ledger] = await Promise.all([
      statfs(data).catch(() => null),
      stat(join(data, 'ledger.sqlite')).catch(() => null),
    ]);
    if (disk !== null) metrics.gauge('postledger_data_free_bytes', disk.bavail * disk.bsize);
    if (ledger !== null) metrics.gauge('postledger_ledger_bytes', ledger.size);
  };
  return measuredMetrics(metrics, ['postledger_data_free_bytes', 'postledger_ledger_bytes'], measure);
}
