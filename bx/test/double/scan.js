// test/double/scan.ts
import { positionBehind } from "./records.js";
function recordAt(log, index, broken) {
  if (!broken.has("order")) return log.records[index];
  return log.records[index ^ 1] ?? log.records[index];
}
var placeOf = ({ position }) => ({ commit: position, prepare: position });
var compared = (one, other) => one.commit - other.commit || one.prepare - other.prepare;
function pagesOf(log, { matches, window }, recordAt2) {
  return (index) => {
    const considered = [];
    while (considered.length < window) {
      const record = recordAt2(index + considered.length);
      if (record === void 0) break;
      considered.push(record);
    }
    const before = log.records[index - 1];
    return {
      matching: considered.filter((record) => matches(record) && !log.isScavenged(record)),
      considered: considered.length,
      began: { commit: before === void 0 ? 0 : positionBehind(before), prepare: 0 },
      nextIndex: index + considered.length,
      isLast: considered.length < window
    };
  };
}
function checkpointOf({ matching, began }) {
  const last = matching.at(-1);
  return last === void 0 ? began : placeOf(last);
}
export {
  checkpointOf,
  compared,
  pagesOf,
  placeOf,
  recordAt
};
//# sourceMappingURL=scan.js.map
