// src/runtime/laneSweeps.ts
import { untilTick } from "../ports/clock.js";
import { isDue } from "../ports/workDocument.js";
import { fewLanes, lanesAfter } from "./lanes.js";
var NOTHING = { dueLanes: 0, firstDueAtMs: Number.POSITIVE_INFINITY };
var both = (one, other) => ({
  dueLanes: one.dueLanes + other.dueLanes,
  firstDueAtMs: Math.min(one.firstDueAtMs, other.firstDueAtMs)
});
var LAG_MS = 500;
var PAGE_EVERY_MS = 1e3;
var HURRIED_PAGES = 16;
function laneSweeps(context) {
  const { collection, clock, head, indexPosition, onLost } = context;
  const sweeps = /* @__PURE__ */ new Map();
  const lose = (partition) => {
    if (sweeps.delete(partition)) onLost(partition);
  };
  const mayBegin = async (sweep) => {
    if (sweep.round === "steady") return true;
    sweep.head ??= await head();
    const hasAll = await indexPosition() >= sweep.head;
    if (hasAll) sweep.round = "last hurried";
    return hasAll || sweep.round === "first";
  };
  const advance = async (partition, sweep) => {
    sweep.nextAtMs = clock.monotonicMs() + LAG_MS;
    if (sweep.after === null && !await mayBegin(sweep)) return;
    for (let pages = sweep.round === "steady" ? 1 : HURRIED_PAGES; pages > 0; pages--) {
      const { lanes, last } = await lanesAfter(collection, partition, sweep.after);
      if (sweeps.get(partition) !== sweep) return;
      take(context, partition, sweep, lanes);
      sweep.isSmall = sweep.after === null && last === null;
      sweep.after = last;
      if (last === null) break;
    }
    pause(context, sweep);
  };
  const advanceTogether = async () => {
    const beginning = [...sweeps].filter(
      ([, { round, after, nextAtMs }]) => round === "steady" && after === null && nextAtMs <= clock.monotonicMs()
    );
    if (beginning.length < 2 || !beginning.every(([, { isSmall }]) => isSmall)) return;
    const lanesOf = await fewLanes(collection);
    if (lanesOf === null) return;
    for (const [partition, sweep] of beginning) {
      if (sweeps.get(partition) !== sweep) continue;
      take(context, partition, sweep, lanesOf(partition));
      pause(context, sweep);
    }
  };
  return {
    follow(held) {
      for (const partition of sweeps.keys()) if (!held.has(partition)) lose(partition);
      const gained = [...held].filter((partition) => !sweeps.has(partition));
      for (const partition of gained) sweeps.set(partition, newSweep(clock.monotonicMs()));
      return gained.length > 0;
    },
    lose,
    async step() {
      await advanceTogether();
      for (const [partition, sweep] of sweeps)
        if (sweep.nextAtMs <= clock.monotonicMs()) await advance(partition, sweep);
    },
    nextInMs() {
      let soonestMs = Number.POSITIVE_INFINITY;
      for (const { nextAtMs } of sweeps.values()) soonestMs = Math.min(soonestMs, nextAtMs);
      return soonestMs - clock.monotonicMs();
    },
    found: () => [...sweeps.values()].map(({ found }) => found).reduce(both, NOTHING)
  };
}
function newSweep(nextAtMs) {
  return {
    after: null,
    nextAtMs,
    head: null,
    round: "first",
    isSmall: false,
    finding: NOTHING,
    found: NOTHING
  };
}
function take({ clock, onFound }, partition, sweep, lanes) {
  for (const lane of lanes) {
    onFound({ partition, ...lane });
    const dueLanes = isDue(lane, clock.nowMs()) ? 1 : 0;
    sweep.finding = both(sweep.finding, { dueLanes, firstDueAtMs: lane.dueAtMs });
  }
}
function pause({ clock }, sweep) {
  if (sweep.after === null) endRound(sweep);
  sweep.nextAtMs = clock.monotonicMs() + (sweep.round === "steady" ? untilTick(clock, PAGE_EVERY_MS) : 0);
}
function endRound(sweep) {
  sweep.round = sweep.round === "first" ? "last hurried" : "steady";
  sweep.found = sweep.finding;
  sweep.finding = NOTHING;
}
export {
  laneSweeps
};
//# sourceMappingURL=laneSweeps.js.map
