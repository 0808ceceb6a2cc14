// src/cli/webhooks/deliveriesFound.ts
import { email } from "../../events/email.js";
import { sms } from "../../events/sms.js";
import { webhookDeliveryIdOf } from "../../events/webhookDelivery.js";
import {
  newestDeliveries
} from "../../projections/webhookDeliveries.js";
import { listWebhookEndpoints } from "../../projections/webhookEndpoints.js";
var PAGE = 500;
async function deliveriesFound(call, wanted, limit) {
  const deliveries = await call.readModel("webhookDeliveries");
  const { messageId, ...filter } = wanted;
  if (messageId === void 0) return newestDeliveries(deliveries, filter, limit);
  const found = [];
  for await (const delivery of ofMessage(call, deliveries, filter, messageId)) found.push(delivery);
  found.sort((one, other) => one.document.scheduledAt < other.document.scheduledAt ? 1 : -1);
  return { found: found.slice(0, limit), more: found.length > limit };
}
async function* ofMessage({ ledger, readModel }, deliveries, { workspace, endpointId, status, kind, since = "", until = "~" }, messageId) {
  const events = await Promise.all([email.read(ledger.store, messageId), sms.read(ledger.store, messageId)]);
  const eventIds = events.flat().map(({ id }) => id);
  const endpointIds = [];
  for await (const { key } of listWebhookEndpoints(await readModel("webhookEndpoints"), workspace))
    endpointIds.push(key);
  for (const one of endpointId === void 0 ? endpointIds : [endpointId]) {
    for (let at = 0; at < eventIds.length; at += PAGE) {
      const keys = eventIds.slice(at, at + PAGE).map((eventId) => webhookDeliveryIdOf(eventId, one));
      for (const delivery of (await deliveries.getMany(keys)).values()) {
        const { document } = delivery;
        const isWanted = document.workspace === workspace && (status ?? document.status) === document.status && (kind ?? document.kind) === document.kind;
        if (isWanted && document.scheduledAt >= since && document.scheduledAt <= until) yield delivery;
      }
    }
  }
}
export {
  deliveriesFound
};
//# sourceMappingURL=deliveriesFound.js.map
