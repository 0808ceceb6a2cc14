// src/runtime/fold/freshDocument.ts
import { awaitDocument } from "./awaitDocument.js";
import { foldEvent, UNFOLDED } from "./foldEvent.js";
import { foldedStream } from "./foldedStream.js";
var folds = /* @__PURE__ */ new WeakMap();
function foldBy(projection) {
  const known = folds.get(projection);
  if (known !== void 0) return known;
  const made = {
    initial: UNFOLDED,
    evolve: (before, event) => {
      if (!projection.types.includes(event.type)) return before;
      const [key] = projection.keys(event);
      return key === void 0 ? before : foldEvent(projection, before, event, key);
    }
  };
  folds.set(projection, made);
  return made;
}
async function foldedDocument({
  store,
  projection,
  stream,
  key
}) {
  const fold = foldBy(projection);
  const { state } = await foldedStream(store, stream, fold);
  if (state.document === null || state.position === null) return null;
  return { key, position: state.position, document: state.document };
}
async function freshDocument(one, position, clock) {
  const found = await awaitDocument(one.collection, one.key, position, clock);
  return found !== null && found.position >= position ? found : foldedDocument(one);
}
export {
  foldedDocument,
  freshDocument
};
//# sourceMappingURL=freshDocument.js.map
