// src/api/cursor.ts
import { invalid } from "../commands/kernel/refusal.js";
function encodeCursor(parts) {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}
function decodeCursor(cursor, patterns) {
  if (cursor === void 0) return null;
  const parts = cursor.length <= 1e3 ? partsIn(cursor) : null;
  const isOurs = Array.isArray(parts) && parts.length === patterns.length && parts.every((part, at) => typeof part === "string" && patterns[at]?.test(part)) && encodeCursor(parts) === cursor;
  if (!isOurs) throw invalid("/cursor", "must be the next_cursor of an earlier page");
  return parts;
}
function partsIn(cursor) {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}
function pageOf(found, limit, placeOf) {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : void 0;
  return { items, nextCursor: last === void 0 ? null : encodeCursor(placeOf(last)) };
}
export {
  decodeCursor,
  encodeCursor,
  pageOf
};
//# sourceMappingURL=cursor.js.map
