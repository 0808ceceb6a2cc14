// src/audit/history.ts
import { email } from "../events/email.js";
import { sms } from "../events/sms.js";
import { suppression, suppressionIdOf } from "../events/suppression.js";
import { webhookDelivery, webhookDeliveryIdOf } from "../events/webhookDelivery.js";
import { webhooks } from "../events/webhooks.js";
async function messageHistory(store, id) {
  for (const { kind, category } of [
    { kind: "email", category: email },
    { kind: "sms", category: sms }
  ]) {
    const own = await store.readStream(category.stream(id));
    const first = own[0];
    if (first === void 0) continue;
    const { workspace } = first.metadata;
    const posted = await webhookEvents(store, workspace, own);
    const decided = await suppressionsBecauseOf(store, workspace, own);
    const events = [...[...own, ...decided].map((event) => ({ event, webhook: null })), ...posted];
    return { kind, workspace, events: events.sort(byPosition) };
  }
  return null;
}
async function callHistory(store, workspace, ids) {
  const events = [];
  for (const [at, id] of ids.entries()) {
    const history = await messageHistory(store, id);
    events.push(...(history?.events ?? []).map((event) => ({ ...event, message: at + 1 })));
  }
  return events.length === 0 ? null : { kind: "call", workspace, events: events.sort(byPosition) };
}
async function suppressionsBecauseOf(store, workspace, own) {
  const [accepted] = own;
  if (accepted?.type !== "EmailAccepted") return [];
  const ids = new Set(own.map(({ id }) => id));
  const decided = await Promise.all(
    accepted.data.recipients.map(
      ({ address }) => suppression.read(store, suppressionIdOf(workspace, address))
    )
  );
  return decided.flat().filter(({ type, data }) => type === "SuppressionAdded" && ids.has(data.cause ?? ""));
}
async function webhookEvents(store, workspace, events) {
  const found = [];
  for (const endpoint of await endpointsOf(store, workspace)) {
    for (const { id } of events) {
      const recorded = await webhookDelivery.read(store, webhookDeliveryIdOf(id, endpoint.id));
      const [scheduled] = recorded;
      const kind = scheduled?.type === "WebhookDeliveryScheduled" ? scheduled.data.kind : "";
      for (const event of recorded) found.push({ event, webhook: { kind, endpoint } });
    }
  }
  return found;
}
async function endpointsOf(store, workspace) {
  const endpoints = /* @__PURE__ */ new Map();
  for (const { type, data } of await webhooks.read(store, workspace)) {
    if (type === "WebhookSecretResealed") continue;
    const before = endpoints.get(data.endpointId) ?? { id: data.endpointId, name: "", url: "" };
    endpoints.set(data.endpointId, {
      ...before,
      ...data.name !== void 0 && { name: data.name },
      ...data.url !== void 0 && { url: data.url }
    });
  }
  return [...endpoints.values()];
}
function byPosition(one, other) {
  return one.event.position < other.event.position ? -1 : one.event.position > other.event.position ? 1 : 0;
}
export {
  byPosition,
  callHistory,
  messageHistory
};
//# sourceMappingURL=history.js.map
