// test/api/emails/mediaType.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiFixture } from "../../support/apiFixture.js";
import { accepted } from "../compat/cases.js";
var test = suite("media types of attachments");
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());
var FILES = [
  ["a", "pdf", "application/pdf"],
  ["a.bin", ".PNG", "image/png"],
  ["a.csv", "x", "text/csv"],
  ["a.pdf", "constructor", "application/pdf"],
  ["a", "x", "x"],
  ["a.pdf", "application/octet-stream", "application/octet-stream"],
  ["a.csv", "text/plain; charset=utf-8", "text/plain; charset=utf-8"]
];
var attachments = FILES.map(([filename, type]) => ({ filename, type, content: "QQ==" }));
for (const [path, body] of [
  ["/v1/emails", { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" }],
  [
    "/v3/mail/send",
    {
      ...{ personalizations: [{ to: [{ email: "x@y.co" }] }], from: { email: "a@b.co" }, subject: "s" },
      content: [{ type: "text/plain", value: "t" }]
    }
  ]
])
  test(`${path}: a short name stands for its type, and a name of none is no type`, async ({ api }) => {
    const answer = await api.call("POST", path, { idempotencyKey: "k", body: { ...body, attachments } });
    assert.is(answer.status, 202, answer.text);
    assert.equal(
      accepted(api)[0]?.attachments.map((one) => [one.filename, one.type]),
      FILES.map(([filename, , type]) => [filename, type])
    );
  });
test.run();
//# sourceMappingURL=mediaType.test.js.map
