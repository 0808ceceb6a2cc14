// src/adapters/mongodb/record.ts
import { readPosition } from "../position.js";
import { encodeValues } from "./indexKey.js";
var MAX_DEPTH = 64;
function toRecord({ key, position, document }, indexes, nowMs) {
  if (document === null) return { position, document: null, removedAt: new Date(nowMs) };
  const fields = document;
  const index = indexEntries(key, fields, indexes);
  if (isExact(fields, 1)) return { position, document: fields, index };
  return { position, document: excerptOf(fields), json: JSON.stringify(fields), index };
}
function fromRecord(record) {
  if (record.json !== void 0) return JSON.parse(record.json);
  return record.document ?? null;
}
function storedOf(record) {
  const document = fromRecord(record);
  return document === null ? null : { key: record._id, position: readPosition(record.position), document };
}
function indexEntries(key, fields, indexes) {
  const entries = {};
  for (const [name, indexed] of Object.entries(indexes)) {
    const values = indexed.map((field) => fields[field]);
    if (values.every(isIndexValue)) entries[name] = encodeValues([...values, key]);
  }
  return entries;
}
function isIndexValue(value) {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
function isExact(value, depth) {
  if (typeof value === "string") return isWellFormed(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((element) => isExact(element, depth + 1));
  return Object.entries(value).every(([name, element]) => isPlainName(name) && isExact(element, depth + 1));
}
function isPlainName(name) {
  return !/[$.\0]/.test(name) && name !== "" && name !== "_bsontype" && isWellFormed(name);
}
function isWellFormed(text) {
  return !new RegExp("\\p{Surrogate}", "u").test(text);
}
function excerptOf(fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => isPlainName(name) && isExact(value, 1))
  );
}
export {
  fromRecord,
  storedOf,
  toRecord
};
//# sourceMappingURL=record.js.map
