// src/dispatcher/totals.ts
import { oldestPendingAt } from "../projections/webhookDeliveries.js";
import { WEBHOOK_TOTALS } from "../projections/webhookTotals.js";
var TELL_EVERY_MS = 5e3;
var MAX_FAILING = 100;
async function watchTotals({ webhookTotals, webhookHealth, webhookDeliveries, clock, log, metrics }, signal, mayReport) {
  while (!signal.aborted) {
    try {
      const mine = mayReport();
      const { pending = 0, dead = 0 } = mine && (await webhookTotals.get(WEBHOOK_TOTALS))?.document || {};
      const oldestAt = mine ? await oldestPendingAt(webhookDeliveries) : null;
      const oldestMs = oldestAt === null ? 0 : Math.max(0, clock.nowMs() - Date.parse(oldestAt));
      metrics.gauge("postledger_webhook_deliveries_pending", pending);
      metrics.gauge("postledger_webhook_oldest_pending_seconds", oldestMs / 1e3);
      metrics.gauge("postledger_webhook_deliveries_dead", dead);
      const failing = mine ? await webhookHealth.page({ index: "byFailingSince", limit: MAX_FAILING }) : [];
      metrics.gauge("postledger_webhook_endpoints_failing", failing.length);
    } catch (error) {
      log.warn({ err: error }, "the totals of webhooks could not be read, trying again");
    }
    await clock.sleep(TELL_EVERY_MS, signal);
  }
}
export {
  watchTotals
};
//# sourceMappingURL=totals.js.map
