// src/events/blobRefs.ts
function blobRefsIn(data) {
  if (typeof data !== "object" || data === null) return [];
  const { sha256, length } = data;
  if (typeof sha256 === "string" && typeof length === "number") return [{ sha256, length }];
  return Object.values(data).flatMap(blobRefsIn);
}
export {
  blobRefsIn
};
//# sourceMappingURL=blobRefs.js.map
