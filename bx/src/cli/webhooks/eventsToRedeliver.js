// src/cli/webhooks/eventsToRedeliver.ts
import { positionsOf } from "../../audit/sealSearch.js";
import { kindOf, REPORTED_TYPES, subscribes } from "../../dispatcher/kinds.js";
import { partiesOf, payloadBody } from "../../dispatcher/payload.js";
import { streamId } from "../../events/category.js";
import { webhookDelivery } from "../../events/webhookDelivery.js";
import { pageWebhookDeliveries } from "../../projections/webhookDeliveries.js";
import { logPages } from "../../runtime/rebuild/logPages.js";
var PAGE = 500;
async function* deadEvents({ ledger, readModel }, { workspace, endpoint, since, until }) {
  const filter = { workspace, status: "dead", since, until };
  const deliveries = await readModel("webhookDeliveries");
  for (let after; ; ) {
    const { page, next } = await pageWebhookDeliveries(deliveries, filter, PAGE, after, false);
    const own = page.filter(
      ({ document: { endpointId, kind } }) => endpointId === endpoint.endpointId || subscribes(endpoint.events, kind)
    );
    const found = await Promise.all(own.map(({ key }) => eventOf(ledger.store, key, workspace)));
    const events = found.filter((event) => event !== null);
    yield {
      read: page.length,
      events: events.map((event) => ({ ...event, endpointId: endpoint.endpointId }))
    };
    if (next === null) return;
    after = next;
  }
}
async function eventOf(store, deliveryId, workspace) {
  const [scheduled] = await webhookDelivery.read(store, deliveryId, { limit: 1 });
  if (scheduled?.type !== "WebhookDeliveryScheduled" || scheduled.metadata.workspace !== workspace)
    return null;
  return scheduled.data;
}
async function* everyEvent({ ledger }, { workspace, endpoint, since, until }) {
  const { store } = ledger;
  const range = await positionsOf(store, { since, until });
  for await (const batch of logPages(store, { ...range, limit: PAGE, types: REPORTED_TYPES })) {
    const events = [];
    for (const event of batch.events) {
      const { workspace: owner, at } = event.metadata;
      if (owner !== workspace || at < since || at > until) continue;
      const kind = kindOf(event);
      if (kind === null || !subscribes(endpoint.events, kind)) continue;
      const { endpointId } = endpoint;
      const subjectId = streamId(event.stream);
      const body = payloadBody(event, kind, await partiesOf(store, event));
      events.push({ endpointId, eventId: event.id, kind, body, subjectId });
    }
    yield { read: batch.events.length, events };
  }
}
export {
  deadEvents,
  eventOf,
  everyEvent
};
//# sourceMappingURL=eventsToRedeliver.js.map
