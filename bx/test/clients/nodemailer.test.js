// test/clients/nodemailer.test.ts
import { createRequire } from "node:module";
import { createTransport } from "nodemailer";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  clientCalls,
  clientFixture,
  mailboxesIn,
  someone,
  versionOf
} from "./clientFixture.js";
var near = createRequire(import.meta.url);
var test = suite("clients: nodemailer");
test.before(async (context) => {
  context.fixture = await clientFixture();
});
test.after(async ({ fixture }) => {
  for (const { calls } of transports) calls.tell();
  await fixture?.close();
});
var transports = [
  {
    calls: clientCalls("@documenso/nodemailer-resend", versionOf("@documenso/nodemailer-resend")),
    async open({ url, key }) {
      process.env.RESEND_BASE_URL = url;
      const { ResendTransport } = await import("@documenso/nodemailer-resend");
      return ResendTransport.makeTransport({ apiKey: key });
    },
    // It hands on bare addresses, and neither names of recipients nor content ids.
    keeps: false,
    refusal: /validation_error The request is not valid\. \/subject must be free of line breaks/
  },
  {
    calls: clientCalls("nodemailer-sendgrid", versionOf("nodemailer-sendgrid")),
    async open({ url, key }) {
      const transport = near("nodemailer-sendgrid");
      const opened = transport({ apiKey: key });
      const own = createRequire(near.resolve("nodemailer-sendgrid"));
      const { client } = own("@sendgrid/mail");
      client.setDefaultRequest("baseUrl", `${url}/`);
      return opened;
    },
    keeps: true,
    refusal: /Unprocessable/
  }
];
for (const { calls, open, keeps, refusal } of transports) {
  test(`a mail with all that transports hand on, by ${calls.client}`, ({ fixture }) => calls.call(async () => {
    const mailer = createTransport(await open(fixture));
    const [to, cc, bcc] = [someone("ann"), someone("cc"), someone("bcc")];
    await mailer.sendMail({
      from: { name: "Zo\xEB", address: "hello@acme.test" },
      to: [{ name: "Ann", address: to }],
      ...{ cc, bcc, replyTo: "support@acme.test", subject: "Gr\xFC\xDFe" },
      ...{ text: "It works.", html: "<p>It works.</p>", headers: { "X-Ref": "42" } },
      attachments: [{ filename: "a.txt", content: keeps ? "SGVsbG8=" : Buffer.from("Hello") }]
    });
    const [mail] = await fixture.mailsTo(to);
    assert.equal(mailboxesIn(mail?.from), [{ address: "hello@acme.test", name: "Zo\xEB" }]);
    assert.equal(mailboxesIn(mail?.to), [{ address: to, name: keeps ? "Ann" : "" }]);
    assert.equal(mailboxesIn(mail?.replyTo), [{ address: "support@acme.test", name: "" }]);
    assert.equal(
      [mail?.subject, mail?.text?.trim(), mail?.headers.get("x-ref")],
      ["Gr\xFC\xDFe", "It works.", "42"]
    );
    assert.match(String(mail?.html), "<p>It works.</p>");
    assert.equal(
      mail?.attachments.map((one) => [one.filename, one.contentType, one.content.toString()]),
      [["a.txt", "text/plain", "Hello"]]
    );
    for (const one of [cc, bcc]) await fixture.mailsTo(one);
  }));
  test(`a refusal, by ${calls.client}`, ({ fixture }) => calls.call(async () => {
    const mailer = createTransport(await open(fixture));
    const bad = { from: "hello@acme.test", to: "ann@customer.test", subject: "a\nb", text: "x" };
    await mailer.sendMail(bad).then(
      () => assert.unreachable("taken"),
      (error) => assert.match(error.message, refusal)
    );
  }));
}
test.run();
//# sourceMappingURL=nodemailer.test.js.map
