// src/ports/workDocument.ts
function isDue({ dueAtMs, isAtOnce }, nowMs) {
  return isAtOnce === true || dueAtMs <= nowMs;
}
var WORK_INDEX = {
  due: ["partition", "lane", "dueAtMs"]
};
export {
  WORK_INDEX,
  isDue
};
//# sourceMappingURL=workDocument.js.map
