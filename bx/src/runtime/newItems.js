// src/runtime/newItems.ts
import { isDue } from "../ports/workDocument.js";
function newItems(index, events, nowMs) {
  const begun = /* @__PURE__ */ new Map();
  for (const event of events)
    for (const key of index.types.includes(event.type) ? index.keys(event) : []) {
      const document = index.fold(begun.get(key) ?? null, event, key);
      if (document === null) begun.delete(key);
      else begun.set(key, document);
    }
  return [...begun].map(([key, document]) => ({ key, document })).filter(({ document }) => isDue(document, nowMs));
}
export {
  newItems
};
//# sourceMappingURL=newItems.js.map
