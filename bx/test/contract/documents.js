// test/contract/documents.ts
import { guardContract } from "./documents/guard.js";
import { indexContract } from "./documents/indexes.js";
import { messageContract } from "./documents/messages.js";
import { pageContract } from "./documents/pages.js";
function documentsContract(name, factory) {
  guardContract(`${name}: guarded writes`, factory);
  pageContract(`${name}: pages`, factory);
  indexContract(`${name}: indexes`, factory);
  messageContract(`${name}: messages`, factory);
}
export {
  documentsContract
};
//# sourceMappingURL=documents.js.map
