// test/api/gate.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { createApiKey } from "../../src/commands/workspace/apiKeys.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { revokeApiKey } from "../../src/commands/workspace/revokeApiKey.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { apiFixture } from "../support/apiFixture.js";
var body = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
var send = { body, idempotencyKey: "k" };
var gate = suite("gate");
gate.before.each(async (context) => {
  context.api = await apiFixture();
});
gate.after.each(async ({ api }) => api.close());
function refused(answer, status, code) {
  assert.is(answer.status, status, answer.text);
  assert.is(answer.body.error?.code, code);
  assert.type(answer.body.error?.message, "string");
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
}
gate("answers unknown paths and methods before it asks for a key", async ({ api }) => {
  refused(await api.call("POST", "/v1/attachments", { key: null }), 404, "not_found");
  refused(await api.call("GET", "/v1/emails/", { key: null }), 404, "not_found");
  const wrong = await api.call("GET", "/v1/emails", { key: null });
  refused(wrong, 405, "method_not_allowed");
  assert.is(wrong.headers.allow, "OPTIONS, POST");
  const byId = await api.call("POST", "/v1/templates/x", { key: null });
  assert.is(byId.headers.allow, "DELETE, GET, HEAD, OPTIONS, PATCH");
  const options = await api.call("OPTIONS", "/v1/emails", { key: null });
  assert.equal([options.status, options.headers.allow, options.text], [204, "OPTIONS, POST", ""]);
  refused(await api.call("OPTIONS", "/nope", { key: null }), 404, "not_found");
  refused(await api.call("GET", "/v1/templates/%zz", { key: null }), 400, "bad_request");
});
gate("asks for a key that is whole, known, in time and not revoked", async ({ api }) => {
  const unauthorized = async (authorization) => {
    const headers = authorization === void 0 ? {} : { authorization };
    const answer = await api.call("POST", "/v1/emails", { ...send, key: null, headers });
    refused(answer, 401, "unauthorized");
    assert.match(String(answer.headers["www-authenticate"]), /^Bearer/);
  };
  const { key } = api;
  for (const header of [
    void 0,
    "",
    "Bearer",
    "Bearer ",
    key,
    `Basic ${key}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.slice(0, -1)}${key.endsWith("A") ? "E" : "A"}`,
    `Bearer ${key} ${key}`,
    `Bearer pl_${"\xE4".repeat(43)}`,
    `Bearer ${"a".repeat(1e4)}`
  ])
    await unauthorized(header);
  for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR "]) {
    const headers = { authorization: `${scheme} ${key}` };
    assert.is((await api.call("POST", "/v1/emails", { ...send, key: null, headers })).status, 202);
  }
});
gate("refuses an expired key from the very millisecond", async ({ api }) => {
  const key = await api.keyWith(["email:send"], { expiresAtMs: api.clock.nowMs() + 1e3 });
  assert.is((await api.call("POST", "/v1/emails", { ...send, key })).status, 202);
  await api.clock.advance(999);
  assert.is((await api.call("POST", "/v1/emails", { ...send, key })).status, 202);
  await api.clock.advance(1);
  refused(await api.call("POST", "/v1/emails", { ...send, key }), 401, "unauthorized");
});
gate("refuses a revoked key within half a second, or at once when notified", async ({ api }) => {
  const revoke = async (key) => {
    const keys = await api.models.apiKeys.page({ index: "byWorkspace", equals: [api.workspace], limit: 10 });
    const id = keys.find(({ document }) => document.scopes.length === 1 && !document.revokedAt)?.key ?? "";
    assert.is((await api.call("POST", "/v1/emails", { ...send, key })).status, 202);
    await revokeApiKey(api.ledger, api.origin, id);
    return id;
  };
  const one = await api.keyWith(["email:send"]);
  await revoke(one);
  await api.clock.advance(500);
  refused(await api.call("POST", "/v1/emails", { ...send, key: one }), 401, "unauthorized");
  const other = await api.keyWith(["email:send"]);
  api.context.hints.publish("key-revoked", await revoke(other));
  await new Promise((resolve) => setImmediate(resolve));
  refused(await api.call("POST", "/v1/emails", { ...send, key: other }), 401, "unauthorized");
});
gate("knows a key as soon as the read model does", async () => {
  const api = await apiFixture({ autoProject: false });
  const options = { scopes: ["email:send"], name: null, expiresAtMs: null };
  const { key } = await createApiKey(api.ledger, api.origin, options);
  refused(await api.call("POST", "/v1/emails", { ...send, key }), 401, "unauthorized");
  await api.project();
  assert.is((await api.call("POST", "/v1/emails", { ...send, key })).status, 202);
  await api.close();
});
gate("refuses a key without the scope, also when more is wrong", async ({ api }) => {
  const scopes = SCOPES.filter((scope) => scope !== "email:send");
  const key = await api.keyWith(scopes);
  for (const url of ["/v1/emails", "/v1/emails/batch"]) {
    const answer = await api.call("POST", url, { key, body: "{", headers: { "content-type": "text/plain" } });
    refused(answer, 403, "forbidden");
    assert.match(String(answer.headers["www-authenticate"]), /insufficient_scope/);
  }
});
gate("refuses in order: key, scope, idempotency key, media type, body", async ({ api }) => {
  const plain = { "content-type": "text/plain" };
  refused(
    await api.call("POST", "/v1/emails", { body: "{", headers: plain, key: null }),
    401,
    "unauthorized"
  );
  refused(
    await api.call("POST", "/v1/emails", { body: "{", headers: plain }),
    400,
    "invalid_idempotency_key"
  );
  const keyed = { idempotencyKey: "k" };
  refused(
    await api.call("POST", "/v1/emails", { body: "{", headers: plain, ...keyed }),
    415,
    "unsupported_media_type"
  );
  refused(await api.call("POST", "/v1/emails", { body: "{", ...keyed }), 422, "validation_failed");
});
gate("refuses the media type before the size", async () => {
  const api = await apiFixture({ options: { maxBodyBytes: 1024 } });
  const large = { body: " ".repeat(1025), idempotencyKey: "k" };
  for (const [name, value] of [
    ["content-type", "text/plain"],
    ["content-encoding", "gzip"]
  ]) {
    const answer = await api.call("POST", "/v1/emails", { ...large, headers: { [name]: value } });
    refused(answer, 415, "unsupported_media_type");
  }
  refused(await api.call("POST", "/v1/emails", large), 413, "payload_too_large");
  await api.close();
});
gate("wants an idempotency key of 1 to 255 characters", async ({ api }) => {
  const utf8 = (text) => Buffer.from(text).toString("latin1");
  for (const [key, status] of [
    ["k", 202],
    ["k".repeat(255), 202],
    ["k".repeat(256), 400],
    [utf8("\xF8".repeat(255)), 202],
    [utf8("\u{1F600}".repeat(255)), 202],
    [utf8("\xF8".repeat(256)), 400],
    ["\xF8".repeat(255), 202],
    ["\xF8".repeat(256), 400],
    ["", 400],
    ["  ", 400]
  ]) {
    const single = await api.call("POST", "/v1/emails", { body, idempotencyKey: key });
    assert.is(single.status, status, key);
    const batch = await api.call("POST", "/v1/emails/batch", { body: [body], idempotencyKey: key });
    assert.is(batch.status, status, key);
    if (status === 400) refused(single, 400, "invalid_idempotency_key");
  }
  assert.is((await api.call("POST", "/v1/emails/batch", { body: [body] })).status, 202);
});
gate("takes JSON in UTF-8 alone", async ({ api }) => {
  const text = JSON.stringify(body);
  const sent = async (headers) => (await api.call("POST", "/v1/emails", { body: text, idempotencyKey: "k", headers })).status;
  for (const type2 of [
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"'
  ])
    assert.is(await sent({ "content-type": type2 }), 202, type2);
  for (const type2 of [
    "",
    "json",
    "text/plain",
    "text/json",
    "application/jsonp",
    "application/json; charset=latin1",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded"
  ])
    assert.is(await sent({ "content-type": type2 }), 415, type2);
  assert.is(await sent({ "content-encoding": "gzip" }), 415);
  assert.is(await sent({ "content-encoding": "identity" }), 202);
  const bare = await api.app.inject({
    method: "POST",
    url: "/v1/emails",
    headers: { authorization: `Bearer ${api.key}`, "idempotency-key": "k" }
  });
  assert.is(bare.statusCode, 415);
});
gate("refuses query parameters that a route does not know", async ({ api }) => {
  const answer = await api.call("POST", "/v1/emails?dry_run=1", { ...send });
  refused(answer, 422, "validation_failed");
  assert.match(answer.text, /"path":"\/dry_run"/);
});
gate("keeps workspaces apart", async ({ api }) => {
  const { id } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace: id });
  const own = await api.call("POST", "/v1/emails", send);
  const others = await api.call("POST", "/v1/emails", { ...send, key });
  assert.equal([own.status, others.status], [202, 202]);
  assert.is.not(own.body.id, others.body.id);
});
gate("adds the flat forms on the paths whose clients read them", async ({ api }) => {
  const sms = await api.call("GET", "/v1/sms/nope");
  assert.is(sms.body.code, "not_found");
  assert.is(sms.body.statusCode, 404);
  const compat = await api.call("PUT", "/emails", {});
  assert.is(compat.body.statusCode, compat.status);
  assert.type(compat.body.name, "string");
  const mail = await api.call("PUT", "/v3/mail/send", {});
  assert.type(mail.body.errors, "object");
  for (const { body: refusal } of [sms, compat, mail]) assert.type(refusal.error, "object");
});
gate.run();
//# sourceMappingURL=gate.test.js.map
