// src/projections/servedModels.ts
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
import { furthestVersions } from "./olderVersions.js";
import { versionSwitch } from "./versionSwitch.js";
async function openServedModels({ documents, checkpoints, log }, older, projections, models) {
  const furthest = await furthestVersions(older, checkpoints);
  const answering = /* @__PURE__ */ new Map();
  const served = { ...models };
  for (const [name, projection] of Object.entries(projections)) {
    const by = furthest.find((each) => each.projection === projection);
    const current = served[name];
    if (by === void 0 || current === void 0) continue;
    const model = versionSwitch({
      current,
      older: await documents.collection(by.definition),
      indexes: { current: by.projection.indexes, older: by.definition.indexes },
      fromOlder: (document) => by.projection.fromOlder?.(document, by.version) ?? document
    });
    served[name] = model.collection;
    answering.set(name, { by, model });
    log.info({ by: by.definition.name, position: by.position }, `${by.projection.name} is being built again`);
  }
  const keys = answering.get("apiKeys");
  return {
    models: served,
    olderKeys: keys === void 0 ? null : olderKeys(keys.by, keys.model),
    switchOver(catchUp) {
      for (const { by, model } of answering.values())
        void catchUp.passed([projectionConsumerName(by.projection)]).then((hasPassed) => {
          if (!hasPassed) return;
          model.switchOver();
          log.info({ version: by.projection.version }, `${by.projection.name} answers in its new version`);
        });
    }
  };
}
function olderKeys({ position }, { known, isSwitched }) {
  return { position, known, isOver: isSwitched };
}
export {
  openServedModels
};
//# sourceMappingURL=servedModels.js.map
