// test/api/schemaIssuesBound.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { MAX_ISSUES, schemaIssues } from "../../src/api/schemaIssues.js";
var test = suite("bound of the issues that are listed");
var MANY = MAX_ISSUES + 500;
test("of a long list with a fault in each element the first ones are named", () => {
  const values = Array.from({ length: MANY }, (_, at) => at);
  const named = schemaIssues({ type: "array", items: { type: "string" } }, values);
  assert.equal(
    named.map(({ path }) => path),
    values.slice(0, MAX_ISSUES).map((at) => `/${at}`)
  );
});
test("of many unknown fields the first ones are named", () => {
  const names = Array.from({ length: MANY }, (_, at) => `field${at}`);
  const schema = { type: "object", properties: {}, additionalProperties: false };
  const named = schemaIssues(schema, Object.fromEntries(names.map((name) => [name, 1])));
  assert.equal(
    named.map(({ path }) => path),
    names.slice(0, MAX_ISSUES).map((name) => `/${name}`)
  );
});
test("where a value may have one of several forms, no more are named than elsewhere", () => {
  const list = { type: "array", items: { type: "string" } };
  const schema = {
    type: "object",
    properties: { a: list, b: { anyOf: [list, { type: "null" }] } },
    additionalProperties: false
  };
  const numbers = Array(MAX_ISSUES - 1).fill(1);
  assert.is(schemaIssues(schema, { a: numbers, b: numbers }).length, MAX_ISSUES);
});
test.run();
//# sourceMappingURL=schemaIssuesBound.test.js.map
