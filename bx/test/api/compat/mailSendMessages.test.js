// test/api/compat/mailSendMessages.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiFixture } from "../../support/apiFixture.js";
import { accepted, acceptedAs, issuesOf } from "./cases.js";
var test = suite("compat: messages of POST /v3/mail/send");
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());
var to = (email, more = {}) => ({ to: [{ email }], ...more });
var body = (personalizations, more = {}) => ({
  ...{ personalizations, from: { email: "a@b.co" }, subject: "s" },
  ...{ content: [{ type: "text/plain", value: "t" }], ...more }
});
var send = (api, sent, idempotencyKey) => api.call("POST", "/v3/mail/send", { body: sent, ...idempotencyKey && { idempotencyKey } });
test("each personalization is a message; the answer is empty but for its headers", async ({ api }) => {
  const attachments = [
    { filename: "a", content: "QUI=", type: "x/y", disposition: "inline", content_id: "i" }
  ];
  const people = [to("a@y.co"), to("b@y.co", { subject: "own" }), to("c@y.co", { send_at: 1893456e3 })];
  const answer = await send(api, body(people, { attachments }));
  assert.equal([answer.status, answer.text], [202, ""]);
  assert.is(answer.headers["content-type"], void 0);
  const ids = String(answer.headers["x-message-ids"]).split(",");
  assert.equal(
    ids.map((id) => acceptedAs(api, id)?.to),
    [["a@y.co"], ["b@y.co"], ["c@y.co"]]
  );
  assert.is(answer.headers["x-message-id"], ids[0]);
  const messages = accepted(api);
  assert.equal(
    messages.map((one) => [one.to, one.subject, one.scheduledFor, one.attachments.length]),
    [
      [["a@y.co"], "s", null, 1],
      [["b@y.co"], "own", null, 1],
      [["c@y.co"], "s", "2030-01-01T00:00:00.000Z", 1]
    ]
  );
  const [file] = messages[0]?.attachments ?? [];
  assert.equal([file?.type, file?.disposition, file?.contentId], ["x/y", "inline", "i"]);
});
test("one invalid message keeps all of them back", async ({ api }) => {
  const answer = await send(api, body([to("a@y.co"), to("nobody"), to("c@y.co", { send_at: 1 })]));
  assert.is(answer.status, 422);
  assert.equal(
    issuesOf(answer).map(({ path }) => path),
    ["/personalizations/1/to/0/email"]
  );
  assert.is(accepted(api).length, 0);
});
test("a template, its data and its refusals, said once", async ({ api }) => {
  const fields = { friendly_name: "t", name: "T", subject: "Hi", text: "x" };
  const id = String((await api.call("POST", "/v1/templates", { body: fields })).body.id);
  const people = [to("a@y.co", { dynamic_template_data: { a: [1, null] } }), to("b@y.co")];
  const plain = { subject: "", content: null };
  const answer = await send(api, body(people, { ...plain, template_id: id }));
  assert.is(answer.status, 202, answer.text);
  assert.equal(
    accepted(api).map(({ template }) => [template?.templateId, template?.variables]),
    [
      [id, { inline: '{"a":[1,null]}' }],
      [id, null]
    ]
  );
  const unknown = await send(api, body(people, { ...plain, template_id: id.replace(/^.{8}/, "00000000") }));
  assert.equal(issuesOf(unknown), [{ path: "/template_id", message: "names no template of this workspace" }]);
  const withTemplate = await send(api, body([to("a@y.co", { subject: "x" })], { template_id: id }));
  assert.equal(
    issuesOf(withTemplate).map(({ path }) => path),
    ["/subject", "/content", "/personalizations/0/subject"]
  );
});
test("a replay answers the same ids, also when the time has passed; keys are this path\u2019s own", async ({
  api
}) => {
  const sendAt = Math.ceil(api.clock.nowMs() / 1e3) + 1;
  const sent = body([to("a@y.co"), to("b@y.co", { send_at: sendAt })]);
  const first = await send(api, sent, "k");
  await api.clock.advance(5e3);
  const again = await send(api, sent, "k");
  assert.is(first.status, 202, first.text);
  assert.is(again.headers["x-message-ids"], first.headers["x-message-ids"]);
  assert.is((await send(api, sent, "other")).status, 422);
  const email = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
  for (const [path, other] of [
    ["/v1/emails", email],
    ["/v1/emails/batch", [email]],
    ["/emails/batch", [email]]
  ]) {
    const answer = await api.call("POST", path, { body: other, idempotencyKey: "k" });
    assert.not(answer.text.includes(String(first.headers["x-message-id"])), path);
  }
  assert.is(accepted(api).length, 5);
});
test("numbers that lose digits are named", async ({ api }) => {
  const text = JSON.stringify(body([to("a@y.co", { dynamic_template_data: { a: "N", b: "M" } })]));
  const answer = await send(api, text.replace('"N"', "12345678901234567890").replace('"M"', "-1e999"));
  assert.equal(
    issuesOf(answer).map(({ path }) => path),
    ["/personalizations/0/dynamic_template_data/a", "/personalizations/0/dynamic_template_data/b"]
  );
  const errors = answer.body.errors;
  assert.is(errors[0]?.field, "personalizations.0.dynamic_template_data.a");
  assert.match(errors[0]?.message ?? "", /a is a number that would lose digits; send it as a text\.$/);
});
test.run();
//# sourceMappingURL=mailSendMessages.test.js.map
