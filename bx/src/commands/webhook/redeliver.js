// src/commands/webhook/redeliver.ts
import { webhookDelivery } from "../../events/webhookDelivery.js";
import { handle } from "../kernel/decider.js";
import { notFound } from "../kernel/refusal.js";
import { evolveDelivery } from "./webhookDeliveryState.js";
import { webhookEndpointWithId } from "./webhookEndpoints.js";
var redeliveryDecider = {
  initial: null,
  evolve: evolveDelivery,
  decide: (_, state) => {
    if (state === null) throw notFound("There is no such webhook delivery.");
    if (state.status === "pending" && state.failedAttempts === 0) return [];
    return [{ type: "WebhookDeliveryRequeued", data: { endpointId: state.endpointId, was: state.status } }];
  }
};
async function redeliver(ledger, origin, deliveryId) {
  const { store } = ledger;
  const [scheduled] = await webhookDelivery.read(store, deliveryId, { limit: 1 });
  if (scheduled?.type !== "WebhookDeliveryScheduled" || scheduled.metadata.workspace !== origin.workspace)
    throw notFound("There is no such webhook delivery.");
  const endpoint = await webhookEndpointWithId(store, origin.workspace, scheduled.data.endpointId);
  if (endpoint?.status === "DISABLED") return "off";
  const stream = webhookDelivery.stream(deliveryId);
  const { position } = await handle(ledger, origin, stream, redeliveryDecider, { do: "requeue" });
  return position === null ? "due already" : "due";
}
export {
  redeliver,
  redeliveryDecider
};
//# sourceMappingURL=redeliver.js.map
