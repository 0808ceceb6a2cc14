// src/commands/webhook/redeliverEvent.ts
import {
  webhookDelivery,
  webhookDeliveryIdOf
} from "../../events/webhookDelivery.js";
import { decideOn } from "../kernel/decider.js";
import { redeliveryDecider } from "./redeliver.js";
async function redeliverEvent(ledger, origin, data, state) {
  const deliveryId = webhookDeliveryIdOf(data.eventId, data.endpointId);
  const scheduled = { type: "WebhookDeliveryScheduled", data };
  const stream = webhookDelivery.stream(deliveryId);
  const { before, position } = await decideOn(
    ledger,
    origin,
    stream,
    redeliveryDecider,
    ({ state: delivery, last }) => {
      if (delivery === null) return [scheduled];
      if (last?.metadata.correlation === origin.correlation) return [];
      if (state === "dead" && delivery.status !== "dead") return [];
      return redeliveryDecider.decide({ do: "requeue" }, delivery);
    }
  );
  if (position === null) return "left";
  return before === null ? "scheduled" : "requeued";
}
export {
  redeliverEvent
};
//# sourceMappingURL=redeliverEvent.js.map
