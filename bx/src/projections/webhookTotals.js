// src/projections/webhookTotals.ts
import { projection } from "../runtime/fold/projection.js";
var WEBHOOK_TOTALS = "all";
var NONE = { pending: 0, dead: 0 };
var webhookTotals = projection({
  name: "webhook_totals",
  version: 1,
  indexes: {},
  key: () => WEBHOOK_TOTALS,
  on: {
    WebhookDeliveryScheduled: (totals) => changed(totals, 1, 0),
    WebhookAttemptFailed: "ignored",
    WebhookDelivered: (totals) => changed(totals, -1, 0),
    WebhookDeliveryDied: (totals) => changed(totals, -1, 1),
    // Older events have no status of before: mostly dead, since operators requeue those.
    WebhookDeliveryRequeued: (totals, { data: { was = "dead" } }) => changed(totals, was === "pending" ? 0 : 1, was === "dead" ? -1 : 0)
  }
});
function changed(totals, pending, dead) {
  const before = totals ?? NONE;
  return { pending: before.pending + pending, dead: before.dead + dead };
}
export {
  WEBHOOK_TOTALS,
  webhookTotals
};
//# sourceMappingURL=webhookTotals.js.map
