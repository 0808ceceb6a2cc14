// src/ports/blobs.ts
var BlobMissing = class extends Error {
  name = "BlobMissing";
  constructor(sha256, options) {
    super(`blob ${sha256} is missing or damaged`, options);
  }
};
var BlobsUnavailable = class extends Error {
  name = "BlobsUnavailable";
  constructor(reason, options) {
    super(`the blob store is unavailable: ${reason}`, options);
  }
};
export {
  BlobMissing,
  BlobsUnavailable
};
//# sourceMappingURL=blobs.js.map
