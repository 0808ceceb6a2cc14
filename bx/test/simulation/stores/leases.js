// test/simulation/stores/leases.ts
import { coordinationCalls } from "./calls.js";
var TRUST = 0.9;
var LONGEST_MS = 6e4;
var RENEWED_TOGETHER_MS = 100;
function worldLeases(nowMs, endWithTheirProcess) {
  const leases = /* @__PURE__ */ new Map();
  const holdings = /* @__PURE__ */ new Set();
  const holderOf = (name) => {
    const lease = leases.get(name);
    return lease !== void 0 && lease.untilMs > nowMs() ? lease.holding : null;
  };
  const runs = ({ life }) => life.isAlive() && !life.isPaused();
  const free = (holding) => {
    if (leases.get(holding.name)?.holding === holding) leases.delete(holding.name);
  };
  const take = (holding, lastsMs) => {
    const holder = holderOf(holding.name);
    if (holder !== null && holder !== holding) return false;
    leases.set(holding.name, { holding, untilMs: nowMs() + lastsMs });
    return true;
  };
  const end = (holding) => {
    holdings.delete(holding);
    holding.lost.abort();
  };
  return {
    held: () => [...leases.keys()].filter((name) => holderOf(name) !== null),
    heldBy: (process) => [...leases.keys()].filter((name) => holderOf(name)?.life.process === process),
    loseAll: () => leases.clear(),
    passOver(ms) {
      for (const lease of leases.values()) if (runs(lease.holding)) lease.untilMs += ms;
      for (const holding of holdings) if (runs(holding)) holding.trustedUntilMs += ms;
    },
    view(parts) {
      const { life } = parts;
      const calls = coordinationCalls(parts);
      return {
        async acquire(name, ttlMs) {
          const lastsMs = endWithTheirProcess ? Number.POSITIVE_INFINITY : Math.min(ttlMs, LONGEST_MS);
          const lost = new AbortController();
          const holding = { name, life, lost, trustedUntilMs: nowMs() + lastsMs * TRUST };
          const takeFree = () => holderOf(name) === null && take(holding, lastsMs);
          const isRead = endWithTheirProcess || holderOf(name) !== null;
          const taking = isRead ? calls.read(takeFree) : calls.write(takeFree);
          if (!await orElse(taking, false)) return null;
          holdings.add(holding);
          if (nowMs() >= holding.trustedUntilMs) end(holding);
          life.onEnd(() => holdings.delete(holding));
          if (endWithTheirProcess) life.onEnd(() => free(holding));
          else keep(holding, lastsMs, calls, take, end, nowMs);
          return {
            name,
            lost: lost.signal,
            async release() {
              if (lost.signal.aborted) return;
              end(holding);
              const freeIt = () => free(holding);
              if (endWithTheirProcess) freeIt();
              else await orElse(calls.write(freeIt), void 0);
            }
          };
        },
        isHeld: (name) => orElse(
          calls.read(() => holderOf(name) !== null),
          false
        ),
        close: async () => {
        }
      };
    }
  };
}
var orElse = (call, none) => call.catch(() => none);
function keep(holding, lastsMs, calls, take, end, nowMs) {
  const { life, lost } = holding;
  let watching = null;
  const watch = () => {
    watching?.cancel();
    if (lost.signal.aborted) return;
    if (nowMs() >= holding.trustedUntilMs) end(holding);
    else watching = life.at(holding.trustedUntilMs, watch, "renewal");
  };
  const renew = async () => {
    watch();
    if (lost.signal.aborted) return;
    const begunAtMs = nowMs();
    const renewed = await orElse(
      calls.read(() => take(holding, lastsMs)),
      null
    );
    if (lost.signal.aborted) return;
    if (renewed === false) return end(holding);
    if (renewed) holding.trustedUntilMs = Math.max(holding.trustedUntilMs, begunAtMs + lastsMs * TRUST);
    renewIn(renewed ? lastsMs / 3 : lastsMs / 10);
  };
  const renewIn = (ms) => life.at(Math.ceil((nowMs() + ms) / RENEWED_TOGETHER_MS) * RENEWED_TOGETHER_MS, renew, "renewal");
  watch();
  renewIn(lastsMs / 3);
}
export {
  worldLeases
};
//# sourceMappingURL=leases.js.map
