// src/api/validation.ts
import { Type } from "../../packages/typebox.js";
import { Compile } from "../../packages/typebox/compile.js";
import { Refusal } from "../commands/kernel/refusal.js";
import { schemaIssues } from "./schemaIssues.js";
var Closed = (properties, options = {}) => Type.Object(properties, { ...options, additionalProperties: false });
function checker(schema) {
  assertClosed(schema, "");
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return [];
    const issues = schemaIssues(schema, value);
    return issues.length > 0 ? issues : [{ path: "", message: "is not valid" }];
  };
}
var MAX_OBJECT_BYTES = 65536;
function sizedChecker(schema, field) {
  const check = checker(schema);
  return (value) => {
    const issues = check(value);
    const given = issues.length > 0 ? void 0 : value[field];
    if (given === void 0 || Buffer.byteLength(JSON.stringify(given)) <= MAX_OBJECT_BYTES) return issues;
    return [{ path: `/${field}`, message: `must not be larger than ${MAX_OBJECT_BYTES} bytes of JSON` }];
  };
}
function refuseIfAny(issues) {
  if (issues.length > 0) throw new Refusal("invalid", issues);
}
function assertClosed(schema, at) {
  if (typeof schema !== "object" || schema === null) return;
  if ("properties" in schema && !("additionalProperties" in schema))
    throw new Error(`the object schema at '${at}' must say additionalProperties`);
  for (const [name, part] of Object.entries(schema)) {
    if (!["default", "examples", "example", "const", "enum"].includes(name))
      assertClosed(part, `${at}/${name}`);
  }
}
export {
  Closed,
  checker,
  refuseIfAny,
  sizedChecker
};
//# sourceMappingURL=validation.js.map
