// src/adapters/embedded/dataFolderRefused.ts
var DataFolderRefused = class extends Error {
  name = "DataFolderRefused";
};
export {
  DataFolderRefused
};
//# sourceMappingURL=dataFolderRefused.js.map
