// test/contract/documents/collections.ts
import { randomUUID } from "node:crypto";
import { positionAt } from "../../../src/adapters/position.js";
function freshCollection(documents, indexes = {}) {
  return documents.collection({ name: freshName(), indexes });
}
function freshName() {
  return `contract_${randomUUID().replaceAll("-", "")}_v1`;
}
var at = positionAt;
var keysOf = (page) => page.map(({ key }) => key);
export {
  at,
  freshCollection,
  freshName,
  keysOf
};
//# sourceMappingURL=collections.js.map
