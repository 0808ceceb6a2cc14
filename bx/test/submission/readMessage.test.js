// test/submission/readMessage.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { readMail } from "../../src/adapters/intake/readMail.js";
import { readMessage } from "../../src/adapters/submission/readMessage.js";
var test = suite("a mail that is submitted, as it is read");
var HEAD = ["From: a@acme.test", "Subject: x"];
var read = (fields, body = "Hello.") => readMessage(Buffer.from(`${fields.join("\r\n")}\r
\r
${body}`));
test("its header has 256 KiB, and 2,000 fields, at most", async () => {
  const head = (bytes) => [...HEAD, `X-Long: ${"x".repeat(bytes - HEAD.join("").length - 14)}`];
  assert.is((await read(head(262144)))?.text, "Hello.");
  assert.is(await read(head(262145)), null);
  const fields = (count) => [...HEAD, ...Array(count - HEAD.length).fill("A: 1")];
  assert.is((await read(fields(2e3)))?.fields.length, 2e3);
  assert.is(await read(fields(2001)), null);
});
test("the headers of its parts have a mebibyte at most", async () => {
  const mixed = [...HEAD, "Content-Type: multipart/mixed; boundary=b"];
  const parts = (bytes) => `--b\r
X-Long: ${"x".repeat(bytes)}\r
\r
Hello.\r
--b--`;
  assert.is((await read(mixed, parts(1e6)))?.text, "Hello.");
  assert.is(await read(mixed, parts(11e5)), null);
});
test("a mail whose header says nothing of its body has the text that was sent", async () => {
  for (const fields of [["From: a@acme.test"], ["From: a@acme.test", "Subject: x"]])
    assert.is((await read(fields))?.text, "Hello.");
});
var MIXED = [...HEAD, "Content-Type: multipart/mixed; boundary=b"];
var partsIn = (boundary, parts) => `${parts.map(([fields, content]) => `--${boundary}\r
${fields}\r
\r
${content}\r
`).join("")}--${boundary}--`;
var PLAIN = "Content-Type: text/plain; charset=utf-8";
var HTML = "Content-Type: text/html; charset=utf-8";
var inline = (name) => `\r
Content-Disposition: inline; filename=${name}`;
test("a part whose Content-Type cannot be read is a file of any bytes, and the mail is read", async () => {
  const mixed = [...HEAD, "Content-Type: multipart/mixed; boundary=b"];
  for (const type of ["Content-Type:", "Content-Type: ; name=a.txt"]) {
    const parts = ["--b", "", "Hello.", "--b", type, "Content-Disposition: attachment", "", "file", "--b--"];
    const mail = await read(mixed, parts.join("\r\n"));
    assert.is(mail?.text, "Hello.", type);
    assert.is(mail?.attachments[0]?.type.split(";")[0], "application/octet-stream", type);
    const { parts: found } = await readMail(
      Buffer.from(`${mixed.join("\r\n")}\r
\r
${parts.join("\r\n")}`)
    );
    assert.is(found.at(-1)?.type, "application/octet-stream", type);
  }
});
test("a text with a filename is a file, also where it is to be shown", async () => {
  const mail = await read(
    MIXED,
    partsIn("b", [
      [PLAIN, "See the notes."],
      [`${PLAIN}${inline("notes.txt")}`, "one\r\ntwo"],
      [`${HTML}; name=page.html`, "<p>a page</p>"]
    ])
  );
  assert.is(mail?.text, "See the notes.");
  assert.is(mail?.html, "");
  assert.equal(
    mail?.attachments.map(({ filename, type, disposition, content }) => [
      ...[filename, type, disposition],
      String(Buffer.from(content))
    ]),
    [
      ["notes.txt", 'text/plain; charset="utf-8"', "attachment", "one\r\ntwo"],
      ["page.html", 'text/html; charset="utf-8"', "attachment", "<p>a page</p>"]
    ]
  );
});
test("what was written is the text whatever name it has: the first part, and each alternative", async () => {
  const alternatives = partsIn("a", [
    [`${PLAIN}; name=mail.txt`, "Hello."],
    [`${HTML}${inline("mail.html")}`, "<p>Hello.</p>"]
  ]);
  for (const mail of [
    await read([...HEAD, "Content-Type: multipart/alternative; boundary=a"], alternatives),
    await read(MIXED, partsIn("b", [["Content-Type: multipart/alternative; boundary=a", alternatives]]))
  ])
    assert.equal([mail?.text, mail?.html, mail?.attachments], ["Hello.", "<p>Hello.</p>", []]);
  const alone = await read([...HEAD, `${PLAIN}; name=mail.txt`]);
  assert.equal([alone?.text, alone?.attachments], ["Hello.", []]);
  const first = await read(MIXED, partsIn("b", [[`${PLAIN}${inline("mail.txt")}`, "Hello."]]));
  assert.equal([first?.text, first?.attachments], ["Hello.", []]);
});
test("the html has the plain texts that stand next to it, but not its own alternative", async () => {
  const alternatives = partsIn("a", [
    [PLAIN, "Hello."],
    [HTML, "<p>Hello.</p>"]
  ]);
  const mail = await read(
    MIXED,
    partsIn("b", [
      ["Content-Type: multipart/alternative; boundary=a", alternatives],
      [PLAIN, " \r\n"],
      [PLAIN, "if a < b &\r\nc > d:"],
      [HTML, "<p>Bye.</p>"]
    ])
  );
  assert.is(mail?.html, "<p>Hello.</p><br/>\n<p>if a &lt; b &amp;<br/>\nc &gt; d:</p><br/>\n<p>Bye.</p>");
  assert.is(mail?.text, "Hello.\n \n\nif a < b &\nc > d:");
});
test("a page and a file in an alternative: Apple Mail", async () => {
  const pages = partsIn("m", [
    [HTML, "<p>See:</p>"],
    [`${PLAIN}${inline("notes.txt")}`, "notes"],
    [HTML, "<p>Bye.</p>"]
  ]);
  const mail = await read(
    [...HEAD, "Content-Type: multipart/alternative; boundary=a"],
    partsIn("a", [
      [PLAIN, "See: Bye."],
      ["Content-Type: multipart/mixed; boundary=m", pages]
    ])
  );
  assert.equal([mail?.text, mail?.html], ["See: Bye.", "<p>See:</p><br/>\n<p>Bye.</p>"]);
  assert.equal(
    mail?.attachments.map(({ filename }) => filename),
    ["notes.txt"]
  );
});
test("a mail of more than a thousand files is refused at once", async () => {
  const files = Array(1100).fill(["Content-Type: application/pdf", "file"]);
  const refused = read(MIXED, partsIn("b", files)).then(
    () => "it was read",
    (error) => String(error)
  );
  assert.match(await refused, /Max allowed child nodes exceeded/);
});
test.run();
//# sourceMappingURL=readMessage.test.js.map
