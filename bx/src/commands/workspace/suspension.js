// src/commands/workspace/suspension.ts
import { workspace } from "../../events/workspace.js";
import { handle } from "../kernel/decider.js";
import { invalid, notFound } from "../kernel/refusal.js";
var REASON_MAX = 500;
var suspensionDecider = {
  initial: { open: false, reason: null },
  evolve: (state, event) => {
    if (event.type === "WorkspaceOpened") return { ...state, open: true };
    if (event.type === "WorkspaceSuspended") return { ...state, reason: event.data.reason };
    return event.type === "WorkspaceResumed" ? { ...state, reason: null } : state;
  },
  decide: (command, { open, reason: before }) => {
    if (!open) throw notFound("There is no such workspace.");
    const { reason } = command;
    if (!new RegExp("^\\P{Cc}+$", "u").test(reason) || [...reason].length > REASON_MAX)
      throw invalid("/reason", `must be one line of 1 to ${REASON_MAX} characters`);
    if (command.do === "resume")
      return before === null ? [] : [{ type: "WorkspaceResumed", data: { reason } }];
    return before === reason ? [] : [{ type: "WorkspaceSuspended", data: { reason } }];
  }
};
async function decideSuspension(ledger, origin, command) {
  const stream = workspace.stream(origin.workspace);
  const { position } = await handle(ledger, origin, stream, suspensionDecider, command);
  return position;
}
export {
  decideSuspension
};
//# sourceMappingURL=suspension.js.map
