// src/projections/suppressions.ts
import { suppressionIdOf } from "../events/suppression.js";
import { projection } from "../runtime/fold/projection.js";
import { documentsOf } from "./pages.js";
var suppressions = projection({
  name: "suppressions",
  version: 3,
  indexes: { byWorkspace: ["workspace", "suppressedAt"] },
  key: (event) => {
    if (event.type === "Bounced" && event.data.bounceType === "Transient") return null;
    if (event.type === "Unsubscribed" && event.data.sandbox) return null;
    return suppressionIdOf(event.metadata.workspace, addressOf(event));
  },
  on: {
    Bounced: (document, event) => lasting(document) ?? suppressed(event, "bounce", event.data.diagnosticCode),
    Complained: (document, event) => lasting(document) ?? suppressed(event, "complaint", null),
    Unsubscribed: (document, event) => lasting(document) ?? unsubscribed(document, event),
    Resubscribed: (document, event) => document?.unsubscribedFrom === event.data.deliveryId ? null : document,
    SuppressionAdded: (document, event) => lasting(document) ?? suppressed(event, "operator", event.data.reason),
    SuppressionRemoved: () => null
  }
});
var lasting = (document) => document?.reason === "unsubscribe" ? null : document;
function unsubscribed(document, event) {
  if (document?.unsubscribedFrom === event.data.deliveryId) return document;
  const now = document ?? suppressed(event, "unsubscribe", null);
  return { ...now, unsubscribedFrom: event.data.deliveryId };
}
function suppressed(event, reason, detail) {
  const {
    stream,
    revision,
    metadata: { workspace, at: suppressedAt }
  } = event;
  const by = { stream, revision };
  return { workspace, address: addressOf(event), suppressedAt, by, reason, detail, unsubscribedFrom: null };
}
function addressOf(event) {
  return "recipient" in event.data ? event.data.recipient : event.data.address;
}
async function suppressedAmong(collection, workspace, addresses) {
  const keys = new Map(addresses.map((address) => [address, suppressionIdOf(workspace, address)]));
  const found = await collection.getMany([...keys.values()]);
  return new Set(addresses.filter((address) => found.has(keys.get(address) ?? "")));
}
function suppressionOf(collection) {
  return async (workspace, address) => (await collection.get(suppressionIdOf(workspace, address)))?.document ?? null;
}
function listSuppressions(collection, workspace) {
  const query = { index: "byWorkspace", equals: [workspace] };
  return documentsOf(collection, query, ({ suppressedAt }) => [workspace, suppressedAt]);
}
export {
  listSuppressions,
  suppressedAmong,
  suppressionOf,
  suppressions
};
//# sourceMappingURL=suppressions.js.map
