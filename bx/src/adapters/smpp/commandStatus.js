// src/adapters/smpp/commandStatus.ts
var OK = 0;
var UNKNOWN_COMMAND = 3;
var TEMPORARY_ERROR = 100;
var THROTTLED = /* @__PURE__ */ new Set([
  20,
  88
  /* throttled */
]);
var PERMANENT = /* @__PURE__ */ new Set([
  1,
  2,
  3,
  6,
  7,
  10,
  11,
  51,
  52,
  64,
  66,
  67,
  68,
  72,
  73,
  80,
  81,
  83,
  84,
  85,
  97,
  98,
  99,
  101,
  102,
  192,
  193,
  194,
  195,
  196
]);
var UNBOUND = /* @__PURE__ */ new Set([4, 13, 14, 15]);
function answerOf(status) {
  if (status === OK) return "taken";
  if (THROTTLED.has(status)) return "throttled";
  if (UNBOUND.has(status)) return "unbound";
  return PERMANENT.has(status) ? "refused" : "later";
}
function statusText(status) {
  return `command status 0x${status.toString(16).toUpperCase().padStart(8, "0")}`;
}
export {
  OK,
  TEMPORARY_ERROR,
  UNKNOWN_COMMAND,
  answerOf,
  statusText
};
//# sourceMappingURL=commandStatus.js.map
