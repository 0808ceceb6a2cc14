// src/runtime/workLanes.ts
import { delayQueue } from "../queues/delayQueue.js";
var MAX_LANES = 1e5;
var SWEPT_WITHIN_MS = 12e5;
var SOON_MS = 6e4;
var FIRST_REST_MS = 100;
var LONGEST_REST_MS = 1e3;
var laneName = ({ partition, lane }) => `${partition}/${lane}`;
function workLanes(clock, ownerOf) {
  const { known, toRead, add, sleep, rest, recall, wakeDue, forget, nextInMs } = knownLanes(clock);
  const { isClosed, close, open, openAllOf } = closings(clock);
  const laneOf = (of) => known.get(laneName(of)) ?? add(of, ownerOf(of.lane));
  const drop = (lane) => {
    open(lane);
    forget(lane);
  };
  const isOpen = (lane) => lane.state.date === null && !isClosed(lane);
  const openLane = (of) => [known.get(laneName(of))].find((lane) => lane && isOpen(lane));
  const note = (written) => {
    const nowMs = clock.nowMs();
    const dueAtMs = written.isAtOnce ? Math.min(written.dueAtMs, nowMs) : written.dueAtMs;
    const dueInMs = dueAtMs - nowMs;
    const before = known.get(laneName(written));
    if (before === void 0) {
      if (known.size < MAX_LANES || dueInMs <= SWEPT_WITHIN_MS) sleep(laneOf(written), dueAtMs);
    } else if (before.state.date !== null) {
      if (dueAtMs < before.state.date.atMs) sleep(before, dueAtMs);
    } else if (!isClosed(before) && dueInMs <= SOON_MS) {
      if (dueInMs > 0) recall(before, dueInMs);
      else toRead.add(before);
    }
  };
  return {
    note,
    recall: (of, inMs) => recall(laneOf(of), inMs),
    close(of, forMs, granted) {
      const lane = laneOf(of);
      lane.state.date = null;
      close(lane, forMs, granted);
      rest(lane, forMs);
    },
    reopen: open,
    openAllOf(owners) {
      for (const lane of openAllOf(owners)) toRead.add(lane);
    },
    rest,
    backOffMs: ({ state }, isAfresh) => growingRestMs(state, isAfresh),
    emptied(lane, nextAtMs) {
      drop(lane);
      if (nextAtMs !== null) note({ partition: lane.partition, lane: lane.lane, dueAtMs: nextAtMs });
    },
    isOpen: (of) => openLane(of) !== void 0,
    isClosed: (of) => isClosed(known.get(laneName(of))),
    want(of) {
      const lane = openLane(of);
      if (lane !== void 0) toRead.add(lane);
      return lane !== void 0;
    },
    toRead() {
      wakeDue();
      for (const lane of toRead) if (isClosed(lane)) toRead.delete(lane);
      return [...toRead];
    },
    wasRead: (lane) => void toRead.delete(lane),
    toTheBack(lane) {
      if (toRead.delete(lane)) toRead.add(lane);
    },
    forgetPartition(partition) {
      for (const lane of known.values()) if (lane.partition === partition) drop(lane);
    },
    nextInMs
  };
}
function growingRestMs(state, isAfresh) {
  const isFirst = isAfresh || state.backOffMs === 0;
  state.backOffMs = isFirst ? FIRST_REST_MS : Math.min(2 * state.backOffMs, LONGEST_REST_MS);
  return state.backOffMs;
}
function closings(clock) {
  const byOwner = /* @__PURE__ */ new Map();
  const open = (lane) => {
    const granted = lane.state.closed?.granted ?? null;
    lane.state.closed = null;
    const ofOwner = byOwner.get(lane.owner);
    if (ofOwner?.delete(lane) && ofOwner.size === 0) byOwner.delete(lane.owner);
    return granted;
  };
  return {
    isClosed: (lane) => (lane?.state.closed?.untilMs ?? 0) > clock.monotonicMs(),
    close(lane, forMs, granted) {
      lane.state.closed = { untilMs: clock.monotonicMs() + forMs, granted };
      byOwner.set(lane.owner, (byOwner.get(lane.owner) ?? /* @__PURE__ */ new Set()).add(lane));
    },
    open,
    /** The lanes that were closed. */
    openAllOf(owners) {
      const named = owners === "all" ? [...byOwner.keys()] : owners;
      const lanes = named.flatMap((owner) => [...byOwner.get(owner) ?? []]);
      for (const lane of lanes) open(lane);
      return lanes;
    }
  };
}
function knownLanes(clock) {
  const known = /* @__PURE__ */ new Map();
  const toRead = /* @__PURE__ */ new Set();
  const isKnown = (lane) => known.get(lane.name) === lane;
  const dates = delayQueue((timed) => timed.item.state.date === timed && isKnown(timed.item));
  const rests = delayQueue((timed) => timed.item.state.rest === timed && isKnown(timed.item));
  const recalls = delayQueue();
  const wake = (lane) => {
    lane.state.date = null;
    toRead.add(lane);
  };
  return {
    known,
    toRead,
    add({ partition, lane }, owner) {
      const state = { date: null, rest: null, closed: null, backOffMs: 0 };
      const added = { name: laneName({ partition, lane }), partition, lane, owner, state };
      known.set(added.name, added);
      return added;
    },
    sleep(lane, untilMs) {
      lane.state.date = dates.add(untilMs, lane);
    },
    rest(lane, forMs) {
      toRead.delete(lane);
      lane.state.rest = rests.add(clock.monotonicMs() + forMs, lane);
    },
    recall(lane, inMs) {
      if (lane.state.date !== null) wake(lane);
      recalls.add(clock.monotonicMs() + inMs, lane.name);
    },
    /** Lanes whose rest is over, or whose date has come, are worth a read. */
    wakeDue() {
      const [nowMs, monotonicMs] = [clock.nowMs(), clock.monotonicMs()];
      for (const lane of rests.takeDue(monotonicMs)) {
        lane.state.rest = null;
        toRead.add(lane);
      }
      for (const name of recalls.takeDue(monotonicMs)) {
        const lane = known.get(name);
        if (lane?.state.date === null) toRead.add(lane);
      }
      for (const lane of dates.takeDue(nowMs)) wake(lane);
    },
    forget(lane) {
      toRead.delete(lane);
      if (isKnown(lane)) known.delete(lane.name);
    },
    nextInMs: () => Math.min(
      dates.nextAtMs() - clock.nowMs(),
      Math.min(rests.nextAtMs(), recalls.nextAtMs()) - clock.monotonicMs()
    )
  };
}
export {
  workLanes
};
//# sourceMappingURL=workLanes.js.map
