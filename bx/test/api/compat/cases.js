// test/api/compat/cases.ts
import * as assert from "uvu/assert";
import { email } from "../../../src/events/email.js";
var taken = (field, change, as = {}) => ({
  field,
  change,
  taken: as
});
var refused = (field, change, path, says) => ({
  field,
  change,
  refused: says === void 0 ? [path] : [path, says]
});
var issuesOf = ({ body }) => body.error.details?.issues ?? [];
function accepted({ store }) {
  return store.log.filter(({ type }) => type === "EmailAccepted").map(({ data }) => data);
}
function acceptedAs({ store }, id) {
  return store.log.find(({ stream }) => stream === email.stream(id))?.data;
}
var LETTER_A = {
  sha256: "559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd",
  length: 1
};
async function tryCase(api, { field, change, taken: as, refused: refusal }, send) {
  const before = api.store.log.length;
  const answer = await send(change);
  const what = `${field} ${JSON.stringify(change)?.slice(0, 200)}: ${answer.status} ${answer.text.slice(0, 500)}`;
  if (refusal !== void 0) {
    assert.is(answer.status, 422, what);
    assert.is(api.store.log.length, before, `${what}: stored something`);
    const [path, says] = refusal;
    const issue = issuesOf(answer).find((one) => one.path === path);
    assert.ok(issue, `${what}: ${path} is not named`);
    if (says !== void 0) assert.match(issue.message, says, what);
    return;
  }
  assert.ok(answer.status === 200 || answer.status === 202, what);
  const message = accepted(api).at(-1);
  assert.ok(message, what);
  for (const [name, value] of Object.entries(as ?? {}))
    assert.equal(message[name], value, `${what}: ${name}`);
}
export {
  LETTER_A,
  accepted,
  acceptedAs,
  issuesOf,
  refused,
  taken,
  tryCase
};
//# sourceMappingURL=cases.js.map
