// src/adapters/eventstoredb/leaderWatch.ts
import { isNotDiscovered, isNotReady } from "./fault.js";
var NOT_READY_MS = 1e3;
var NO_LEADER_MS = 5e3;
var MAX_DISCOVERIES = 2;
var DISCOVERY_MS = 500;
var ASK_EVERY_MS = 1e3;
var FORGET_MS = 5e3;
function leaderWatch(connection, clock, view) {
  let notReadySinceMs = null;
  let isRenewed = false;
  let discoveries = 0;
  let discoveryFailedAtMs = Number.NEGATIVE_INFINITY;
  let metAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let leader = null;
  const forgetOld = (nowMs) => {
    if (nowMs - metAtMs >= FORGET_MS) {
      notReadySinceMs = null;
      discoveries = 0;
    }
    metAtMs = nowMs;
  };
  const ask = async () => {
    const { leader: found } = await view();
    if (found === null) return;
    discoveries = 0;
    if (notReadySinceMs !== null) notReadySinceMs = clock.monotonicMs() - NO_LEADER_MS + NOT_READY_MS;
    if (found === leader) return;
    leader = found;
    connection.renew(connection.current().generation, `${found} leads`);
  };
  return {
    refusal(call) {
      const nowMs = clock.monotonicMs();
      if (nowMs - metAtMs >= FORGET_MS) return null;
      const isNotTaken = call === "append" && notReadySinceMs !== null && nowMs - notReadySinceMs >= NO_LEADER_MS;
      if (discoveries < MAX_DISCOVERIES && !isNotTaken) return null;
      metAtMs = nowMs;
      if (nowMs - askedAtMs >= ASK_EVERY_MS) {
        askedAtMs = nowMs;
        ask().catch(() => {
        });
      }
      return "no node leads";
    },
    failed(call, error, { generation }) {
      const nowMs = clock.monotonicMs();
      if (isNotDiscovered(error)) {
        forgetOld(nowMs);
        if (nowMs - discoveryFailedAtMs >= DISCOVERY_MS) discoveries += 1;
        discoveryFailedAtMs = nowMs;
      }
      if (call !== "append" || !isNotReady(error)) return;
      forgetOld(nowMs);
      notReadySinceMs ??= nowMs;
      if (isRenewed || nowMs - notReadySinceMs < NOT_READY_MS) return;
      isRenewed = true;
      connection.renew(generation, "the node that takes appends is not ready");
    },
    answered(call) {
      discoveries = 0;
      if (call !== "append") return;
      notReadySinceMs = null;
      isRenewed = false;
    }
  };
}
export {
  leaderWatch
};
//# sourceMappingURL=leaderWatch.js.map
