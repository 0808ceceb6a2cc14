// test/simulation/auditor/deliveries.ts
import { webhookDeliveryIdOf } from "../../../src/events/webhookDelivery.js";
import { EMAIL_KINDS } from "../../support/emailKinds.js";
import { SMS_KINDS } from "../../support/smsKinds.js";
import { endsText } from "./texts.js";
function deliveryStories(evidence) {
  const { events, journals, stream } = evidence;
  const postsOf = /* @__PURE__ */ new Map();
  for (const post of journals.posts) {
    const own = postsOf.get(post.eventId);
    if (own === void 0) postsOf.set(post.eventId, [post]);
    else own.push(post);
  }
  const endpoints = /* @__PURE__ */ new Map();
  const stories = [];
  for (const event of events) {
    if (event.stream.startsWith("webhooks-")) learn(endpoints, event, evidence.appendedAtMs(event));
    const kind = kindOf(event);
    if (kind === null) continue;
    for (const endpoint of endpoints.get(event.metadata.workspace)?.values() ?? []) {
      const { endpointId, url, events: asked, isActive } = endpoint;
      if (!isActive || !asked.some((one) => one === "*" || one === kind || one === `email.${kind}`)) continue;
      const deliveryId = webhookDeliveryIdOf(event.id, endpointId);
      const recorded = stream(`webhookdelivery-${deliveryId}`);
      stories.push({ event, endpoint, deliveryId, recorded, host: new URL(url).hostname });
    }
  }
  return stories.map((story) => ({
    ...story,
    posts: (postsOf.get(story.event.id) ?? []).filter(({ url }) => story.endpoint.urls.has(url))
  }));
}
function kindOf(event) {
  const { type, data } = event;
  const { reported, automated } = data;
  if (reported === false || automated === true) return null;
  if (type === "SmsFailed" && !endsText(event)) return null;
  return EMAIL_KINDS[type] ?? SMS_KINDS[type] ?? null;
}
function learn(endpoints, { type, data, metadata }, atMs) {
  const change = data;
  const own = endpoints.get(metadata.workspace) ?? /* @__PURE__ */ new Map();
  endpoints.set(metadata.workspace, own);
  const { endpointId, url = "", events = [] } = change;
  if (type === "WebhookEndpointCreated") own.set(endpointId, newEndpoint(endpointId, url, events));
  const endpoint = own.get(endpointId);
  if (type !== "WebhookEndpointChanged" || endpoint === void 0) return;
  if (change.url !== void 0) {
    endpoint.url = change.url;
    endpoint.urls.add(change.url);
  }
  if (change.events !== void 0) endpoint.events = change.events;
  if (change.status === void 0) return;
  endpoint.isActive = change.status === "ACTIVE";
  endpoint.switched.push({ atMs, isActive: endpoint.isActive });
}
function newEndpoint(endpointId, url, events) {
  const switched = [];
  return {
    ...{ endpointId, url, events, switched, urls: /* @__PURE__ */ new Set([url]), isActive: true },
    wasOff(fromMs, toMs) {
      const before = switched.findLast(({ atMs }) => atMs <= fromMs);
      if (before?.isActive === false) return true;
      return switched.some(({ atMs, isActive }) => !isActive && atMs > fromMs && atMs <= toMs);
    }
  };
}
function postsByUrl({ journals }) {
  const byUrl = /* @__PURE__ */ new Map();
  for (const post of journals.posts) {
    const own = byUrl.get(post.url);
    if (own === void 0) byUrl.set(post.url, [post]);
    else own.push(post);
  }
  return byUrl;
}
export {
  deliveryStories,
  postsByUrl
};
//# sourceMappingURL=deliveries.js.map
