// src/cli/copy/openLog.ts
import { silentLog } from "../silentLog.js";
async function openLog({ EVENTSTORE_URL, POSTLEDGER_DATA }, { clock }) {
  if (EVENTSTORE_URL !== void 0) {
    const { openEventStoreDb } = await import("../../adapters/eventstoredb/open.js");
    return openEventStoreDb(EVENTSTORE_URL, { clock, log: silentLog });
  }
  const { openEmbeddedLog } = await import("../../adapters/embedded/open.js");
  return openEmbeddedLog(POSTLEDGER_DATA, { log: silentLog });
}
export {
  openLog
};
//# sourceMappingURL=openLog.js.map
