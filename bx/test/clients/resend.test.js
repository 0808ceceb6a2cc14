// test/clients/resend.test.ts
import { createElement } from "react";
import { Resend } from "resend";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  clientCalls,
  clientFixture,
  mailboxesIn,
  someone,
  versionOf
} from "./clientFixture.js";
var HOUR_MS = 36e5;
var calls = clientCalls("resend (npm)", versionOf("resend"));
var test = suite("clients: resend");
test.before(async (context) => {
  context.fixture = await clientFixture();
  context.resend = new Resend(context.fixture.key, { baseUrl: context.fixture.url });
});
test.after(async ({ fixture }) => {
  calls.tell();
  await fixture?.close();
});
var documented = (about, check) => test(about, (context) => calls.call(() => check(context)));
var plain = (to) => ({
  from: "Acme <hello@acme.test>",
  to,
  subject: "Hello",
  text: "It works."
});
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
documented("emails.send with everything it has", async ({ fixture, resend }) => {
  const [to, cc, bcc] = [someone("ann"), someone("cc"), someone("bcc")];
  const { data, error } = await resend.emails.send({
    from: "Zo\xEB from Acme <hello@acme.test>",
    to: [`Ann, of Customers <${to}>`],
    cc: `Carla <${cc}>`,
    bcc: [bcc],
    replyTo: ["support@acme.test", "Sales <sales@acme.test>"],
    subject: "Gr\xFC\xDFe \u{1F389}",
    html: '<p>It <b>works</b>.</p><img src="cid:logo">',
    text: "It works.",
    headers: { "X-Entity-Ref-ID": "123456789" },
    tags: [{ name: "category", value: "confirm_email" }],
    attachments: [
      { filename: "invoice.pdf", content: Buffer.from("%PDF-1.4 invoice") },
      { filename: "logo.png", content: Buffer.from("png").toString("base64"), contentId: "logo" },
      { filename: "data.bin", content: new Uint8Array([0, 1, 255]), contentType: "application/x-thing" }
    ]
  });
  assert.is(error, null);
  assert.match(data?.id ?? "", UUID);
  const [mail] = await fixture.mailsTo(to);
  assert.ok(mail);
  assert.equal(mail.from?.value, [{ address: "hello@acme.test", name: "Zo\xEB from Acme" }]);
  assert.equal(mailboxesIn(mail.to), [{ address: to, name: "Ann, of Customers" }]);
  assert.equal(mailboxesIn(mail.cc), [{ address: cc, name: "Carla" }]);
  assert.is(mail.bcc, void 0);
  assert.equal(mail.replyTo?.value, [
    { address: "support@acme.test", name: "" },
    { address: "sales@acme.test", name: "Sales" }
  ]);
  assert.is(mail.subject, "Gr\xFC\xDFe \u{1F389}");
  assert.match(String(mail.html), "<p>It <b>works</b>.</p>");
  assert.is(mail.text?.trim(), "It works.");
  assert.is(mail.headers.get("x-entity-ref-id"), "123456789");
  const files = mail.attachments.map((one) => [
    one.filename,
    one.contentType,
    one.content.toString("latin1")
  ]);
  assert.equal(files.sort(), [
    ["data.bin", "application/x-thing", "\0\xFF"],
    ["invoice.pdf", "application/pdf", "%PDF-1.4 invoice"],
    ["logo.png", "image/png", "png"]
  ]);
  const logo = mail.attachments.find(({ filename }) => filename === "logo.png");
  assert.equal([logo?.cid, logo?.contentDisposition], ["logo", "inline"]);
  await fixture.mailsTo(cc);
  await fixture.mailsTo(bcc);
});
documented("emails.create with a React component", async ({ fixture, resend }) => {
  const to = someone();
  const react = createElement("p", null, "Hello from a component");
  const { data, error } = await resend.emails.create({ from: "a@acme.test", to, subject: "React", react });
  assert.is(error, null);
  assert.match(data?.id ?? "", UUID);
  const [mail] = await fixture.mailsTo(to);
  assert.match(String(mail?.html), /<p>Hello from a component<\/p>/);
});
documented("emails.send of a template with variables", async ({ fixture, resend }) => {
  const id = await fixture.template({ subject: "Hi {{ name }}", html: "<p>{{ count }}</p>" });
  const to = someone();
  const { error } = await resend.emails.send({
    ...{ from: "a@acme.test", to, template: { id, variables: { name: "Ann", count: 3 } } }
  });
  assert.is(error, null);
  const [mail] = await fixture.mailsTo(to);
  assert.is(mail?.subject, "Hi Ann");
  assert.match(String(mail?.html), /^<p>3<\/p><img src=/);
});
documented("emails.send with an idempotency key, again and again", async ({ fixture, resend }) => {
  const to = someone();
  const send = () => resend.emails.send(plain(to), { idempotencyKey: "welcome-user/123" });
  const answers = await Promise.all([send(), send(), send()]);
  answers.push(await send());
  assert.is(new Set(answers.map(({ data }) => data?.id)).size, 1);
  assert.is((await fixture.mailsTo(to)).length, 1);
});
documented("batch.send", async ({ fixture, resend }) => {
  const to = [someone(), someone()];
  const { data, error } = await resend.batch.send(to.map((one) => plain([one])));
  assert.is(error, null);
  assert.is(data?.data.length, 2);
  for (const one of to) await fixture.mailsTo(one);
});
documented("batch.create, permissive, and its retry", async ({ fixture, resend }) => {
  const [first, last] = [someone(), someone()];
  const emails = [plain(first), { ...plain("nobody"), subject: "x" }, plain(last)];
  const send = () => resend.batch.create(emails, { batchValidation: "permissive", idempotencyKey: "batch-1" });
  const { data, error } = await send();
  assert.is(error, null);
  assert.is(data?.data.length, 2);
  assert.equal(
    data?.errors.map(({ index }) => index),
    [1]
  );
  assert.match(data?.errors[0]?.message ?? "", /^\/to must be an email address/);
  assert.equal((await send()).data, data);
  for (const one of [first, last]) assert.is((await fixture.mailsTo(one)).length, 1);
});
var refusals = [
  ["words for a time", { scheduledAt: "in 1 hour" }, /\/scheduled_at must be an ISO 8601 instant/],
  ["a time that has passed", { scheduledAt: "2020-01-01T00:00:00Z" }, /\/scheduled_at has passed/],
  ["a topic", { topicId: "x" }, /\/topic_id is refused\. There are no topics/],
  [
    "a file by its address",
    { attachments: [{ filename: "a", path: "https://x.test/a" }] },
    /\/attachments\/0\/path/
  ],
  ["no recipients", { to: [] }, /\/to must have at least 1 item/],
  [
    "a header of ours",
    { headers: { From: "x@y.co" } },
    /\/headers\/From is a header that the service writes/
  ],
  ["a line break in the subject", { subject: "a\r\nBcc: x@y.co" }, /\/subject must be free of line breaks/]
];
for (const [about, change, message] of refusals) {
  documented(`refuses ${about}, as the user sees it`, async ({ resend }) => {
    const { data, error } = await resend.emails.send({ ...plain("ann@customer.test"), ...change });
    assert.is(data, null);
    assert.equal([error?.statusCode, error?.name], [422, "validation_error"]);
    assert.match(error?.message ?? "", message);
  });
}
documented("refuses a template of another provider, html beside a template", async ({ resend }) => {
  const template = { id: "d-0123456789abcdef0123456789abcdef" };
  const sent = { from: "a@acme.test", to: "ann@customer.test", html: "<p>x</p>", template };
  const { error } = await resend.emails.send(sent);
  assert.match(
    error?.message ?? "",
    /\/template\/id must be the id of a template of this service.*and 1 more/
  );
});
documented("refuses files in a batch, and 101 emails", async ({ resend }) => {
  const withFile = { ...plain("a@b.co"), attachments: [{ filename: "a", content: "QQ==" }] };
  const first = await resend.batch.send([withFile]);
  assert.match(first.error?.message ?? "", /\/0\/attachments is refused/);
  const many = await resend.batch.send(Array.from({ length: 101 }, () => plain("a@b.co")));
  assert.match(many.error?.message ?? "", /must have at most 100 items/);
});
documented(
  "refuses keys: unknown, without the scope, too long for idempotency",
  async ({ fixture, resend }) => {
    const foreign = new Resend("re_123", { baseUrl: fixture.url });
    const unknown = await foreign.emails.send(plain("a@b.co"));
    assert.equal([unknown.error?.statusCode, unknown.error?.name], [401, "invalid_api_key"]);
    const long = await resend.emails.send(plain("a@b.co"), { idempotencyKey: "k".repeat(256) });
    assert.equal([long.error?.statusCode, long.error?.name], [400, "invalid_idempotency_key"]);
  }
);
documented("is told that emails are not read back here", async ({ resend }) => {
  const { error } = await resend.emails.get("7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36");
  assert.equal([error?.statusCode, error?.name], [404, "not_found"]);
});
documented("emails.send at a time to come: not before it", async ({ fixture, resend }) => {
  const [soon, later] = [someone(), someone()];
  const inHours = (hours) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  for (const [to, scheduledAt] of [
    [soon, inHours(1)],
    [later, inHours(48)]
  ])
    assert.is((await resend.emails.send({ ...plain(to), scheduledAt })).error, null);
  const now = someone();
  await resend.emails.send(plain(now));
  await fixture.mailsTo(now);
  assert.not(fixture.sink.received.some(({ recipient }) => recipient === soon));
  await fixture.goOnLater(2 * HOUR_MS);
  const [mail] = await fixture.mailsTo(soon);
  assert.is(mail?.subject, "Hello");
  assert.not(fixture.sink.received.some(({ recipient }) => recipient === later));
});
test.run();
//# sourceMappingURL=resend.test.js.map
