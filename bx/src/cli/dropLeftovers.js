// src/cli/dropLeftovers.ts
import { projectionList } from "../projections/readModels.js";
import { collectionOf } from "../runtime/fold/projection.js";
var TEMPORARY = /^(.+_v\d+)_(?:scratch|next)$/;
var LEASE_MS = 1e4;
var modelLease = (collection) => `model/${collection}`;
async function dropLeftovers({ documents, leases, projections }, held) {
  const present = new Set(projectionList(projections).map((model) => collectionOf(model).name));
  for (const name of await documents.list()) {
    const model = TEMPORARY.exec(name)?.[1];
    if (model === void 0) continue;
    if (present.has(model) && !held.has(modelLease(model))) continue;
    if (held.has(modelLease(model))) {
      await documents.drop(name);
      continue;
    }
    const lease = await leases.acquire(modelLease(model), LEASE_MS);
    if (lease === null) continue;
    try {
      await documents.drop(name);
    } finally {
      await lease.release();
    }
  }
}
export {
  dropLeftovers,
  modelLease
};
//# sourceMappingURL=dropLeftovers.js.map
