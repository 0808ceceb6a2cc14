// src/runtime/laneServing.ts
var SOONEST_MS = 5;
var LONGEST_CLOSED_MS = 6e4;
var MAX_WAITING_PER_LANE = 256;
var RESERVED_FOR_OTHERS = 1 / 8;
var FEWEST_READ = 8;
var WAITED_REST_MS = 1e4;
function roomOf({ worker, flights, waiting }, { lane, owner }) {
  const free = worker.maxInFlight - flights.count;
  const shared = free - Math.floor(worker.maxInFlight * RESERVED_FOR_OTHERS);
  const isNew = flights.countOf(owner) === 0 && waiting.waitingOf(lane) === 0;
  return Math.min(
    worker.maxInFlightPerLane - flights.countIn(lane),
    isNew ? Math.max(shared, Math.min(1, free)) : shared,
    MAX_WAITING_PER_LANE - waiting.waitingOf(lane)
  );
}
async function serveLane(hand, lane) {
  const { worker, queues, lanes, clock } = hand;
  const room = roomOf(hand, lane);
  if (room <= 0) return false;
  lanes.toTheBack(lane);
  const before = lanes.reopen(lane);
  const first = before === 0 && worker.admit !== void 0 ? await worker.admit(lane.lane, 1) : null;
  if (first?.granted === 0) return close(hand, lane, first, 0);
  const most = before === null ? room : Math.min(room, Math.max(FEWEST_READ, 2 * before));
  const read = () => queues.next(lane.partition, lane.lane, most, clock.nowMs());
  const found = await readUnder(first, worker, lane, read);
  const { items } = found;
  const underFirst = first === null ? [] : items.slice(0, 1);
  for (const item of underFirst) hand.start(item, first?.window ?? null);
  const rest = items.slice(underFirst.length);
  const grant = worker.admit === void 0 || rest.length === 0 ? null : await worker.admit(lane.lane, rest.length);
  const granted = grant === null ? rest.length : grant.granted;
  for (const item of rest.slice(0, granted)) hand.start(item, grant?.window ?? null);
  const begun = underFirst.length + granted;
  found.started(begun);
  if (grant !== null && begun < items.length) return close(hand, lane, grant, begun);
  if (items.length === most) return true;
  settle(hand, lane, found);
  return false;
}
async function serveHandedOver(hand, items) {
  const { worker, lanes, inFlight, start } = hand;
  const byLane = /* @__PURE__ */ new Map();
  for (const item of items) {
    const { partition, lane } = item.document;
    const name = `${partition}/${lane}`;
    const same = byLane.get(name);
    if (same === void 0) byLane.set(name, [item]);
    else same.push(item);
  }
  for (const own of byLane.values()) {
    const free = own.filter(({ key }) => !inFlight.has(key));
    const of = free[0]?.document;
    if (of === void 0 || lanes.isClosed(of)) continue;
    const owner = worker.ownerOf?.(of.lane) ?? of.lane;
    const some = free.slice(0, Math.max(0, roomOf(hand, { lane: of.lane, owner })));
    if (some.length === 0) continue;
    const grant = await worker.admit?.(of.lane, some.length) ?? null;
    const granted = grant?.granted ?? some.length;
    for (const item of some.slice(0, granted)) start(item, grant?.window ?? null);
    if (grant !== null && granted < some.length) close(hand, of, grant, granted);
  }
}
async function readUnder(first, worker, { lane }, read) {
  let items = [];
  try {
    const found = await read();
    ({ items } = found);
    return found;
  } finally {
    if (first !== null && items.length === 0) await worker.giveBack?.(lane, first.window, 1);
  }
}
function close({ lanes }, lane, { retryAfterMs }, granted) {
  lanes.close(lane, Math.min(LONGEST_CLOSED_MS, Math.max(SOONEST_MS, retryAfterMs)), granted);
  return false;
}
function settle({ lanes, waiting, clock }, lane, { items, isAll, skipped, nextAtMs, fromStartInMs }) {
  if (isAll && skipped === 0) {
    lanes.emptied(lane, nextAtMs);
    return;
  }
  const dueInMs = nextAtMs === null ? Number.POSITIVE_INFINITY : nextAtMs - clock.nowMs();
  const isWaited = isAll && waiting.waitingOf(lane.lane) >= skipped;
  const restMs = isWaited ? WAITED_REST_MS : isAll ? lanes.backOffMs(lane, items.length > 0) : fromStartInMs;
  lanes.rest(lane, Math.max(SOONEST_MS, Math.min(restMs, dueInMs)));
}
export {
  roomOf,
  serveHandedOver,
  serveLane
};
//# sourceMappingURL=laneServing.js.map
