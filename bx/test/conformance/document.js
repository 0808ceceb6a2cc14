// test/conformance/document.ts
import Schema from "../../packages/typebox/schema.js";
import * as assert from "uvu/assert";
import { nameOf } from "./operations.js";
function resolved(part, schemas) {
  if (Array.isArray(part)) return part.map((one) => resolved(one, schemas));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part;
  if ($ref === void 0)
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, schemas)]));
  const named = schemas[$ref.replace("#/components/schemas/", "")];
  assert.ok(named, `${$ref} is not in the document`);
  return resolved(named, schemas);
}
async function documentOf(api) {
  const answer = await api.call("GET", "/openapi.json", { key: null });
  const document = answer.body;
  return resolved(document, document.components.schemas);
}
function describedIn(document, operation) {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  assert.ok(described, `${nameOf(operation)} is not in the document`);
  return described;
}
function mediaOf({ responses }, status) {
  const response = responses[status] ?? responses.default;
  assert.ok(response, `no answer of ${status} is documented`);
  return response.content?.["application/json"] ?? null;
}
var validators = /* @__PURE__ */ new WeakMap();
function misfits(schema, value) {
  const validator = validators.get(schema) ?? Schema.Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return [];
  const [, errors] = validator.Errors(value);
  return [...errors.map(({ instancePath, message }) => `${instancePath} ${message}`), "does not fit"];
}
function asDocumented(described, answer, status, what) {
  assert.is(answer.status, status, `${what}: ${answer.text.slice(0, 300)}`);
  const media = mediaOf(described, status);
  if (media === null) {
    assert.is(answer.text, "", what);
    return;
  }
  assert.equal(misfits(media.schema, answer.body), [], `${what}: ${answer.text.slice(0, 300)}`);
}
export {
  asDocumented,
  describedIn,
  documentOf,
  mediaOf,
  misfits
};
//# sourceMappingURL=document.js.map
