// src/dispatcher/fanOut.ts
import { appendOnce } from "../commands/kernel/appendOnce.js";
import { newEvent } from "../commands/kernel/ledger.js";
import { evolveDelivery } from "../commands/webhook/webhookDeliveryState.js";
import { streamId } from "../events/category.js";
import { webhookDelivery, webhookDeliveryIdOf } from "../events/webhookDelivery.js";
import { AppendTooLarge } from "../ports/eventStore.js";
import { endpointsActiveAt } from "./endpoints.js";
import { kindOf, REPORTED_TYPES, subscribes } from "./kinds.js";
import { partiesOf, payloadBody } from "./payload.js";
function webhookFanOut(context) {
  return {
    name: "webhook_fan_out",
    types: REPORTED_TYPES,
    partitionKey: ({ stream }) => stream,
    turnOf: ({ metadata }) => metadata.workspace,
    async react(event) {
      const { workspace } = event.metadata;
      const reported = event;
      const kind = kindOf(reported);
      if (kind === null) return;
      const active = await endpointsActiveAt(context.ledger, workspace, event.position);
      const endpoints = active.filter(({ events }) => subscribes(events, kind));
      if (endpoints.length === 0) return;
      const body = payloadBody(reported, kind, await partiesOf(context.ledger.store, reported));
      await Promise.all(endpoints.map((endpoint) => schedule(context, reported, endpoint, kind, body)));
    }
  };
}
async function schedule({ ledger, metrics, log, handOver }, event, { endpointId }, kind, body) {
  const deliveryId = webhookDeliveryIdOf(event.id, endpointId);
  const { workspace, correlation } = event.metadata;
  const scheduled = {
    type: "WebhookDeliveryScheduled",
    data: { endpointId, eventId: event.id, kind, body, subjectId: streamId(event.stream) }
  };
  const origin = { workspace, actor: "dispatcher", correlation, causation: event.id };
  try {
    const stream = webhookDelivery.stream(deliveryId);
    const { isNew, first } = await appendOnce(ledger.store, stream, newEvent(ledger, origin, scheduled));
    if (!isNew) return;
    metrics.count("postledger_webhook_deliveries_scheduled_total");
    const state = evolveDelivery(null, scheduled);
    if (state === null) return;
    const of = { deliveryId, endpointId, workspace, kind: "first" };
    await handOver?.({ ...of, scheduled: { state, last: first }, pausedSince: null });
  } catch (error) {
    if (!(error instanceof AppendTooLarge)) throw error;
    metrics.count("postledger_webhook_deliveries_oversized_total");
    log.error({ event: event.id, stream: event.stream }, "event too large to be posted, webhook left out");
  }
}
export {
  webhookFanOut
};
//# sourceMappingURL=fanOut.js.map
