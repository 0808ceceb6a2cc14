// src/commands/kernel/oneAtATime.ts
import { BlobsUnavailable } from "../../ports/blobs.js";
import { DocumentsUnavailable } from "../../ports/documents.js";
import { EventStoreUnavailable } from "../../ports/eventStore.js";
var inFlight = /* @__PURE__ */ new WeakMap();
async function oneAtATime(store, id, work) {
  const byId = inFlight.get(store) ?? /* @__PURE__ */ new Map();
  inFlight.set(store, byId);
  const first = byId.get(id);
  if (first !== void 0) {
    const fault = await first.then(
      () => null,
      (error) => error
    );
    if (isUnavailable(fault)) throw fault;
    return work(true);
  }
  const own = work(false);
  byId.set(id, own);
  try {
    return await own;
  } finally {
    byId.delete(id);
  }
}
function isUnavailable(fault) {
  return [EventStoreUnavailable, BlobsUnavailable, DocumentsUnavailable].some(
    (kind) => fault instanceof kind
  );
}
export {
  oneAtATime
};
//# sourceMappingURL=oneAtATime.js.map
