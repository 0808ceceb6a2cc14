// src/projections/aheadOfLog.ts
import { BEGINNING, plainPosition } from "../events/event.js";
import { highestCheckpoints } from "../runtime/follow/checkpoints.js";
var ReadModelsAhead = class extends Error {
  name = "ReadModelsAhead";
  constructor({ end, consumers }) {
    super(
      `the log ends at ${plainPosition(end ?? BEGINNING)}, and these have events after that: ${consumers.join(", ")}. It is older than the read models, as after a restore: stop every process, drop every collection of the documents but blobs.*, and start again (operations.md, 'Backup and restore').`
    );
  }
};
async function aheadOfLog(documents, { store }) {
  const reached = await highestCheckpoints(documents);
  const newest = [...reached.values()].sort().at(-1) ?? BEGINNING;
  const end = await store.end(newest);
  const consumers = [...reached].filter(([, position]) => end !== null && position > end);
  return { end, consumers: consumers.map(([consumer]) => consumer).sort() };
}
async function refuseAhead(documents, dependencies) {
  const ahead = await aheadOfLog(documents, dependencies);
  if (ahead.consumers.length > 0) throw new ReadModelsAhead(ahead);
}
export {
  aheadOfLog,
  refuseAhead
};
//# sourceMappingURL=aheadOfLog.js.map
