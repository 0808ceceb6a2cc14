// src/commands/workspace/grantCredits.ts
import { workspace } from "../../events/workspace.js";
import { handle } from "../kernel/decider.js";
import { invalid, notFound } from "../kernel/refusal.js";
var creditsDecider = {
  initial: "absent",
  evolve: (state, event) => event.type === "WorkspaceOpened" ? "open" : state,
  decide: ({ credits }, state) => {
    if (state === "absent") throw notFound("There is no such workspace.");
    if (!Number.isSafeInteger(credits) || credits === 0)
      throw invalid("/credits", "must be a whole number other than 0");
    return [{ type: "CreditsGranted", data: { credits } }];
  }
};
async function grantCredits(ledger, origin, credits) {
  const stream = workspace.stream(origin.workspace);
  const { position } = await handle(ledger, origin, stream, creditsDecider, { credits });
  return position;
}
export {
  creditsDecider,
  grantCredits
};
//# sourceMappingURL=grantCredits.js.map
