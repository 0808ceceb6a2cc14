// src/projections/messageStatus.ts
var MESSAGE_STATUSES = [
  "complained",
  "bounced",
  "rejected",
  "rendering_failed",
  "failed",
  "delivery_delayed",
  "processing",
  "queued",
  "scheduled",
  "submitted",
  "sent",
  "delivered",
  "received",
  "suppressed"
];
var FINALITY = {
  scheduled: 0,
  queued: 0,
  processing: 0,
  delivery_delayed: 0,
  submitted: 1,
  sent: 1,
  failed: 2,
  delivered: 3,
  bounced: 4,
  rejected: 4,
  rendering_failed: 4,
  complained: 5,
  received: 6,
  suppressed: 6
};
function laterStatus(before, next) {
  return FINALITY[next] >= FINALITY[before] ? next : before;
}
function statusOfAll(statuses) {
  return MESSAGE_STATUSES.find((status) => statuses.includes(status)) ?? "suppressed";
}
export {
  MESSAGE_STATUSES,
  laterStatus,
  statusOfAll
};
//# sourceMappingURL=messageStatus.js.map
