// src/api/writtenDocument.ts
import { notFound } from "../commands/kernel/refusal.js";
import { foldedDocument, freshDocument } from "../runtime/fold/freshDocument.js";
async function writtenDocument({ store, clock }, one, position, resource) {
  const source = { ...one, store };
  const found = position === null ? await foldedDocument(source) : await freshDocument(source, position, clock);
  if (found === null) throw notFound(`There is no such ${resource}.`);
  return found;
}
export {
  writtenDocument
};
//# sourceMappingURL=writtenDocument.js.map
