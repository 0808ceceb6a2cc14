// test/contract/documents/orderedValues.ts
var numbers = [
  -1e12,
  -1e6,
  -2.5,
  -1,
  -1e-3,
  0,
  0.5,
  1,
  2,
  10,
  255,
  256,
  1e9,
  17672256e5,
  2 ** 53
];
var texts = [
  "",
  " ",
  "!",
  "0",
  "10",
  "9",
  "A",
  "Z",
  "a",
  "aa",
  "ab",
  "b",
  "z",
  "~",
  "\xE9",
  "\xFF",
  "\u03A9",
  "\u4E2D",
  "\uFB01",
  "\u{1F600}"
];
var ordered = [
  ["numbers by size", numbers],
  ["texts by code points", texts],
  ["false before true", [false, true]],
  ["instants by time", ["2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"]],
  ["long texts", ["a".repeat(200), `${"a".repeat(201)}b`, `${"a".repeat(200)}b`, "b".repeat(320)]]
];
export {
  ordered
};
//# sourceMappingURL=orderedValues.js.map
