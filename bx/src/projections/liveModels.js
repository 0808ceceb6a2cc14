// src/projections/liveModels.ts
import { suppressionIdOf } from "../events/suppression.js";
import { suppressedAmong, suppressionOf } from "./suppressions.js";
function storedModels({
  apiKeys,
  workspaces,
  templates,
  suppressions
}) {
  return {
    apiKeys,
    workspaces,
    templates,
    suppressedAmong: (workspace, addresses) => suppressedAmong(suppressions, workspace, addresses),
    suppressionOf: suppressionOf(suppressions)
  };
}
var NONE_SUPPRESSED = /* @__PURE__ */ new Set();
function filteredSuppressions(filter, suppressions) {
  return (workspace, addresses) => {
    const suspects = addresses.filter((address) => filter.mayHold(suppressionIdOf(workspace, address)));
    return suspects.length === 0 ? NONE_SUPPRESSED : suppressedAmong(suppressions, workspace, suspects);
  };
}
export {
  filteredSuppressions,
  storedModels
};
//# sourceMappingURL=liveModels.js.map
