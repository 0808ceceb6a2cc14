// test/api/valuesWithoutText.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiFixture } from "../support/apiFixture.js";
var WITHOUT_TEXT = [
  { toString: {} },
  { toString: null, valueOf: null },
  [{ toString: {} }]
];
var DEEPEST = 6;
var ID = "a0000000-0000-4000-8000-000000000000";
var test = suite("values that are no texts");
function fieldsOf(schema, { components }, depth = 0) {
  const own = schema.$ref === void 0 ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (own === void 0 || depth > DEEPEST) return [[]];
  const within = (name, of) => fieldsOf(of, { components }, depth + 1).map((rest) => [name, ...rest]);
  return [
    [],
    ...(own.anyOf ?? []).flatMap((one) => fieldsOf(one, { components }, depth + 1)),
    ...Object.entries(own.properties ?? {}).flatMap(([name, of]) => within(name, of)),
    ...own.items === void 0 ? [] : within("0", own.items)
  ];
}
var bodyWith = ([name, ...rest], value) => name === void 0 ? value : name === "0" ? [bodyWith(rest, value)] : { [name]: bodyWith(rest, value) };
test("in any field of any route are refused, with no 500", async () => {
  const api = await apiFixture();
  const description = JSON.parse((await api.call("GET", "/openapi.json")).text);
  let calls = 0;
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content["application/json"]?.schema;
      if (schema === void 0) continue;
      const fields = new Map(fieldsOf(schema, description).map((field) => [field.join("."), field]));
      for (const [name, field] of fields)
        for (const value of WITHOUT_TEXT) {
          const url = path.replaceAll(/\{[^}]*\}/g, ID);
          const body = bodyWith(field, value);
          const options = { body, idempotencyKey: `call-${calls}` };
          const { status, text } = await api.call(method.toUpperCase(), url, options);
          assert.ok(status >= 400 && status < 500, `${method} ${path} ${name}: ${status} ${text}`);
          calls += 1;
        }
    }
  assert.ok(calls > 500, `${calls} calls`);
  await api.close();
});
test.run();
//# sourceMappingURL=valuesWithoutText.test.js.map
