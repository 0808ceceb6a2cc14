// src/projections/webhookDeliveries.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
var NOT_PENDING = { nextAttemptAt: null, pendingSince: null };
var webhookDeliveries = projection({
  name: "webhook_deliveries",
  version: 2,
  indexes: {
    byWorkspace: ["workspace", "scheduledAt"],
    byStatus: ["workspace", "status", "scheduledAt"],
    byEndpoint: ["workspace", "endpointId", "scheduledAt"],
    byEndpointAndStatus: ["workspace", "endpointId", "status", "scheduledAt"],
    byPendingSince: ["pendingSince"]
  },
  key: ({ stream }) => streamId(stream),
  on: {
    WebhookDeliveryScheduled: (_, { data, metadata: { workspace, at } }) => {
      const { endpointId, eventId, kind, subjectId } = data;
      return {
        workspace,
        endpointId,
        eventId,
        kind,
        subjectId,
        status: "pending",
        attempts: 0,
        scheduledAt: at,
        lastAttemptAt: null,
        lastStatus: null,
        lastReason: null,
        nextAttemptAt: at,
        pendingSince: at
      };
    },
    WebhookAttemptFailed: (document, { data, metadata: { at } }) => {
      const { attempt: attempts, status: lastStatus, reason: lastReason, nextAttemptAt } = data;
      return document && { ...document, attempts, lastAttemptAt: at, lastStatus, lastReason, nextAttemptAt };
    },
    WebhookDelivered: (document, { data, metadata: { at } }) => {
      const { attempt: attempts, status: lastStatus } = data;
      const attempt = { attempts, lastAttemptAt: at, lastStatus, lastReason: null };
      return document && { ...document, ...attempt, status: "delivered", ...NOT_PENDING };
    },
    WebhookDeliveryDied: (document, { data: { reason } }) => document && {
      ...document,
      status: "dead",
      ...NOT_PENDING,
      lastReason: reason ?? document.lastReason
    },
    WebhookDeliveryRequeued: (document, { metadata: { at } }) => document && { ...document, status: "pending", attempts: 0, nextAttemptAt: at, pendingSince: at }
  }
});
async function oldestPendingAt(collection) {
  const [oldest] = await collection.page({ index: "byPendingSince", limit: 1 });
  return oldest?.document.pendingSince ?? null;
}
var MAX_READ = 1e3;
var STEP = 250;
async function pageWebhookDeliveries(collection, { workspace, endpointId, status, kind, since, until }, limit, after, descending = true) {
  const equals = [workspace, endpointId, status].filter((value) => value !== void 0);
  const [anyStatus, oneStatus] = endpointId === void 0 ? ["byWorkspace", "byStatus"] : ["byEndpoint", "byEndpointAndStatus"];
  const index = status === void 0 ? anyStatus : oneStatus;
  const range = { ...since && { from: since }, ...until && { to: until } };
  const step = kind === void 0 ? limit : Math.max(limit, STEP);
  const found = [];
  let next = after ?? null;
  for (let read = 0; read < Math.max(MAX_READ, limit); read += step) {
    const query = { index, equals, descending, limit: step, ...range, ...next && { after: next } };
    const page = await collection.page(query);
    for (const stored of page) {
      next = { values: [...equals, stored.document.scheduledAt], key: stored.key };
      if (kind !== void 0 && stored.document.kind !== kind) continue;
      found.push(stored);
      if (found.length === limit) return { page: found, next };
    }
    if (page.length < step) return { page: found, next: null };
  }
  return { page: found, next };
}
var PAGE = 500;
async function newestDeliveries(collection, filter, limit) {
  const found = [];
  for (let after; ; ) {
    const size = Math.min(PAGE, limit + 1 - found.length);
    const { page, next } = await pageWebhookDeliveries(collection, filter, size, after);
    found.push(...page);
    if (next === null || found.length > limit)
      return { found: found.slice(0, limit), more: found.length > limit };
    after = next;
  }
}
export {
  newestDeliveries,
  oldestPendingAt,
  pageWebhookDeliveries,
  webhookDeliveries
};
//# sourceMappingURL=webhookDeliveries.js.map
