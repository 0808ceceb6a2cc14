// src/adapters/mongodb/indexKey.ts
function encodeValue(value) {
  if (typeof value === "boolean") return value ? "b1" : "b0";
  if (typeof value === "number") return `n${encodeNumber(value)}`;
  return `s${withoutEnd(value)}${END}`;
}
function encodeValues(values) {
  return values.map(encodeValue).join("");
}
var BEYOND = "~";
var END = "";
function withoutEnd(text) {
  return text.replaceAll("", "2").replaceAll("", "1").replaceAll("\0", "0");
}
function encodeNumber(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const bits = bytes.readBigUInt64BE();
  const sign = 1n << 63n;
  const ordered = bits & sign ? ~bits & (1n << 64n) - 1n : bits | sign;
  return ordered.toString(16).padStart(16, "0");
}
export {
  BEYOND,
  encodeValue,
  encodeValues
};
//# sourceMappingURL=indexKey.js.map
