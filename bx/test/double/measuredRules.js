// test/double/measuredRules.ts
import { measuredAppendRules } from "./appendRulesSuite.js";
import { measuredReadRules } from "./readRulesSuite.js";
function measuredRules(name, start) {
  measuredAppendRules(`${name}: appends`, start);
  measuredReadRules(`${name}: reads`, start);
}
export {
  measuredRules
};
//# sourceMappingURL=measuredRules.js.map
