// src/ports/documents.ts
var DocumentsUnavailable = class extends Error {
  name = "DocumentsUnavailable";
  constructor(reason, options) {
    super(`the document store is unavailable: ${reason}`, options);
  }
};
export {
  DocumentsUnavailable
};
//# sourceMappingURL=documents.js.map
