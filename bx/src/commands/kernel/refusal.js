// src/commands/kernel/refusal.ts
var Refusal = class extends Error {
  name = "Refusal";
  kind;
  issues;
  constructor(kind, issues) {
    super(issues.map(({ path, message }) => `${path || "/"}: ${message}`).join("; "));
    this.kind = kind;
    this.issues = issues;
  }
};
var invalid = (path, message) => new Refusal("invalid", [{ path, message }]);
var notFound = (message) => new Refusal("notFound", [{ path: "", message }]);
export {
  Refusal,
  invalid,
  notFound
};
//# sourceMappingURL=refusal.js.map
