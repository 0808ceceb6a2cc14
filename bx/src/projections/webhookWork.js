// src/projections/webhookWork.ts
import { partitionOf } from "../events/partitionOf.js";
import { workIndex } from "./workIndex.js";
var ATTEMPT_KINDS = ["first", "retry", "replay"];
function webhookLane(endpointId, kind) {
  return `${endpointId}/${kind}`;
}
function endpointOfLane(lane) {
  const at = lane.lastIndexOf("/");
  const kind = ATTEMPT_KINDS.find((one) => lane.endsWith(`/${one}`)) ?? "retry";
  return { endpointId: lane.slice(0, at), kind };
}
function webhookWork(partitions) {
  const due = ({ data: { endpointId }, metadata: { workspace, at } }, kind) => {
    const partition = partitionOf(endpointId, partitions);
    return { partition, lane: webhookLane(endpointId, kind), dueAtMs: Date.parse(at), workspace };
  };
  return workIndex("webhook_work", 3, partitions, {
    WebhookDeliveryScheduled: (_, event) => due(event, "first"),
    WebhookDeliveryRequeued: (_, event) => due(event, "replay"),
    WebhookAttemptFailed: (document, { data: { nextAttemptAt } }) => {
      if (document === null || nextAttemptAt === null) return null;
      const lane = webhookLane(endpointOfLane(document.lane).endpointId, "retry");
      return { ...document, lane, dueAtMs: Date.parse(nextAttemptAt) };
    },
    WebhookDelivered: () => null,
    WebhookDeliveryDied: () => null
  });
}
export {
  ATTEMPT_KINDS,
  endpointOfLane,
  webhookLane,
  webhookWork
};
//# sourceMappingURL=webhookWork.js.map
