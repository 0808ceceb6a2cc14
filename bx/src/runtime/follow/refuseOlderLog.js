// src/runtime/follow/refuseOlderLog.ts
import { EventStoreUnavailable } from "../../ports/eventStore.js";
async function refuseOlderLog(store, known) {
  const end = await store.end(known);
  if (end !== null && end < known)
    throw new EventStoreUnavailable("a node that answered has less of the log than is known");
}
export {
  refuseOlderLog
};
//# sourceMappingURL=refuseOlderLog.js.map
