// src/cli/rebuildModels.ts
import { rebuildProjections } from "../runtime/rebuild/rebuild.js";
import { holdingModels, holdingProjector } from "./holdingLeases.js";
function rebuildModels(dependencies, models, progress) {
  const { ledger, documents } = dependencies;
  return holdingModels(dependencies, models, (modelsHeld) => {
    const alone = (exchange) => holdingProjector(
      dependencies,
      (projectorHeld) => exchange(() => {
        modelsHeld();
        projectorHeld();
      })
    );
    return progress((onEvents) => rebuildProjections(ledger.store, documents, models, alone, onEvents));
  });
}
export {
  rebuildModels
};
//# sourceMappingURL=rebuildModels.js.map
