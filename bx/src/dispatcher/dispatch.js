// src/dispatcher/dispatch.ts
import { partitionOf } from "../events/partitionOf.js";
import { endpointOfLane } from "../projections/webhookWork.js";
import { openWorkLoop } from "../runtime/workLoop.js";
import { fanOutBackpressure } from "./backpressure.js";
import { deliveryLanes } from "./deliveryLanes.js";
import { deliveryPump } from "./deliveryPump.js";
import {
  readyQueue
} from "./readyQueue.js";
import { restoreHealth } from "./restoreHealth.js";
import { openSlots } from "./slots.js";
import { slotUsage } from "./slotUsage.js";
var MAX_PAUSES = 16384;
var LONGEST_FAULT_RETRY_MS = 1e3;
function webhookDispatch(context, bounds = {}) {
  const usage = slotUsage(context.ledger.clock);
  const slots = openSlots(usage.endpoints);
  let running = null;
  return {
    handOver: (delivery) => running?.offer(delivery) ?? null,
    onEvents: {
      name: "webhook_news",
      types: ["WebhookEndpointChanged"],
      partitionKey: () => null,
      turnOf: ({ metadata }) => metadata.workspace,
      react: async (event) => running?.onChanged(event)
    },
    async run(own) {
      running = begin(context, own, slots, readyQueue(slots, usage, bounds), bounds);
      await running.loop();
      running = null;
    },
    drained: async (partition) => running?.drained(partition),
    get inFlight() {
      return slots.inFlight;
    }
  };
}
function begin(context, own, slots, ready, bounds) {
  const { ledger, endpoints, partitions, metrics } = context;
  const { store, clock } = ledger;
  const { signal, hints } = own;
  const partition = (endpointId) => partitionOf(endpointId, partitions);
  const backpressure = fanOutBackpressure(clock, signal);
  const loop = openWorkLoop(
    {
      name: "webhook_deliveries",
      collection: context.collection,
      ownerOf: (lane) => endpointOfLane(lane).endpointId,
      maxWaiting: bounds.maxPauses ?? MAX_PAUSES,
      longestFaultRetryMs: LONGEST_FAULT_RETRY_MS,
      // If the clock was set back its date may be in the future, but only a retry waits for it.
      dueAtMs: ({ lane, dueAtMs }) => endpointOfLane(lane).kind === "retry" ? dueAtMs : Math.min(dueAtMs, clock.nowMs()),
      onGained: () => restoreHealth({ ...context, slots, ready }),
      onLost: (left) => lanes.lost(left),
      onEnd: () => pump(),
      async serve() {
        await lanes.refill();
        pump();
        showInFlight(slots, metrics);
        return false;
      }
    },
    { ...context, ...own, clock, head: store.head }
  );
  const { inFlight, flights, isHeld } = loop;
  const memory = { ...own, ...loop, clock, slots, ready, partition };
  const lanes = deliveryLanes(memory);
  const onStarted = (delivery) => {
    lanes.started(delivery);
    backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, "first"));
  };
  const pump = deliveryPump({ ...memory, attempt: context, lanes, onStarted });
  return {
    onChanged(event) {
      endpoints.changed(event.metadata.workspace);
      const { endpointId, status } = event.data;
      if (status === "ACTIVE") hints.opened(endpointId);
    },
    offer(delivery) {
      const { deliveryId, endpointId } = delivery;
      if (signal.aborted || !isHeld(partition(endpointId))) return null;
      if (lanes.brings(delivery) || !inFlight.begin(deliveryId)) return null;
      if (!ready.add(delivery)) {
        inFlight.end(deliveryId);
        return null;
      }
      pump();
      if (slots.standing(endpointId) !== "fast") return null;
      return backpressure.wait(endpointId, ready.waitingFor(endpointId, "first"));
    },
    drained: flights.ended,
    loop: loop.run
  };
}
function showInFlight({ inFlight }, metrics) {
  for (const [of, count] of Object.entries(inFlight))
    metrics.gauge("postledger_webhook_in_flight", count, { class: of });
}
export {
  webhookDispatch
};
//# sourceMappingURL=dispatch.js.map
