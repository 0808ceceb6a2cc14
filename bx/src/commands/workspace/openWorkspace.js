// src/commands/workspace/openWorkspace.ts
import { isUuid } from "../../events/fieldPatterns.js";
import { uuid5 } from "../../events/uuid5.js";
import { workspace } from "../../events/workspace.js";
import { handle } from "../kernel/decider.js";
import { invalid } from "../kernel/refusal.js";
import { ledgerIdOf } from "./openLedger.js";
var WORKSPACE_NAME_MAX = 100;
function workspaceIdOf(ledgerId, name) {
  return uuid5("workspace", ledgerId, name);
}
var workspaceDecider = {
  initial: "absent",
  evolve: (state, event) => event.type === "WorkspaceOpened" ? "open" : state,
  decide: ({ name }, state) => {
    if (!/^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u.test(name) || [...name].length > WORKSPACE_NAME_MAX)
      throw invalid("/name", `must be 1 to ${WORKSPACE_NAME_MAX} letters, digits, spaces, dots, dashes`);
    return state === "open" ? [] : [{ type: "WorkspaceOpened", data: { name } }];
  }
};
async function openWorkspace(ledger, by, name) {
  const ledgerId = await ledgerIdOf(ledger.store);
  if (ledgerId === null) throw new Error("the ledger was not opened");
  const id = workspaceIdOf(ledgerId, name);
  const origin = { ...by, workspace: id };
  const { position } = await handle(ledger, origin, workspace.stream(id), workspaceDecider, { name });
  return { id, name, opened: position !== null, position };
}
async function workspaceNamed(store, nameOrId) {
  const ledgerId = await ledgerIdOf(store);
  if (ledgerId === null) return null;
  const byName = workspaceIdOf(ledgerId, nameOrId);
  for (const id of isUuid(nameOrId) ? [nameOrId.toLowerCase(), byName] : [byName]) {
    const [opened] = await workspace.read(store, id, { limit: 1 });
    if (opened?.type === "WorkspaceOpened") return { id, name: opened.data.name };
  }
  return null;
}
export {
  openWorkspace,
  workspaceDecider,
  workspaceIdOf,
  workspaceNamed
};
//# sourceMappingURL=openWorkspace.js.map
