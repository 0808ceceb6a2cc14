// src/projections/emailRetries.ts
import { streamId } from "../events/category.js";
import { partitionOf } from "../events/partitionOf.js";
import { emailLane, endings } from "./emailOutbox.js";
import { workIndex } from "./workIndex.js";
var emailRetries = (partitions) => workIndex("email_retries", 1, partitions, {
  EmailAccepted: "ignored",
  // If the claim is left behind, it is due at once.
  SubmissionAttempted: (document, { data: { deliveryId }, metadata: { at } }) => document !== null && deliveryId in document.dueMs ? dueFirst({ ...document, dueMs: { ...document.dueMs, [deliveryId]: Date.parse(at) } }) : document,
  DeliveryDelayed: (document, event) => {
    const { deliveryId, nextAttemptAt, sandbox } = event.data;
    if (nextAttemptAt === null) return document;
    const { stream, metadata } = event;
    const again = emailLane(metadata.workspace, "again");
    const isSimulated = sandbox && document?.lane !== again;
    return dueFirst({
      partition: partitionOf(streamId(stream), partitions),
      lane: isSimulated ? emailLane(metadata.workspace, "simulated") : again,
      dueMs: { ...document?.dueMs, [deliveryId]: Date.parse(nextAttemptAt) }
    });
  },
  ...endings(gone)
});
function gone(document, { data: { deliveryId } }) {
  if (document === null || !(deliveryId in document.dueMs)) return document;
  const { [deliveryId]: _, ...dueMs } = document.dueMs;
  return dueFirst({ ...document, dueMs });
}
function dueFirst(document) {
  const times = Object.values(document.dueMs);
  return times.length === 0 ? null : { ...document, dueAtMs: times.reduce((first, ms) => Math.min(first, ms)) };
}
export {
  emailRetries
};
//# sourceMappingURL=emailRetries.js.map
