// test/conformance/refused.ts
import * as assert from "uvu/assert";
var CODES = {
  400: "invalid_idempotency_key",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  422: "validation_failed"
};
function refused(answer, status, what, path) {
  const told = `${what}: ${answer.status} ${answer.text.slice(0, 300)}`;
  assert.is(answer.status, status, told);
  assert.match(String(answer.headers["content-type"]), /^application\/json/, told);
  const { error, ...beside } = answer.body;
  assert.is(error.code, CODES[status], told);
  assert.ok(typeof error.message === "string" && error.message.length > 0, told);
  const known = ["code", "message", ...status === 422 ? ["details"] : []];
  assert.equal(Object.keys(error), known, told);
  const issues = error.details?.issues ?? [];
  if (status === 422) assert.ok(issues.length > 0, `${told}: nothing is named`);
  for (const issue of issues) {
    assert.equal(Object.keys(issue), ["path", "message"], told);
    assert.match(issue.path, /^(\/[^/]*)*$/, told);
    assert.ok(issue.message.length > 0, told);
  }
  if (path !== void 0) {
    const paths = issues.map((issue) => issue.path);
    assert.ok(paths.includes(path), `${told}: ${path} is not named`);
  }
  if (beside.errors !== void 0) namedErrors(beside.errors, error.message, issues, told);
  else if (beside.name !== void 0) {
    assert.match(beside.name, /^[a-z]+(_[a-z]+)+$/, told);
    assert.equal(beside, { statusCode: status, name: beside.name, message: error.message }, told);
  } else if (Object.keys(beside).length > 0) {
    const { code, message, details } = error;
    const flat = { code, message, statusCode: status, ...details === void 0 ? {} : { details } };
    assert.equal(beside, flat, `${told}: the flat form tells the same`);
  }
  if (status === 401 || status === 403)
    assert.match(String(answer.headers["www-authenticate"]), /^Bearer realm=/, told);
}
function namedErrors(errors, message, issues, told) {
  if (issues.length === 0) assert.equal(errors, [{ message, field: null, help: null }], told);
  else assert.is(errors?.length, issues.length, told);
  for (const [at, { field, message: own, help }] of (errors ?? []).entries()) {
    const path = issues[at]?.path ?? "";
    assert.equal([field, help], [path === "" ? null : path.slice(1).replaceAll("/", "."), null], told);
    assert.match(own, /\.$/, told);
  }
}
export {
  refused
};
//# sourceMappingURL=refused.js.map
