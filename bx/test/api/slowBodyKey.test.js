// test/api/slowBodyKey.test.ts
import { PassThrough } from "node:stream";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiKeyHash, apiKeyIdOf } from "../../src/commands/workspace/apiKeySecret.js";
import { KEY_REVOKED_CHANNEL, revokeApiKey } from "../../src/commands/workspace/revokeApiKey.js";
import { decideSuspension } from "../../src/commands/workspace/suspension.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("a key while a body arrives");
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(({ api }) => api.close());
var MAIL = JSON.stringify({ from: "a@b.co", to: "x@y.co", subject: "s", text: "t" });
var SENDS = ["/v1/emails", "/v1/emails/batch", "/emails", "/v1/contacts"];
async function slowCall(api, url, key, meanwhile) {
  const payload = new PassThrough();
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": "k"
  };
  const answer = api.app.inject({ method: "POST", url, headers, payload });
  payload.write(MAIL.slice(0, 10));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await meanwhile();
  payload.end(MAIL.slice(10));
  return answer;
}
var eventsOf = ({ store }) => store.log.filter(({ type }) => type === "EmailAccepted").length;
for (const url of SENDS)
  test(`one that is revoked before the body of ${url} has come is refused as one that never was`, async ({
    api
  }) => {
    const key = await api.keyWith(["email:send", "contact:write"]);
    const id = apiKeyIdOf(apiKeyHash(key));
    const unknown = await api.call("POST", url, {
      key: `pl_${"0".repeat(43)}`,
      body: {},
      idempotencyKey: "k"
    });
    const answer = await slowCall(api, url, key, async () => {
      await revokeApiKey(api.ledger, api.origin, id);
      api.context.hints.publish(KEY_REVOKED_CHANNEL, id);
      await new Promise((resolve) => setImmediate(resolve));
      api.clock.pass(500);
    });
    assert.is(answer.statusCode, 401, answer.payload);
    assert.is(answer.headers["www-authenticate"], unknown.headers["www-authenticate"]);
    assert.equal(JSON.parse(answer.payload).message, unknown.body.message);
    assert.is(eventsOf(api), 0);
  });
test("one whose time ends before the body has come is refused", async ({ api }) => {
  const key = await api.keyWith(["email:send"], { expiresAtMs: api.clock.nowMs() + 5e3 });
  const answer = await slowCall(api, "/v1/emails", key, async () => api.clock.pass(5e3));
  assert.is(answer.statusCode, 401, answer.payload);
  assert.is(eventsOf(api), 0);
});
test("one whose workspace is suspended before the body has come is refused", async ({ api }) => {
  const answer = await slowCall(api, "/v1/emails", api.key, async () => {
    await decideSuspension(api.ledger, api.origin, { do: "suspend", reason: "spam" });
    api.clock.pass(1e3);
  });
  assert.is(answer.statusCode, 403, answer.payload);
  assert.is(eventsOf(api), 0);
});
test("one that stays valid is accepted however slowly the body comes", async ({ api }) => {
  const answer = await slowCall(api, "/v1/emails", api.key, async () => api.clock.pass(5e3));
  assert.is(answer.statusCode, 202, answer.payload);
});
test.run();
//# sourceMappingURL=slowBodyKey.test.js.map
