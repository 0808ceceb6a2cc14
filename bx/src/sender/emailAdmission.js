// src/sender/emailAdmission.ts
import { partsOfLane } from "../projections/emailOutbox.js";
import { sendGrants } from "./sendGrants.js";
var LOOK_AGAIN_MS = 1e3;
var BELIEVED_MS = 3e4;
var MAX_BELIEVED = 1e4;
function emailAdmission(parts) {
  const { pace, limitsOf, route, clock, maxBelieved = MAX_BELIEVED } = parts;
  const usedUp = /* @__PURE__ */ new Map();
  const nothing = { granted: 0, retryAfterMs: LOOK_AGAIN_MS, window: { slot: 0, day: null } };
  const take = async (workspace, limits, wanted) => {
    if (limits.perSecond === 0) return nothing;
    const known = usedUp.get(workspace);
    const leftMs = (known?.untilMs ?? 0) - clock.monotonicMs();
    if (known?.perDay === limits.perDay && leftMs > 0) return { ...nothing, retryAfterMs: leftMs };
    const grant = await pace.take(workspace, limits, wanted);
    if (grant.granted === 0 && grant.retryAfterMs > BELIEVED_MS && limits.perDay !== null) {
      usedUp.delete(workspace);
      const [oldest] = usedUp.size < maxBelieved ? [] : usedUp.keys();
      if (oldest !== void 0) usedUp.delete(oldest);
      usedUp.set(workspace, { perDay: limits.perDay, untilMs: clock.monotonicMs() + BELIEVED_MS });
    }
    return grant;
  };
  const giveBack = (workspace, window, unused) => {
    usedUp.delete(workspace);
    return pace.giveBack(workspace, window, unused);
  };
  const own = { take, giveBack };
  const again = async (workspace) => ({ ...await limitsOf(workspace), perDay: null });
  return {
    async admit(lane, wanted) {
      const { workspace, kind } = partsOfLane(lane);
      if (kind === "simulated") return take(workspace, await limitsOf(workspace), wanted);
      const going = Math.min(wanted, route.room());
      if (going === 0) return nothing;
      const limits = await (kind === "again" ? again : limitsOf)(workspace);
      const grant = await take(workspace, limits, going);
      return grant.retryAfterMs === 0 && going < wanted ? { ...grant, retryAfterMs: LOOK_AGAIN_MS } : grant;
    },
    giveBack: (lane, window, unused) => giveBack(partsOfLane(lane).workspace, window, unused),
    grantsFor(lane, permit) {
      const { workspace, kind } = partsOfLane(lane);
      return {
        first: sendGrants(own, workspace, limitsOf, kind === "again" ? null : permit),
        again: sendGrants(own, workspace, again, kind === "again" ? permit : null)
      };
    }
  };
}
export {
  emailAdmission
};
//# sourceMappingURL=emailAdmission.js.map
