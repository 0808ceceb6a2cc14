// src/projections/workspaces.ts
import { projection } from "../runtime/fold/projection.js";
import { documentsOf } from "./pages.js";
var workspaces = projection({
  name: "workspaces",
  version: 2,
  indexes: { byName: ["name"] },
  key: (event) => event.metadata.workspace,
  on: {
    WorkspaceOpened: (document, { data: { name }, metadata: { workspace, at } }) => document ?? { id: workspace, name, pace: null, openedAt: at, suspended: null },
    SendingPaceSet: (document, { data: { perSecond, perDay } }) => {
      const isSet = document?.pace?.perSecond === perSecond && document.pace.perDay === perDay;
      return document === null || isSet ? document : { ...document, pace: { perSecond, perDay } };
    },
    WorkspaceSuspended: (document, { data: { reason }, metadata: { at } }) => document && { ...document, suspended: { reason, at } },
    WorkspaceResumed: (document) => document && { ...document, suspended: null }
  }
});
async function listWorkspaces(collection) {
  const all = [];
  for await (const one of documentsOf(collection, { index: "byName" }, ({ name }) => [name])) all.push(one);
  return all;
}
export {
  listWorkspaces,
  workspaces
};
//# sourceMappingURL=workspaces.js.map
