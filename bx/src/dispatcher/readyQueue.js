// src/dispatcher/readyQueue.ts
import { ATTEMPT_KINDS } from "../projections/webhookWork.js";
import { STANDINGS } from "./endpointHealth.js";
import { turns } from "./turns.js";
var MAX_WAITING = 16384;
var MAX_BYTES = 32 * 1048576;
var SHARE_OF_THE_ROOM = 1 / 2;
var RESERVED_FOR_INDEX = 1 / 4;
var FEW = 1 / 2048;
function turnsByStanding(slots, { workspaces, endpoints }) {
  const own = () => turns(workspaces, endpoints);
  const byStanding = { fast: own(), slow: own(), silent: own(), unknown: own() };
  const leave = (endpointId, waiting) => {
    if (waiting.standing !== null) byStanding[waiting.standing].delete(waiting.workspace, endpointId);
    waiting.standing = null;
  };
  return {
    leave,
    enter(endpointId, waiting) {
      const standing = slots.standing(endpointId);
      if (waiting.standing === standing) return;
      leave(endpointId, waiting);
      waiting.standing = standing;
      byStanding[standing].add(waiting.workspace, endpointId);
    },
    next: (standing, mayHave) => byStanding[standing].next(mayHave)
  };
}
var bytesOf = ({ scheduled }) => scheduled?.state.body.length ?? 0;
var all = ({ deliveries }) => ATTEMPT_KINDS.flatMap((kind) => deliveries[kind]);
function serveOne(slots, usage, endpointId, waiting) {
  for (const kind of waiting.kinds) {
    const queue = waiting.deliveries[kind];
    const slot = queue.length > 0 ? slots.take(endpointId, kind) : null;
    const delivery = slot === null ? void 0 : queue.shift();
    if (slot === null || delivery === void 0) continue;
    waiting.kinds = [...waiting.kinds.filter((other) => other !== kind), kind];
    return { delivery, slot: usage.charged(delivery, slots.expectedMs(endpointId), slot) };
  }
  return null;
}
function servingIn(slots, usage, inTurn, endpoints) {
  const mayStart = (endpointId) => {
    const waiting = endpoints.get(endpointId);
    if (waiting === void 0) return false;
    if (slots.hasOwnRoom(endpointId))
      return ATTEMPT_KINDS.some(
        (kind) => waiting.deliveries[kind].length > 0 && slots.mayTake(endpointId, kind)
      );
    inTurn.leave(endpointId, waiting);
    return false;
  };
  return (standing) => {
    const most = standing === "fast" ? "light" : standing;
    if (!ATTEMPT_KINDS.some((kind) => slots.hasRoom(most, kind))) return null;
    const endpointId = inTurn.next(standing, mayStart);
    const waiting = endpointId === null ? void 0 : endpoints.get(endpointId);
    if (endpointId === null || waiting === void 0) return null;
    const served = serveOne(slots, usage, endpointId, waiting);
    if (ATTEMPT_KINDS.every((kind) => waiting.deliveries[kind].length === 0)) {
      inTurn.leave(endpointId, waiting);
      endpoints.delete(endpointId);
    }
    return served;
  };
}
function readyQueue(slots, usage, { maxWaiting = MAX_WAITING, maxBytes = MAX_BYTES } = {}) {
  const endpoints = /* @__PURE__ */ new Map();
  const inTurn = turnsByStanding(slots, usage);
  const serveIn = servingIn(slots, usage, inTurn, endpoints);
  let size = 0;
  let bytes = 0;
  let turn = 0;
  return {
    add(delivery) {
      const { endpointId, workspace, kind, scheduled } = delivery;
      const before = endpoints.get(endpointId);
      const more = bytesOf(delivery);
      const own = before?.deliveries[kind].length ?? 0;
      const reserved = scheduled === null ? 0 : maxWaiting * RESERVED_FOR_INDEX;
      const room = (own < maxWaiting * FEW ? 2 * maxWaiting : maxWaiting - reserved) - size;
      if (room <= 0 || bytes + more > maxBytes) return false;
      if (scheduled !== null && own >= room * SHARE_OF_THE_ROOM) return false;
      const waiting = before ?? {
        workspace,
        deliveries: { first: [], retry: [], replay: [] },
        kinds: ATTEMPT_KINDS,
        standing: null
      };
      if (before === void 0) endpoints.set(endpointId, waiting);
      waiting.deliveries[kind].push(delivery);
      size++;
      bytes += more;
      if (before === void 0) inTurn.enter(endpointId, waiting);
      return true;
    },
    next() {
      for (let step = 0; step < STANDINGS.length; step++) {
        const served = serveIn(STANDINGS[turn++ % STANDINGS.length] ?? "fast");
        if (served === null) continue;
        size--;
        bytes -= bytesOf(served.delivery);
        return served;
      }
      return null;
    },
    reconsider(endpointId) {
      const waiting = endpoints.get(endpointId);
      if (waiting !== void 0) inTurn.enter(endpointId, waiting);
    },
    remove(endpointId) {
      const waiting = endpoints.get(endpointId);
      if (waiting === void 0) return [];
      inTurn.leave(endpointId, waiting);
      endpoints.delete(endpointId);
      const gone = all(waiting);
      size -= gone.length;
      for (const delivery of gone) bytes -= bytesOf(delivery);
      return gone;
    },
    endpoints: () => [...endpoints.keys()],
    waitingFor: (endpointId, kind) => endpoints.get(endpointId)?.deliveries[kind].length ?? 0,
    get size() {
      return size;
    }
  };
}
export {
  readyQueue
};
//# sourceMappingURL=readyQueue.js.map
