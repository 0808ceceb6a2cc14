// src/commands/workspace/setSendingPace.ts
import { workspace } from "../../events/workspace.js";
import { handle } from "../kernel/decider.js";
import { notFound, Refusal } from "../kernel/refusal.js";
var sendingPaceDecider = {
  initial: { open: false, pace: null },
  evolve: (state, event) => {
    if (event.type === "WorkspaceOpened") return { ...state, open: true };
    return event.type === "SendingPaceSet" ? { ...state, pace: event.data } : state;
  },
  decide: ({ perSecond, perDay }, { open, pace }) => {
    if (!open) throw notFound("There is no such workspace.");
    const issues = [];
    for (const [path, limit] of [
      ["/per_second", perSecond],
      ["/per_day", perDay]
    ]) {
      if (!Number.isSafeInteger(limit) || limit < 1)
        issues.push({ path, message: "must be a whole number from 1" });
    }
    if (issues.length > 0) throw new Refusal("invalid", issues);
    if (pace?.perSecond === perSecond && pace.perDay === perDay) return [];
    return [{ type: "SendingPaceSet", data: { perSecond, perDay } }];
  }
};
async function setSendingPace(ledger, origin, limits) {
  const stream = workspace.stream(origin.workspace);
  const { position } = await handle(ledger, origin, stream, sendingPaceDecider, limits);
  return position;
}
export {
  sendingPaceDecider,
  setSendingPace
};
//# sourceMappingURL=setSendingPace.js.map
