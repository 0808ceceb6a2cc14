// src/runtime/fold/foldEvent.ts
var UNFOLDED = { document: null, position: null };
function foldEvent(projection, before, event, key) {
  if (before.position !== null && event.position <= before.position) return before;
  const document = projection.fold(before.document, event, key);
  return document === before.document ? before : { document, position: event.position };
}
export {
  UNFOLDED,
  foldEvent
};
//# sourceMappingURL=foldEvent.js.map
