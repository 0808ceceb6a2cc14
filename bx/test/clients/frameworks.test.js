// test/clients/frameworks.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { clientCalls, clientFixture, mailboxesIn, someone } from "./clientFixture.js";
var test = suite("clients: frameworks");
var calls = clientCalls("Laravel and Rails, as requests", "");
test.before(async (context) => {
  context.fixture = await clientFixture();
});
test.after(async ({ fixture }) => {
  calls.tell();
  await fixture?.close();
});
async function post({ url, key }, path, body) {
  return fetch(`${url}${path}`, {
    ...{ method: "POST", body: JSON.stringify(body) },
    headers: {
      authorization: `Bearer ${key}`,
      accept: "application/json",
      "content-type": "application/json"
    }
  });
}
var laravel = (to) => ({
  ...{ from: '"Acme, Inc." <hello@acme.test>', to: [`"Ann" <${to}>`], cc: [], bcc: [], reply_to: [] },
  ...{ headers: [], subject: "Hello", html: "<p>It works.</p>", text: null, attachments: [] }
});
var rails = (to, encoding = {}) => ({
  ...{ from: "Acme <hello@acme.test>", to: [to], subject: "Hello" },
  ...{ reply_to: ["support@acme.test"], headers: { "Content-Transfer-Encoding": encoding } },
  ...{ html: "<p>It works.</p>", text: "It works." }
});
var sent = [
  [
    "Laravel: a mailable without anything beside",
    "/emails",
    laravel,
    (mail, to) => {
      assert.equal(mailboxesIn(mail.from), [{ address: "hello@acme.test", name: "Acme, Inc." }]);
      assert.equal(mailboxesIn(mail.to), [{ address: to, name: "Ann" }]);
      assert.equal([mail.cc, mail.replyTo], [void 0, void 0]);
    }
  ],
  [
    "Laravel: a mailable with a file, headers and a tag",
    "/emails",
    (to) => ({
      ...laravel(to),
      headers: { "X-Tag": "welcome", "X-Metadata-user": "7", "X-Priority": "2 (High)" },
      attachments: [{ content: "JVBERg==", filename: "a.pdf" }],
      tags: [{ name: "X-Tag", value: "welcome" }]
    }),
    (mail) => {
      assert.equal([mail.headers.get("x-tag"), mail.headers.get("x-metadata-user")], ["welcome", "7"]);
      assert.equal(
        [mail.attachments[0]?.filename, mail.attachments[0]?.contentType],
        ["a.pdf", "application/pdf"]
      );
    }
  ],
  [
    "Laravel: a mailable with its own Message-ID",
    "/emails",
    (to) => ({ ...laravel(to), headers: { "Message-ID": "<order-7@acme.test>" } }),
    (mail) => assert.is(mail.messageId, "<order-7@acme.test>")
  ],
  [
    "Rails: a mail of one part, with headers of the mailer",
    "/emails",
    (to) => {
      const { headers, ...mail } = rails(to, "7bit");
      const own = { "Message-ID": "<order-8@acme.test>", "In-Reply-To": "<order-7@acme.test>" };
      return { ...mail, text: void 0, headers: { ...own, ...headers, "X-Entity-Ref-ID": "7" } };
    },
    (mail) => {
      assert.equal([mail.messageId, mail.inReplyTo], ["<order-8@acme.test>", "<order-7@acme.test>"]);
      assert.is(mail.headers.get("x-entity-ref-id"), "7");
    }
  ],
  ["Rails: a mail of two parts", "/emails", rails, (mail) => assert.is(mail.text?.trim(), "It works.")],
  [
    "Rails: files as lists of bytes, one of them inline",
    "/emails",
    (to) => ({
      ...rails(to),
      attachments: [
        { filename: "a.pdf", content: [...Buffer.from("%PDF")] },
        { filename: "logo.png", content: [137, 80, 78, 71], content_id: "65a@host.mail" },
        { filename: "older.png", content: [137, 80, 78, 71], inline_content_id: "65b@host.mail" }
      ]
    }),
    (mail) => {
      assert.equal(mailboxesIn(mail.replyTo), [{ address: "support@acme.test", name: "" }]);
      const files = mail.attachments.map((one) => [one.filename, one.cid, one.content.toString("latin1")]);
      assert.equal(files.sort(), [
        ["a.pdf", void 0, "%PDF"],
        ["logo.png", "65a@host.mail", "\x89PNG"],
        ["older.png", "65b@host.mail", "\x89PNG"]
      ]);
    }
  ],
  [
    "Laravel: the personalizations shape with nulls and empty lists",
    "/v3/mail/send",
    (to) => ({
      personalizations: [
        { to: [{ email: to, name: "Ann" }], cc: [], bcc: null, custom_args: [], headers: [] }
      ],
      ...{ from: { email: "hello@acme.test", name: "Acme" }, reply_to: null, subject: "Hello" },
      content: [{ type: "text/html", value: "<p>It works.</p>" }],
      ...{ attachments: [], categories: [], custom_args: [], asm: null, mail_settings: [], sections: [] }
    }),
    (mail, to) => assert.equal(mailboxesIn(mail.to), [{ address: to, name: "Ann" }])
  ],
  [
    "Rails: the personalizations shape with a file and tracking settings that ask for nothing",
    "/v3/mail/send",
    (to) => ({
      personalizations: [{ to: [{ email: to }], dynamic_template_data: {} }],
      ...{
        from: { email: "hello@acme.test" },
        reply_to: { email: "support@acme.test", name: null },
        subject: "Hello"
      },
      content: [
        { type: "text/plain", value: "It works." },
        { type: "text/html", value: "<p>It works.</p>" }
      ],
      attachments: [
        { content: "JVBERg==", type: "application/pdf", filename: "a.pdf", disposition: "attachment" }
      ],
      ...{ tracking_settings: { click_tracking: {}, ganalytics: { enable: false } }, custom_args: {} }
    }),
    (mail) => assert.is(mail.attachments[0]?.content.toString(), "%PDF")
  ]
];
for (const [about, path, body, arrived] of sent) {
  test(
    about,
    ({ fixture }) => calls.call(async () => {
      const to = someone();
      const answer = await post(fixture, path, body(to));
      assert.is(answer.status, path === "/emails" ? 200 : 202, await answer.text());
      const [mail] = await fixture.mailsTo(to);
      assert.ok(mail);
      assert.match(String(mail.html), "<p>It works.</p>");
      assert.is(mail.subject, "Hello");
      arrived(mail, to);
    })
  );
}
test("Rails: several addresses in one text are refused, since a list is meant", ({ fixture }) => calls.call(async () => {
  const answer = await post(fixture, "/emails", { ...rails(someone()), cc: "a@acme.test, b@acme.test" });
  assert.is(answer.status, 422);
  assert.match(await answer.text(), "/cc must be an email address");
}));
test.run();
//# sourceMappingURL=frameworks.test.js.map
