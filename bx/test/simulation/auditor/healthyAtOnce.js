// test/simulation/auditor/healthyAtOnce.ts
import { attemptsDue } from "./attemptsDue.js";
import { deliveryStories, postsByUrl } from "./deliveries.js";
import { AFTER_REBUILD_MS, troubles } from "./troubledAt.js";
var SOON_MS = 1e3;
var AFTER_AWAY_MS = 15e3;
var OWN_PER_SECOND = 4;
var AFTER_START_MS = { embedded: 3e3, engines: 12e3 };
var healthyAtOnce = {
  name: "a healthy endpoint gets its events at once",
  check(evidence) {
    const ofStores = troubles(evidence, ["store"]);
    const ofRebuilds = troubles(evidence, ["rebuild"], AFTER_REBUILD_MS);
    const ofProcesses = troubles(evidence, ["process", "power"], AFTER_START_MS[evidence.plan.over]);
    const behaviours = new Map(evidence.plan.receivers.map(({ host, behaviour }) => [host, behaviour]));
    const byUrl = postsByUrl(evidence);
    return deliveryStories(evidence).flatMap((story) => {
      const { event, host, endpoint, deliveryId } = story;
      const behaviour = behaviours.get(host);
      if (behaviour !== "fast" && behaviour !== "250 ms") return [];
      const [attempt] = attemptsDue(evidence, story).attempts;
      const [first] = attempt?.posts ?? [];
      if (attempt === void 0 || first === void 0 || endpoint.wasOff(attempt.dueMs, first.atMs))
        return [];
      const { dueMs } = attempt;
      if (first.atMs - dueMs <= SOON_MS || wasAway(evidence, host, dueMs, first.atMs)) return [];
      const overMs = [ofStores, ofProcesses, ofRebuilds].map(
        (overAt) => overAt(null, dueMs, first.atMs) ?? dueMs
      );
      const fromMs = Math.max(dueMs, ...overMs);
      const lateMs = first.atMs - fromMs - evidence.leftOutMs(fromMs, first.atMs);
      const own = [...endpoint.urls].flatMap((url) => byUrl.get(url) ?? []).filter(({ atMs }) => atMs >= fromMs && atMs < first.atMs);
      if (lateMs <= SOON_MS || own.length >= lateMs / 1e3 * OWN_PER_SECOND) return [];
      return [
        {
          ...{ rule: this.name, atMs: first.atMs, about: [deliveryId, event.id] },
          what: `the ${event.type} ${event.id} reached ${host}, which is ${behaviour}, after ${Math.round(lateMs)} ms and ${own.length} other posts`
        }
      ];
    });
  }
};
function wasAway({ plan }, host, fromMs, toMs) {
  return plan.plannedEvents.some(
    (one) => one.of === "outside" && (one.do === "receiver away" || one.do === "names away") && one.who === host && one.atMs <= toMs && fromMs <= Math.min(one.atMs + one.lastsMs, plan.lastsMs) + AFTER_AWAY_MS
  );
}
export {
  healthyAtOnce
};
//# sourceMappingURL=healthyAtOnce.js.map
