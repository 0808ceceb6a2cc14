// src/runtime/fold/projection.ts
var NONE = [];
function projection({
  on,
  ...rest
}) {
  const handlers = /* @__PURE__ */ new Map();
  for (const [type, handler] of Object.entries(on))
    if (handler !== "ignored") handlers.set(type, handler);
  const keys = (event) => {
    if ("keys" in rest) return rest.keys(event);
    const key = rest.key(event);
    return key === null ? NONE : [key];
  };
  return {
    ...rest,
    keys,
    types: [...handlers.keys()],
    fold: (document, event, key) => handlers.get(event.type)?.(document, event, key) ?? null
  };
}
function collectionOf(projection2) {
  return { name: `${projection2.name}_v${projection2.version}`, indexes: projection2.indexes };
}
function temporaryCollection(projection2, purpose) {
  const own = collectionOf(projection2);
  return { ...own, name: `${own.name}_${purpose}` };
}
function openProjection(documents, projection2) {
  return documents.collection(collectionOf(projection2));
}
export {
  collectionOf,
  openProjection,
  projection,
  temporaryCollection
};
//# sourceMappingURL=projection.js.map
