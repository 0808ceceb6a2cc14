// src/api/faultList.ts
import { MAX_ISSUES } from "./schemaIssues.js";
var MAX_OF_BODY = 100;
var MAX_OF_ELEMENT = 10;
function faultList(isArray) {
  const issues = [];
  const ofElement = /* @__PURE__ */ new Map();
  const isFull = () => issues.length >= (isArray ? MAX_ISSUES : MAX_OF_BODY);
  return {
    issues,
    isFull,
    add(top = "", path, message) {
      const before = ofElement.get(top) ?? 0;
      if (isFull() || isArray && before >= MAX_OF_ELEMENT) return;
      if (isArray) ofElement.set(top, before + 1);
      issues.push({ path: path(), message });
    }
  };
}
export {
  faultList
};
//# sourceMappingURL=faultList.js.map
