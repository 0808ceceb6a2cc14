// src/dispatcher/deliveryLanes.ts
import {
  ATTEMPT_KINDS,
  endpointOfLane,
  webhookLane
} from "../projections/webhookWork.js";
var ROOM = { fast: 128, slow: 16, silent: 2, unknown: 16 };
var LOW_WATER = 32;
var REST_MS = 50;
function deliveryLanes(context) {
  const { clock, lanes, ready, inFlight, partition, hints } = context;
  const { read, isBacklog } = laneReading(context);
  const laneOf = ({ endpointId, kind }) => ({
    partition: partition(endpointId),
    lane: webhookLane(endpointId, kind)
  });
  const dropReady = (endpointId) => {
    for (const { deliveryId } of ready.remove(endpointId)) inFlight.end(deliveryId);
  };
  return {
    laneOf,
    async refill() {
      for (const lane of lanes.toRead()) {
        try {
          await read(lane);
        } catch (error) {
          lanes.want(lane);
          throw error;
        }
      }
    },
    brings(delivery) {
      if (inFlight.has(delivery.deliveryId)) return true;
      if (delivery.scheduled.last.position <= inFlight.passed) return true;
      const lane = laneOf(delivery);
      return isBacklog(lane.lane) && lanes.isOpen(lane);
    },
    started(delivery) {
      const waiting = ready.waitingFor(delivery.endpointId, delivery.kind);
      if (waiting <= LOW_WATER && lanes.want(laneOf(delivery))) hints.notify();
    },
    off({ endpointId }, untilMs) {
      dropReady(endpointId);
      for (const kind of ATTEMPT_KINDS) lanes.close(laneOf({ endpointId, kind }), untilMs - clock.nowMs(), 0);
    },
    lost(left) {
      for (const endpointId of ready.endpoints()) if (partition(endpointId) === left) dropReady(endpointId);
    }
  };
}
function laneReading({ lanes, queues, clock, slots, ready, inFlight }) {
  const backlogs = /* @__PURE__ */ new Set();
  const read = async (lane) => {
    const { endpointId, kind } = endpointOfLane(lane.lane);
    lanes.wasRead(lane);
    const room = ROOM[slots.standing(endpointId)] - ready.waitingFor(endpointId, kind);
    if (room <= 0) return;
    const byMs = kind === "retry" ? clock.nowMs() : Number.MAX_SAFE_INTEGER;
    const found = await queues.next(lane.partition, lane.lane, room, byMs);
    const { items, isAll, started, nextAtMs, fromStartInMs } = found;
    if (!lanes.isOpen(lane)) return;
    lanes.reopen(lane);
    const left = items.findIndex((item) => !broughtIn(item, ready, inFlight));
    const brought = left === -1 ? items.length : left;
    started(brought);
    if (items.length < room && brought === items.length) backlogs.delete(lane.lane);
    else backlogs.add(lane.lane);
    if (isAll && brought === items.length) return lanes.emptied(lane, nextAtMs);
    const restMs = brought < items.length ? REST_MS : fromStartInMs;
    if (items.length < room || brought < items.length) lanes.rest(lane, restMs);
  };
  return { read, isBacklog: (lane) => backlogs.has(lane) };
}
function broughtIn({ key: deliveryId, document: { lane, workspace } }, ready, inFlight) {
  if (!inFlight.begin(deliveryId)) return true;
  const of = { deliveryId, workspace, ...endpointOfLane(lane) };
  if (ready.add({ ...of, scheduled: null, pausedSince: null })) return true;
  inFlight.end(deliveryId);
  return false;
}
export {
  deliveryLanes
};
//# sourceMappingURL=deliveryLanes.js.map
