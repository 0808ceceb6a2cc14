// test/api/freeForm.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiFixture } from "../support/apiFixture.js";
import { issuePaths } from "../support/fieldTable.js";
import { renderer } from "../support/smsFixture.js";
var test = suite("free-form objects");
test.before(async (context) => {
  context.api = await apiFixture({ context: { renderer } });
});
test.after(({ api }) => api.close());
var NUMBERS = '{"a":[0,12345678901234567890],"b":{"c":1e999},"d":-1.5,"e":"1e999","f":3.14159265358979323846}';
var REFUSED = ["/a/1", "/b/c", "/f"];
var FAULT = "is a number that would lose digits; send it as a text";
var email = '"from":"a@b.co","to":"x@y.co","template_friendly_name":"t"';
var template = '"friendly_name":"t","name":"T","subject":"s"';
var sms = '"from":"+4511111111","to":"+4522222222","template":"t","consent_basis":"transactional"';
var BODIES = [
  ["POST", "/v1/emails", `{${email},"variables":FREE}`, "/variables"],
  ["POST", "/v1/emails/batch", `[{${email}},{${email},"variables":FREE}]`, "/1/variables"],
  ["POST", "/v1/templates", `{${template},"variables":FREE}`, "/variables"],
  ["PATCH", "/v1/templates/01234567-89ab-4cde-8f01-23456789abcd", '{"variables":FREE}', "/variables"],
  ["POST", "/v1/contacts", '{"email":"a@b.co","custom_fields":FREE}', "/custom_fields"],
  ["POST", "/v1/sms", `{${sms},"metadata":FREE}`, "/metadata"]
];
test("numbers that would lose digits are refused by name in each, small or large", async ({ api }) => {
  for (const padding of ["", " ".repeat(11e5)])
    for (const [method, url, body, path] of BODIES) {
      const text = body.replace("FREE", NUMBERS) + padding;
      const answer = await api.call(method, url, { body: text, idempotencyKey: "numbers" });
      assert.is(answer.status, 422, url);
      const issues = answer.body.error?.details?.issues;
      assert.equal(
        issues,
        REFUSED.map((one) => ({ path: path + one, message: FAULT })),
        url
      );
    }
});
test("they are named together with all else that is wrong", async ({ api }) => {
  const body = '{"email":"a","custom_fields":{"n":1e999},"tags":12345678901234567890}';
  const answer = await api.call("POST", "/v1/contacts", { body });
  assert.equal(issuePaths(answer).sort(), ["/custom_fields/n", "/email", "/tags"]);
});
test("what is stored comes back unchanged", async ({ api }) => {
  const fields = '{"n":0.1,"big":9007199254740992,"e":1e3}';
  for (const padding of ["", " ".repeat(11e5)]) {
    const body = `{"email":"stored@b.co","custom_fields":${fields}}${padding}`;
    const answer = await api.call("POST", "/v1/contacts", { body });
    assert.equal(answer.body.custom_fields, JSON.parse(fields));
  }
});
test("a name of great length is cut wherever it is repeated", async ({ api }) => {
  const name = "\u{1F600}".repeat(4e5);
  for (const [method, url, shape] of [
    ...BODIES,
    ["POST", "/emails", `{"from":"a@b.co"}`],
    ["POST", "/v3/mail/send", `{"from":"a@b.co"}`],
    ["POST", "/v1/audiences", '{"name":"x"}'],
    ["POST", "/v1/webhooks", '{"name":"x"}']
  ]) {
    const body = shape.replace('"FREE"', "{}").replace(/FREE/, "{}").replace("{", `{"${name}":1,`);
    const answer = await api.call(method, url, { body, idempotencyKey: "name" });
    assert.is(answer.status, 422, url);
    assert.ok(answer.text.length < 5e3, `${url}: ${answer.text.length}`);
    assert.ok(answer.text.includes(`${"\u{1F600}".repeat(100)}\u2026`), url);
  }
});
test("a path of great length is cut too", async ({ api }) => {
  const deep = `${'{"name of one level":'.repeat(900)}1e999${"}".repeat(900)}`;
  const body = `{"email":"a@b.co","custom_fields":${deep}}`;
  const answer = await api.call("POST", "/v1/contacts", { body });
  const [path = ""] = issuePaths(answer);
  assert.ok(path.length < 2100, String(path.length));
  assert.match(path, /^\/custom_fields\/name of one level\/.*\/…$/);
});
test("attachments whose content is elsewhere are refused on every path", async ({ api }) => {
  const content = { content: "QQ==", filename: "a" };
  const native = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
  const mailbox = { email: "a@b.co" };
  for (const type of [
    "message/partial",
    "Message/External-Body; access-type=URL",
    'message/partial ;id="x"'
  ]) {
    for (const [url, path, body2] of [
      ["/v1/emails", "type", { ...native, attachments: [{ ...content, type }] }],
      ["/emails", "content_type", { ...native, attachments: [{ ...content, content_type: type }] }],
      [
        "/v3/mail/send",
        "type",
        {
          ...{ from: mailbox, personalizations: [{ to: [mailbox] }], subject: "s" },
          content: [{ type: "text/plain", value: "t" }],
          attachments: [{ ...content, type }]
        }
      ]
    ]) {
      const answer = await api.call("POST", url, { body: body2, idempotencyKey: "elsewhere" });
      assert.is(answer.status, 422, `${url} ${type}`);
      assert.match(answer.text, new RegExp(`attachments[/.]0[/.]${path}`));
    }
  }
  const body = { ...native, attachments: [{ ...content, type: "message/rfc822" }] };
  assert.is((await api.call("POST", "/v1/emails", { body, idempotencyKey: "whole" })).status, 202);
});
test.run();
//# sourceMappingURL=freeForm.test.js.map
