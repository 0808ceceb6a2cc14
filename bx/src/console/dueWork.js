// src/console/dueWork.ts
import { isDue } from "../ports/workDocument.js";
import { lanesAfter } from "../runtime/lanes.js";
var MOST_PAGES = 8;
var WORK = {
  email: "emailOutbox",
  "repeated email": "emailRetries",
  "text message": "smsOutbox",
  campaign: "campaignRuns",
  webhook: "webhookWork"
};
async function dueWork({ models, ledger, options }) {
  const nowMs = ledger.clock.nowMs();
  const found = [];
  for (const kind of Object.keys(WORK)) {
    const dueAtMs = [];
    for (let partition = 0; partition < options.partitions; partition++) {
      let after = null;
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const stretch = await lanesAfter(
          models[WORK[kind]],
          partition,
          after
        );
        const due = stretch.lanes.filter((lane) => isDue(lane, nowMs));
        dueAtMs.push(...due.map((lane) => Math.min(lane.dueAtMs, nowMs)));
        after = stretch.last;
        if (after === null) break;
      }
    }
    if (dueAtMs.length > 0) found.push({ kind, lanes: dueAtMs.length, sinceMs: Math.min(...dueAtMs) });
  }
  return found;
}
export {
  dueWork
};
//# sourceMappingURL=dueWork.js.map
