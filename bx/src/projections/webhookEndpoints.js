// src/projections/webhookEndpoints.ts
import { projection } from "../runtime/fold/projection.js";
import { storedOf } from "./pages.js";
var webhookEndpoints = projection({
  name: "webhook_endpoints",
  version: 1,
  indexes: { byWorkspace: ["workspace", "ordinal"] },
  key: ({ data }) => data.endpointId,
  on: {
    WebhookEndpointCreated: (_, { data, metadata, revision }) => {
      const { name, url, events } = data;
      const { workspace, at: createdAt } = metadata;
      return { workspace, ordinal: revision, name, url, events, status: "ACTIVE", createdAt };
    },
    WebhookEndpointChanged: (document, { data: { endpointId: _, ...changes } }) => document && { ...document, ...changes },
    // The owner sees no secret.
    WebhookSecretResealed: (document) => document
  }
});
function listWebhookEndpoints(collection, workspace) {
  const query = { index: "byWorkspace", equals: [workspace] };
  return storedOf(collection, query, ({ ordinal }) => [workspace, ordinal]);
}
export {
  listWebhookEndpoints,
  webhookEndpoints
};
//# sourceMappingURL=webhookEndpoints.js.map
