// test/dispatcher/readyDelivery.ts
import { positionAt } from "../../src/adapters/position.js";
import { readyQueue } from "../../src/dispatcher/readyQueue.js";
import { openSlots } from "../../src/dispatcher/slots.js";
import { slotUsage } from "../../src/dispatcher/slotUsage.js";
var count = 0;
function ready(workspace, endpointId, bytes = -1) {
  const state = {
    ...{ endpointId, eventId: "v", kind: "delivered", body: "x".repeat(Math.max(0, bytes)) },
    ...{ status: "pending", failedAttempts: 0 }
  };
  const metadata = { v: 1, workspace, actor: "a", correlation: "c", causation: null, at: "then" };
  const last = { id: "i", stream: "s", revision: 0, position: positionAt(1), metadata, data: {} };
  return {
    ...{ deliveryId: `d${count++}`, endpointId, workspace, kind: "first", pausedSince: null },
    scheduled: bytes < 0 ? null : { state, last }
  };
}
function queueAndSlots(bounds, slotBounds, clock = { monotonicMs: () => 0 }) {
  const usage = slotUsage(clock);
  const slots = openSlots(usage.endpoints, slotBounds);
  return { slots, queue: readyQueue(slots, usage, bounds) };
}
export {
  queueAndSlots,
  ready
};
//# sourceMappingURL=readyDelivery.js.map
