// test/clients/sendgrid.test.ts
import sgClient from "@sendgrid/client";
import sgMail from "@sendgrid/mail";
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
var calls = clientCalls("@sendgrid/mail, @sendgrid/client", versionOf("@sendgrid/mail"));
var test = suite("clients: @sendgrid/mail");
test.before(async (context) => {
  context.fixture = await clientFixture();
  sgMail.setClient(sgClient);
  sgClient.setApiKey(context.fixture.key);
  sgClient.setDefaultRequest("baseUrl", context.fixture.url);
});
test.after(async ({ fixture }) => {
  calls.tell();
  await fixture?.close();
});
var anotherOf = (instance) => new (Object.getPrototypeOf(instance)).constructor();
var documented = (about, check) => test(about, ({ fixture }) => calls.call(() => check(fixture)));
var plain = (to) => ({ to, from: "hello@acme.test", subject: "Hello", text: "It works." });
var send = async (data, isMultiple) => await sgMail.send(data, isMultiple);
var idsOf = ([answer]) => {
  assert.equal([answer.statusCode, answer.body], [202, ""]);
  const ids = (answer.headers["x-message-ids"] ?? "").split(",");
  assert.is(answer.headers["x-message-id"], ids[0]);
  return ids;
};
var refusal = async (data) => {
  const error = await send(data).then(
    (answer) => {
      throw new Error(`taken: ${answer[0].statusCode} ${JSON.stringify(data)}`);
    },
    (thrown) => thrown
  );
  assert.is(error.code, 422);
  return error.response.body.errors;
};
documented("send with everything it has", async (fixture) => {
  const [to, cc, bcc] = [someone("ann"), someone("cc"), someone("bcc")];
  const ids = idsOf(
    await send({
      to: { email: to, name: "Ann, of Customers" },
      cc: [{ email: cc, name: "Carla" }],
      bcc,
      from: { email: "hello@acme.test", name: "Zo\xEB from Acme" },
      replyTo: "Support <support@acme.test>",
      replyToList: [{ email: "sales@acme.test", name: "Sales" }],
      subject: "Gr\xFC\xDFe \u{1F389}",
      text: "It works.",
      html: '<p>It <b>works</b>.</p><img src="cid:logo">',
      headers: { "X-Ref": "42", "Message-ID": "<made.by@the.client>" },
      categories: ["Transactional", "My category"],
      attachments: [
        {
          ...{ content: Buffer.from("%PDF").toString("base64"), filename: "some.pdf" },
          ...{ type: "application/pdf", disposition: "attachment" }
        },
        {
          ...{ content: Buffer.from("png").toString("base64"), filename: "logo.png" },
          ...{ disposition: "inline", content_id: "logo" }
        }
      ],
      trackingSettings: {
        clickTracking: { enable: false, enableText: false },
        openTracking: { enable: true }
      },
      mailSettings: { footer: { enable: false }, sandboxMode: { enable: false } }
    })
  );
  assert.is(ids.length, 1);
  const [mail] = await fixture.mailsTo(to);
  assert.ok(mail);
  assert.equal(mailboxesIn(mail.from), [{ address: "hello@acme.test", name: "Zo\xEB from Acme" }]);
  assert.equal(mailboxesIn(mail.to), [{ address: to, name: "Ann, of Customers" }]);
  assert.equal(mailboxesIn(mail.cc), [{ address: cc, name: "Carla" }]);
  assert.is(mail.bcc, void 0);
  assert.equal(mailboxesIn(mail.replyTo), [
    { address: "support@acme.test", name: "Support" },
    { address: "sales@acme.test", name: "Sales" }
  ]);
  assert.equal([mail.subject, mail.text?.trim()], ["Gr\xFC\xDFe \u{1F389}", "It works."]);
  assert.match(String(mail.html), "<p>It <b>works</b>.</p>");
  assert.equal([mail.headers.get("x-ref"), mail.messageId], ["42", "<made.by@the.client>"]);
  const files = mail.attachments.map((one) => [
    ...[one.filename, one.contentType, one.contentDisposition, one.cid, one.content.toString()]
  ]);
  assert.equal(files.sort(), [
    ["logo.png", "image/png", "inline", "logo", "png"],
    ["some.pdf", "application/pdf", "attachment", void 0, "%PDF"]
  ]);
  for (const one of [cc, bcc]) await fixture.mailsTo(one);
});
documented("send to several in one message, and by sendMultiple in a message each", async (fixture) => {
  const together = [someone(), someone()];
  assert.is(idsOf(await send(plain(together))).length, 1);
  const [mail] = await fixture.mailsTo(together[0] ?? "");
  assert.equal(
    mailboxesIn(mail?.to).map(({ address }) => address),
    together
  );
  const apart = [someone(), someone(), someone()];
  const answer = await sgMail.sendMultiple(plain(apart));
  assert.is(new Set(idsOf(answer)).size, 3);
  for (const one of apart) {
    const [own] = await fixture.mailsTo(one);
    assert.equal(mailboxesIn(own?.to), [{ address: one, name: "" }]);
  }
});
documented("send a list of mails, and with a callback", async (fixture) => {
  const [one, two, three] = [someone(), someone(), someone()];
  const answers = await sgMail.send([plain(one), plain(two)]);
  for (const answer of answers) assert.is(idsOf(answer).length, 1);
  const called = new Promise((resolve, reject) => {
    sgMail.send(plain(three), false, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
  idsOf(await called);
  for (const to of [one, two, three]) await fixture.mailsTo(to);
});
documented("a template with dynamic data, over @sendgrid/client", async (fixture) => {
  const template_id = await fixture.template({ subject: "Hi {{ name }}", html: "<p>{{ order.total }}</p>" });
  const to = someone();
  const dynamic_template_data = { name: "Ann", order: { total: "$ 239.85" } };
  const body = {
    ...{ personalizations: [{ to: [{ email: to }], dynamic_template_data }] },
    ...{ from: { email: "hello@acme.test" }, template_id }
  };
  const request = { method: "POST", url: "/v3/mail/send", body };
  idsOf(await sgClient.request(request));
  const [mail] = await fixture.mailsTo(to);
  assert.is(mail?.subject, "Hi Ann");
  assert.match(String(mail?.html), /^<p>\$ 239\.85<\/p><img src=/);
});
documented("a retry under the same Idempotency-Key", async (fixture) => {
  const to = [someone(), someone()];
  const service = anotherOf(sgMail);
  const client = anotherOf(sgClient);
  client.setApiKey(fixture.key);
  client.setDefaultRequest("baseUrl", fixture.url);
  client.setDefaultHeader("Idempotency-Key", "order/4711");
  service.setClient(client);
  const once = async () => idsOf(await service.sendMultiple(plain(to)));
  const first = await once();
  assert.equal(await once(), first);
  for (const one of to) assert.is((await fixture.mailsTo(one)).length, 1);
});
var base = { to: "ann@customer.test", from: "hello@acme.test", subject: "Hello", text: "x" };
var refused = [
  [
    "d- ids",
    { templateId: "d-1", text: void 0, subject: void 0 },
    "template_id",
    /template of another provider/
  ],
  ["groups", { asm: { groupId: 1 } }, "asm", /There are no unsubscribe groups/],
  ["pools", { ipPoolName: "x" }, "ip_pool_name", /leave it out/],
  ["batches", { batchId: "x" }, "batch_id", /leave it out/],
  ["arguments", { customArgs: { a: "b" } }, "custom_args", /X-Message-Id/],
  ["substitutions", { substitutions: { a: "b" } }, "personalizations.0.substitutions", /make a template/],
  ["sections", { sections: { a: "b" } }, "sections", /make a template/],
  [
    "the sandbox mode",
    { mailSettings: { sandboxMode: { enable: true } } },
    "mail_settings.sandbox_mode",
    /sandbox domain/
  ],
  ["a time that has passed", { sendAt: 15e8 }, "send_at", /has passed/],
  ["a subject with a line break", { subject: "a\nb" }, "subject", /free of line breaks/],
  ["an address that is none", { to: "nobody" }, "personalizations.0.to.0.email", /must be an email address/],
  [
    "a part of another type",
    { content: [{ type: "text/x-amp-html", value: "x" }] },
    "content.0.type",
    /attachments/
  ]
];
for (const [about, change, field, message] of refused) {
  documented(`refuses ${about}, as the user sees it`, async () => {
    const errors = await refusal({ ...base, ...change });
    const own = errors.find((error) => error.field === field);
    assert.ok(own, JSON.stringify(errors));
    assert.match(own.message, message);
    assert.ok(own.message.startsWith(`${field} `) && own.message.endsWith("."), own.message);
    assert.is(own.help, null);
  });
}
documented("refuses 51 personalizations, and a key that is unknown", async (fixture) => {
  const personalizations = Array.from({ length: 51 }, () => ({ to: "ann@customer.test" }));
  const [error] = await refusal({ ...base, personalizations });
  assert.equal(
    [error?.field, error?.message],
    ["personalizations", "personalizations must have at most 50 items."]
  );
  const answer = await fetch(`${fixture.url}/v3/mail/send`, {
    ...{ method: "POST", body: "{}" },
    headers: { authorization: "Bearer SG.x", "content-type": "application/json" }
  });
  assert.is(answer.status, 401);
  const { errors } = await answer.json();
  assert.equal(errors, [
    { message: "The API key is missing, malformed, expired or revoked.", field: null, help: null }
  ]);
});
documented("personalizations: what is inside goes before what is outside", async (fixture) => {
  const [plainOne, ownOne, soon, later] = [someone(), someone(), someone(), someone()];
  const inSeconds = Math.floor(Date.now() / 1e3);
  const answer = await send({
    personalizations: [
      { to: plainOne },
      { to: [{ email: ownOne, name: "Own" }], subject: "Own", headers: { "x-a": "inner", "X-C": "3" } },
      { to: soon, sendAt: inSeconds + 3600 },
      { to: later, sendAt: inSeconds + 48 * 3600 }
    ],
    ...{ from: "hello@acme.test", subject: "Shared", html: "<p>x</p>" },
    headers: { "X-A": "outer", "X-B": "2" }
  });
  assert.is(new Set(idsOf(answer)).size, 4);
  const [[first], [second]] = [await fixture.mailsTo(plainOne), await fixture.mailsTo(ownOne)];
  const told = (mail) => [
    mail?.subject,
    ...["x-a", "x-b", "x-c"].map((name) => mail?.headers.get(name))
  ];
  assert.equal(told(first), ["Shared", "outer", "2", void 0]);
  assert.equal(told(second), ["Own", "inner", "2", "3"]);
  assert.not(fixture.sink.received.some(({ recipient }) => recipient === soon));
  await fixture.goOnLater(2 * HOUR_MS);
  await fixture.mailsTo(soon);
  assert.not(fixture.sink.received.some(({ recipient }) => recipient === later));
});
test.run();
//# sourceMappingURL=sendgrid.test.js.map
