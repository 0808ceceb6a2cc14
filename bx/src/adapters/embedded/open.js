// src/adapters/embedded/open.ts
import { join } from "node:path";
import { makeFolder } from "../node/durableFiles.js";
import { openEmbeddedBlobs } from "./blobs/blobs.js";
import { inProcessHints } from "./coordination/hints.js";
import { openEmbeddedLeases } from "./coordination/leases.js";
import { openEmbeddedPace } from "./coordination/pace.js";
import { openEmbeddedReports } from "./coordination/reports.js";
import { openEmbeddedDocuments } from "./documents/documents.js";
import { markReadModelsAhead } from "./documents/documentsAhead.js";
import { embeddedEventStore } from "./log/eventStore.js";
async function openEmbeddedReadSide(dataFolder, {
  clock,
  log,
  logEnd,
  marksDamage = true
}) {
  await makeFolder(join(dataFolder, "blobs"));
  if (logEnd !== void 0) await markReadModelsAhead(dataFolder, log, logEnd);
  const documents = openEmbeddedDocuments(dataFolder, { clock, log, marksDamage });
  const blobs = openEmbeddedBlobs(join(dataFolder, "blobs"));
  return { documents, blobs, close: () => documents.close() };
}
async function openEmbeddedCoordination(dataFolder, { clock, log }) {
  const leases = openEmbeddedLeases(join(dataFolder, "leases"), { clock });
  const pace = openEmbeddedPace(join(dataFolder, "pace.json"), { clock, log });
  const hints = inProcessHints(log);
  return {
    leases,
    pace,
    hints,
    reports: openEmbeddedReports(join(dataFolder, "reports")),
    async close() {
      await leases.close();
      await pace.close();
      await hints.close();
    }
  };
}
export {
  openEmbeddedCoordination,
  embeddedEventStore as openEmbeddedLog,
  openEmbeddedReadSide
};
//# sourceMappingURL=open.js.map
