// test/api/replayContents.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { approveSmsTemplate } from "../../src/commands/sms/smsTemplate.js";
import { apiFixture } from "../support/apiFixture.js";
import { renderer, smsBody } from "../support/smsFixture.js";
var test = suite("contents of replays");
var long = (n) => `${n}`.padEnd(1e5, "x");
var file = (n) => ({ filename: "f", content: Buffer.from(long(n)).toString("base64") });
var native = (n) => ({
  ...{ from: "a@b.co", to: "x@y.co", subject: "s", html: long(n), text: long(-n) },
  attachments: [{ ...file(n), type: "text/plain" }]
});
var compat = (n) => ({ from: "a@b.co", to: "x@y.co", subject: "s", html: long(n) });
var SENDS = [
  ["/v1/emails", native, {}],
  ["/v1/emails/batch", (n) => [native(n), native(n + 100)], {}],
  ["/emails", (n) => ({ ...compat(n), attachments: [file(n)] }), {}],
  ["/emails/batch", (n) => [compat(n), compat(n + 100)], {}],
  ["/emails/batch", (n) => [compat(n), {}, compat(n + 100)], { "x-batch-validation": "permissive" }],
  [
    "/v3/mail/send",
    (n) => ({
      ...{ from: { email: "a@b.co" }, personalizations: [{ to: [{ email: "x@y.co" }] }], subject: "s" },
      ...{ content: [{ type: "text/html", value: long(n) }], attachments: [file(n)] }
    }),
    {}
  ],
  ["/v1/sms", (n) => ({ ...smsBody, metadata: { n: long(n) } }), {}]
];
test("a replay with another body stores nothing, on any path", async () => {
  const api = await apiFixture({ context: { renderer } });
  await approveSmsTemplate(api.ledger, api.origin, { name: "code", body: "Code {{ code }}" });
  for (const [at, [url, body, headers]] of SENDS.entries()) {
    const call = (n) => api.call("POST", url, { body: body(n), headers, idempotencyKey: `key ${at}` });
    const first = await call(1);
    assert.ok(first.status < 300, `${url}: ${first.text}`);
    const before = api.blobs.kept.size;
    for (let n = 2; n < 22; n++) assert.equal((await call(n)).text, first.text);
    assert.is(api.blobs.kept.size, before, url);
  }
  await api.close();
});
test.run();
//# sourceMappingURL=replayContents.test.js.map
