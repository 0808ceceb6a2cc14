// src/ports/isUnavailable.ts
import { DocumentsUnavailable } from "./documents.js";
import { EventStoreUnavailable } from "./eventStore.js";
var isUnavailable = (error) => error instanceof DocumentsUnavailable || error instanceof EventStoreUnavailable;
export {
  isUnavailable
};
//# sourceMappingURL=isUnavailable.js.map
