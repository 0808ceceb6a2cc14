// test/simulation/fast/audit/webhooks.ts
import { eventMs } from "./rule.js";
var ARRIVES_WITHIN_MS = 10 * 6e4;
var webhooksArrive = {
  name: "every webhook of an active endpoint arrives",
  check({ journal, events, endMs }) {
    const breaches = [];
    const arrived = /* @__PURE__ */ new Set();
    for (const { eventId, verified, status, atMs } of journal.books.posts) {
      if (status === 200) arrived.add(eventId);
      if (!verified)
        breaches.push({ what: `the webhook of ${eventId} has no valid signature`, atMs, about: [eventId] });
    }
    for (const { eventId, event, lastFailed, ended } of scheduledIn(events).values()) {
      const about = [eventId, event.stream];
      const retryAt = lastFailed?.data?.nextAttemptAt;
      const dueMs = typeof retryAt === "string" ? Date.parse(retryAt) : eventMs(event);
      if (ended?.type === "WebhookDelivered" && !arrived.has(eventId))
        breaches.push({
          what: `${event.stream} is delivered, and nothing came`,
          atMs: eventMs(ended),
          about
        });
      else if (ended !== null && ended.type !== "WebhookDelivered")
        breaches.push({ what: `${event.stream} ended as ${ended.type}`, atMs: eventMs(ended), about });
      else if (ended === null && dueMs + ARRIVES_WITHIN_MS < endMs)
        breaches.push({ what: `${event.stream} never ended`, atMs: dueMs, about });
    }
    return breaches;
  }
};
var webhooksScheduled = {
  name: "every event that is reported is scheduled for the active endpoint",
  check({ events, endMs }) {
    const created = events.findIndex(({ type }) => type === "WebhookEndpointCreated");
    const scheduled = new Set([...scheduledIn(events).values()].map(({ eventId }) => eventId));
    return events.filter(
      (event, at) => created >= 0 && at > created && ALWAYS_REPORTED.includes(event.type) && eventMs(event) + ARRIVES_WITHIN_MS < endMs && !scheduled.has(event.id)
    ).map((event) => ({
      ...{ atMs: eventMs(event), about: [event.id, event.stream] },
      what: `no webhook was scheduled for the ${event.type} ${event.id} of ${event.stream}`
    }));
  }
};
var ALWAYS_REPORTED = ["Submitted", "Delivered", "Bounced", "Rejected", "RenderingFailed"];
function scheduledIn(events) {
  const deliveries = /* @__PURE__ */ new Map();
  for (const event of events) {
    if (event.type === "WebhookDeliveryScheduled") {
      const { eventId } = event.data;
      deliveries.set(event.stream, { eventId, event, lastFailed: null, ended: null });
    }
    const delivery = deliveries.get(event.stream);
    if (delivery === void 0) continue;
    if (event.type === "WebhookAttemptFailed") delivery.lastFailed = event;
    if (event.type === "WebhookDelivered" || event.type === "WebhookDeliveryDied") delivery.ended = event;
  }
  return deliveries;
}
export {
  webhooksArrive,
  webhooksScheduled
};
//# sourceMappingURL=webhooks.js.map
