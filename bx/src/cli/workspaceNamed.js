// src/cli/workspaceNamed.ts
import { workspaceNamed as named } from "../commands/workspace/openWorkspace.js";
import { CliError } from "./cli.js";
async function workspaceNamed(call, nameOrId = call.options.workspace) {
  const found = await named(call.ledger.store, nameOrId);
  if (found === null)
    throw new CliError(
      `there is no workspace ${nameOrId}; \`postledger workspaces list\` shows them.`,
      "not_found"
    );
  return { id: found.id, name: found.name, origin: operatorOrigin(call, found.id) };
}
function operatorOrigin({ ledger: { ids }, settings }, workspace) {
  const { POSTLEDGER_OPERATOR: person } = settings;
  const origin = { workspace, actor: "operator", correlation: ids.uuid(), causation: null };
  return person === void 0 ? origin : { ...origin, person };
}
export {
  operatorOrigin,
  workspaceNamed
};
//# sourceMappingURL=workspaceNamed.js.map
