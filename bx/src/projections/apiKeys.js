// src/projections/apiKeys.ts
import { projection } from "../runtime/fold/projection.js";
import { documentsOf } from "./pages.js";
var apiKeys = projection({
  name: "api_keys",
  version: 1,
  indexes: { byWorkspace: ["workspace", "createdAt"] },
  key: (event) => event.data.keyId,
  on: {
    ApiKeyCreated: (_, { data, metadata }) => {
      const { workspace, at } = metadata;
      const { keyId, name, hash, scopes, expiresAt } = data;
      return { keyId, workspace, name, hash, scopes, createdAt: at, expiresAt, revokedAt: null };
    },
    ApiKeyRevoked: (document, { metadata }) => document && { ...document, revokedAt: metadata.at }
  }
});
async function listApiKeys(collection, workspace) {
  const all = [];
  const query = { index: "byWorkspace", equals: [workspace] };
  for await (const key of documentsOf(collection, query, ({ createdAt }) => [workspace, createdAt]))
    all.push(key);
  return all;
}
export {
  apiKeys,
  listApiKeys
};
//# sourceMappingURL=apiKeys.js.map
