// src/console/roles.ts
var RIGHTS = {
  viewer: ["see"],
  support: ["see", "contents", "suppress", "redeliver"],
  operator: ["see", "contents", "suppress", "redeliver", "administer", "log"],
  auditor: ["see", "contents", "log"]
};
function may({ role }, right) {
  return RIGHTS[role].includes(right);
}
export {
  may
};
//# sourceMappingURL=roles.js.map
