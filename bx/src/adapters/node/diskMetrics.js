// src/adapters/node/diskMetrics.ts
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
function diskMetrics(metrics, data) {
  const measure = async () => {
    const [disk, ledger] = await Promise.all([
      statfs(data).catch(() => null),
      stat(join(data, "ledger.sqlite")).catch(() => null)
    ]);
    if (disk !== null) metrics.gauge("postledger_data_free_bytes", disk.bavail * disk.bsize);
    if (ledger !== null) metrics.gauge("postledger_ledger_bytes", ledger.size);
  };
  return {
    ...metrics,
    async exposition(other) {
      await measure();
      return metrics.exposition(other);
    },
    async gauges(names, other) {
      if (names.includes("postledger_data_free_bytes")) await measure();
      return metrics.gauges(names, other);
    }
  };
}
export {
  diskMetrics
};
//# sourceMappingURL=diskMetrics.js.map
