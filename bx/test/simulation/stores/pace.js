// test/simulation/stores/pace.ts
import { paceTokens } from "../../../src/adapters/embedded/coordination/pace.js";
import { coordinationCalls } from "./calls.js";
var DAY_MS = 864e5;
function worldPace(nowMs, dateMs) {
  const tokens = /* @__PURE__ */ new Map();
  const days = /* @__PURE__ */ new Map();
  const tokensOf = (workspace) => {
    const own = tokens.get(workspace) ?? paceTokens();
    tokens.set(workspace, own);
    return own;
  };
  const take = (workspace, perSecond, perDay, wanted) => {
    const day = Math.floor(dateMs() / DAY_MS);
    const name = `${day} ${workspace}`;
    const own = tokensOf(workspace);
    const leftToday = perDay === null ? wanted : Math.max(0, perDay - (days.get(name) ?? 0));
    const granted = Math.min(wanted, Math.max(0, perSecond - own.inUse(nowMs())), leftToday);
    const slot = own.take(nowMs(), granted);
    if (perDay !== null) days.set(name, (days.get(name) ?? 0) + granted);
    const window = { slot, day: perDay === null ? null : day };
    if (granted === wanted) return { granted, retryAfterMs: 0, window };
    const isDayOver = granted === leftToday;
    return {
      granted,
      window,
      retryAfterMs: isDayOver ? (day + 1) * DAY_MS - dateMs() : own.nextReturnInMs(nowMs())
    };
  };
  return {
    view(parts) {
      const calls = coordinationCalls(parts);
      return {
        // While the store of the pace does not answer, nothing is granted.
        take: (workspace, { perSecond, perDay }, wanted) => calls.write(() => take(workspace, perSecond, perDay, wanted)).catch(() => ({ granted: 0, retryAfterMs: 1e3, window: { slot: 0, day: null } })),
        giveBack: (workspace, { slot, day }, unused) => calls.write(() => {
          tokens.get(workspace)?.putBack(slot, unused);
          const name = `${day} ${workspace}`;
          if (day !== null) days.set(name, Math.max(0, (days.get(name) ?? 0) - unused));
        }).catch(() => {
        }),
        close: async () => {
        }
      };
    }
  };
}
export {
  worldPace
};
//# sourceMappingURL=pace.js.map
