// test/sender/email/mime.test.ts
import { simpleParser } from "mailparser";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { mimeComposer } from "../../../src/adapters/mime/composer.js";
import { headerIssues } from "../../../src/api/emails/headerRules.js";
import { headerMailbox, messageIdOf, messageOf } from "../../../src/sender/email/mime.js";
import { plainEmail } from "../senderBench.js";
var test = suite("mime");
var EMAIL_ID = "aaaaaaaa-0000-4000-8000-000000000000";
var AT_MS = Date.parse("2026-03-04T05:06:07.891Z");
async function written(body = {}, fields = {}) {
  const accepted = { ...plainEmail, ...fields };
  const whole = { subject: "Hello", html: null, text: "Hi", attachments: [], ...body };
  const composed = await mimeComposer().compose(messageOf(EMAIL_ID, accepted, AT_MS, whole, EMAIL_ID));
  const raw = composed.copy({ html: null, headers: [] });
  const head = raw.toString("latin1", 0, raw.indexOf("\r\n\r\n") + 2);
  return { raw, head, mail: await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true }) };
}
var file = (more = {}) => ({
  filename: "a.bin",
  type: "application/octet-stream",
  contentId: null,
  disposition: "attachment",
  content: Buffer.from([0, 1, 2, 13, 10, 10, 13, 255]),
  ...more
});
var fieldsOf = (head) => head.replace(/\r\n[ \t]/g, " ").split("\r\n").filter((line) => line !== "").map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
var ODD_TEXTS = [
  "plain",
  "line\r\nbreaks\nof all\rkinds\n\n",
  " trailing space \r\n	tabs	\r\n",
  ".\r\n..\r\n.dot\r\nFrom here\r\n",
  `${"long ".repeat(400)}end`,
  `${"x".repeat(3e3)}`,
  "Gr\xFC\xDFe, \u65E5\u672C\u8A9E \u{1F600} = =3D =20 soft=\r\n",
  "\u03B6".repeat(2e3),
  "--=_aaaaaaaa000040008000000000000000_a--\r\nmore"
];
var onTheWire = (text) => text.replace(/\r\n|\r|\n/g, "\r\n");
test("texts come out as they went in, in line ends of the wire", async () => {
  for (const odd of ODD_TEXTS) {
    const { mail, raw } = await written({ text: odd, html: `<p>${odd}</p>` });
    assert.is(mail.text?.trimEnd(), onTheWire(odd).replaceAll("\r\n", "\n").trimEnd());
    assert.is(String(mail.html).trimEnd(), onTheWire(`<p>${odd}</p>`).replaceAll("\r\n", "\n"));
    for (const line of raw.toString("latin1").split("\r\n")) {
      assert.ok(line.length <= 998);
      assert.not.match(line, /[\r\n]/);
    }
  }
});
test("files come out byte for byte, with their names and types", async () => {
  const every = Buffer.from(Array.from({ length: 256 * 40 }, (_, n) => n % 256));
  const files = [
    file({ content: every, filename: 'every "byte"; of=it\\.bin' }),
    file({ content: Buffer.alloc(0), filename: "empty.txt", type: "text/plain" }),
    file({ filename: "r\xE9sum\xE9 \u2013 \u65E5\u672C.pdf", type: "application/pdf" }),
    file({ filename: "a.txt", type: "text/plain; charset=iso-8859-1", content: Buffer.from([233, 10]) })
  ];
  const { mail } = await written({ html: "<b>x</b>", attachments: files });
  assert.is(mail.attachments.length, files.length);
  files.forEach(({ filename, content, type }, at) => {
    const got = mail.attachments[at];
    assert.is(got?.filename, filename);
    assert.is(got?.contentType, type.split(";")[0]);
    assert.is(got?.content.compare(content), 0);
    assert.is(got?.contentDisposition, "attachment");
  });
});
test("inline images are next to the html, under their content id", async () => {
  const logo = file({ filename: "l.png", type: "image/png", contentId: "logo", disposition: "inline" });
  const other = file({ filename: "o.png", type: "image/png", contentId: "other" });
  const { mail, raw } = await written({
    html: '<img src="cid:logo">',
    text: "t",
    attachments: [logo, other]
  });
  const [inline, attached] = mail.attachments;
  assert.equal([inline?.cid, inline?.related, inline?.contentDisposition], ["logo", true, "inline"]);
  assert.equal(
    [attached?.cid, attached?.related ?? false, attached?.contentDisposition],
    ["other", false, "attachment"]
  );
  assert.ok(raw.includes("multipart/related"));
  assert.ok(raw.includes("multipart/alternative"));
  assert.ok(raw.includes("multipart/mixed"));
});
test("types that would change the part are sent as bytes", async () => {
  for (const type of [
    "multipart/mixed; boundary=x",
    "nonsense",
    "text/plain\r\nX-Evil: 1",
    'a/b; c="d\\"',
    "message/rfc822"
  ]) {
    const { mail, raw: raw2 } = await written({ attachments: [file({ type })] });
    assert.is(mail.attachments[0]?.contentType, "application/octet-stream", type);
    assert.is(mail.attachments[0]?.content.compare(file().content), 0);
    assert.not.ok(raw2.toString("latin1").includes("\r\nX-Evil"));
  }
  const message = file({ type: "message/rfc822", content: Buffer.from("Subject: in\r\n\r\nside\r\n") });
  const { raw } = await written({ attachments: [message] });
  assert.ok(raw.includes("Content-Type: message/rfc822"));
  assert.ok(raw.includes("\r\n\r\nSubject: in\r\n\r\nside\r\n"));
});
test("the same message is the same bytes: its date is its own", async () => {
  const content = { html: "<p>x</p>", attachments: [file()] };
  const [once, twice] = [await written(content), await written(content)];
  assert.is(once.raw.compare(twice.raw), 0);
  assert.is(once.mail.date?.toISOString(), "2026-03-04T05:06:07.000Z");
  const scheduled = await written(content, { scheduledFor: "2027-01-02T03:04:05.000Z" });
  assert.is(scheduled.mail.date?.toISOString(), "2027-01-02T03:04:05.000Z");
});
test("mailboxes: names of all kinds, several reply addresses, no bcc", async () => {
  const { mail, head } = await written(
    {},
    {
      from: 'D\xF6rte, "the <boss>" <me@a.example>',
      to: ["a@b.example", '"Last, First" <c@b.example>'],
      cc: ["\xDCnal <d@b.example>"],
      bcc: ["secret@b.example"],
      replyTo: ["r1@a.example", "Two <r2@a.example>"]
    }
  );
  assert.equal(mail.from?.value, [{ name: 'D\xF6rte, "the <boss>"', address: "me@a.example" }]);
  const to = Array.isArray(mail.to) ? mail.to : [mail.to];
  assert.equal(
    to[0]?.value.map(({ address, name }) => [address, name]),
    [
      ["a@b.example", ""],
      ["c@b.example", "Last, First"]
    ]
  );
  assert.equal(
    mail.replyTo?.value.map(({ address }) => address),
    ["r1@a.example", "r2@a.example"]
  );
  assert.not.match(head, /secret|^bcc/im);
});
test("every header name that the service accepts is sent, and no other", async () => {
  const names = [1, 200, 201, 254, 255].map((length) => "x".repeat(length));
  const taken = Object.fromEntries(names.map((name) => [name, "value"]));
  assert.equal(headerIssues(taken), []);
  const { head } = await written({}, { headers: taken });
  assert.equal(
    fieldsOf(head).filter((name) => /^x+$/.test(name)),
    names
  );
  for (const name of ["x".repeat(256), "Delivered-To", "ARC-Seal", "Content-Type", "a b", "\xE4"]) {
    assert.is(headerIssues({ [name]: "planted" }).length, 1, name);
    const { raw } = await written({}, { headers: { [name]: "planted" } });
    assert.not.ok(raw.includes("planted"), name);
  }
});
test("no field can inject a header", async () => {
  const evil = "x\r\nX-Evil: 1\r\n\r\nbody\0\x85\u2028X-Evil: 2";
  const { head, mail, raw } = await written(
    {
      subject: evil,
      attachments: [
        file({ filename: evil, contentId: evil, type: evil, disposition: "inline" }),
        file({ filename: '"\r\nX-Evil: 3', contentId: "<>\r\nX-Evil: 4" })
      ],
      html: "<p>"
    },
    {
      from: `${evil} <me@a.example>`,
      to: [`${evil} <you@b.example>`, "x@b.example\r\nX-Evil: 5"],
      cc: ["<a@b.example>, <injected@b.example>"],
      replyTo: [`r@a.example
X-Evil: 6`],
      headers: {
        "X-Fine": evil,
        "X-Evil: 7\r\nX-Evil": "8",
        "X Evil": "9",
        "X-Evil:": "10",
        From: "evil@c.example",
        bcc: "evil@c.example",
        "Content-Type": "text/evil",
        Sender: "evil@c.example",
        "message-id": "evil@c.example",
        "Resent-To": "evil@c.example",
        "X-Long": "word ".repeat(300),
        "X-Umlaut": "Gr\xFC\xDFe"
      }
    }
  );
  assert.not.ok(raw.toString("latin1").match(/\r\n ?X-Evil/));
  const fields = fieldsOf(head);
  assert.equal([...new Set(fields)].sort(), [...fields].sort(), "no field occurs twice");
  assert.equal(
    fields.filter((name) => /evil|list-|resent|bcc/.test(name)),
    []
  );
  assert.is(fields.includes("x-fine"), true);
  assert.match(head, /\r\nX-Umlaut: =\?UTF-8\?B\?R3LDvMOfZQ==\?=\r\n/);
  assert.not.match(head, /\0|evil@c|evil\.example/);
  assert.is(mail.messageId, `<${EMAIL_ID}@a.example>`);
});
test("the Message-ID has a valid domain, also with an odd sender", () => {
  for (const [from, domain] of [
    ["me@A.Example", "a.example"],
    ["Me <me@b\xFCcher.example>", "xn--bcher-kva.example"],
    ["me@a>.b", "localhost"],
    ["a b@c d.e", "localhost"]
  ])
    assert.is(messageIdOf(EMAIL_ID, { from, headers: {} }), `<${EMAIL_ID}@${domain}>`);
  assert.equal(headerMailbox("x@y.zz"), { name: null, address: "x@y.zz" });
});
test("the Message-ID stays in one line with any domain, and is the same for every recipient", async () => {
  const long = `me@${"a".repeat(60)}.${"b".repeat(60)}.example`;
  const { mail, head } = await written({}, { from: long });
  assert.is(mail.messageId, `<${EMAIL_ID}@${long.slice(3)}>`);
  assert.match(head, `\r
Message-ID: <${EMAIL_ID}@${long.slice(3)}>\r
`);
});
test("how one leaves transactional mail is for its sender to say, broadcast mail's own is the service's", async () => {
  const headers = {
    "List-Unsubscribe": "<https://c.example/leave?a=1>, <mailto:leave@c.example>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
  };
  assert.equal(headerIssues(headers), []);
  const own = await written({}, { headers });
  assert.ok(own.head.includes(`\r
List-Unsubscribe: ${headers["List-Unsubscribe"]}\r
`));
  assert.is(headerIssues(headers, "/headers", { stream: "broadcast" }).length, 2);
  const ours = await written({}, { headers, messageStream: "broadcast" });
  assert.not.match(ours.head, /list-/i);
});
test("an empty subject and an empty value keep their lines", async () => {
  const { head } = await written({ subject: "" }, { headers: { "X-Empty": "" } });
  assert.match(head, /\r\nSubject: ?\r\n/);
  assert.match(head, /\r\nX-Empty: ?\r\n/);
});
test.run();
//# sourceMappingURL=mime.test.js.map
