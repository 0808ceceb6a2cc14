// src/projections/emailOutbox.ts
import { streamId } from "../events/category.js";
import { partitionOf } from "../events/partitionOf.js";
import { dueAt, workIndex } from "./workIndex.js";
function emailLane(workspace, kind) {
  return kind === "simulated" ? workspace : `${workspace}/${kind}`;
}
function partsOfLane(lane) {
  const [workspace = lane, kind] = lane.split("/", 2);
  return { workspace, kind: kind === "first" || kind === "again" ? kind : "simulated" };
}
var endings = (gone2) => ({
  Submitted: gone2,
  Delivered: gone2,
  Bounced: gone2,
  Rejected: gone2,
  RenderingFailed: gone2,
  Complained: "ignored",
  ReportKept: "ignored",
  Clicked: "ignored",
  Unsubscribed: "ignored",
  Opened: "ignored",
  Resubscribed: "ignored"
});
var emailOutbox = (partitions) => workIndex("email_outbox", 4, partitions, {
  EmailAccepted: (_, event) => accepted(event, partitions),
  SubmissionAttempted: "ignored",
  // A report that the next server waits comes after the hand-over, and has no next attempt.
  DeliveryDelayed: (document, event) => event.data.nextAttemptAt === null ? document : gone(document, event),
  ...endings(gone)
});
function accepted(event, partitions) {
  const { recipients, scheduledFor } = event.data;
  if (recipients.length === 0) return null;
  const isSimulated = recipients.every(({ sandbox }) => sandbox);
  return {
    partition: partitionOf(streamId(event.stream), partitions),
    lane: emailLane(event.metadata.workspace, isSimulated ? "simulated" : "first"),
    ...dueAt(event, scheduledFor),
    waiting: recipients.map(({ deliveryId }) => deliveryId)
  };
}
function gone(document, { data: { deliveryId } }) {
  if (document === null || !document.waiting.includes(deliveryId)) return document;
  const waiting = document.waiting.filter((id) => id !== deliveryId);
  return waiting.length === 0 ? null : { ...document, waiting };
}
export {
  emailLane,
  emailOutbox,
  endings,
  partsOfLane
};
//# sourceMappingURL=emailOutbox.js.map
