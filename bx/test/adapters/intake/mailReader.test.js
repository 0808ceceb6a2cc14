// test/adapters/intake/mailReader.test.ts
import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { threadMailReader } from "../../../src/adapters/intake/mailReader.js";
import { readMail } from "../../../src/adapters/intake/readMail.js";
import { startThread } from "../../../src/adapters/node/startThread.js";
import { systemClock } from "../../../src/adapters/node/systemClock.js";
import { eventually } from "../../e2e/eventually.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
var test = suite("mail reader");
var parsed = (reader, raw, from = {}) => reader.read(raw, { isSigned: true, network: "192.0.2.1", ...from });
var MAIL = Buffer.from(
  [
    "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
    "X-Folded: one",
    " two",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("<p>550 5.1.1 <b>no such user</b> &lt;bob@b.example&gt;</p>").toString("base64"),
    "--b",
    "Content-Type: Message/RFC822",
    "",
    "Message-ID: <1@a.example>",
    "Content-Type: text/plain",
    "",
    "the original",
    "--b--",
    ""
  ].join("\r\n")
);
test("header as it came, subject and text decoded, another message in it one part", async () => {
  const reader = threadMailReader({ clock: systemClock, log: quietLog });
  const read = await parsed(reader, MAIL);
  assert.is(read?.subject, "Gr\xFC\xDFe");
  assert.match(read?.head ?? "", /^X-Folded: one\r\n two\r\nContent-Type/m);
  assert.match(read?.text.replace(/\s+/g, " ") ?? "", "550 5.1.1 no such user <bob@b.example>");
  assert.not.match(read?.text ?? "", "the original");
  assert.equal(
    read?.parts.map(({ type }) => type),
    ["message/rfc822"]
  );
  assert.match(read?.parts[0]?.content ?? "", /^Message-ID: <1@a\.example>\r\n/);
  await reader.close();
});
test("a mail that takes too long is given up, and the next one is read by another thread", async () => {
  let isLate = false;
  const clock = {
    ...systemClock,
    sleep: (ms, signal) => isLate ? Promise.resolve() : systemClock.sleep(ms, signal)
  };
  const said = [];
  const log = { ...quietLog, warn: (_fields, message) => said.push(message) };
  const reader = threadMailReader({ clock, log });
  assert.ok(await parsed(reader, MAIL));
  isLate = true;
  assert.is(await parsed(reader, MAIL), null);
  isLate = false;
  assert.ok(await parsed(reader, MAIL));
  assert.equal(said, ["a mail could not be parsed in time"]);
  await reader.close();
});
test("a mail that ends the thread is unread, and the next one is read by another thread", async () => {
  const said = [];
  const log = { ...quietLog, warn: (_fields, message) => said.push(message) };
  const ends = [
    "port.once('message', () => process.exit(3))",
    "port.once('message', () => { throw new Error('late'); })"
  ].map((end) => `const port = require('node:worker_threads').parentPort; port.postMessage(null); ${end}`);
  const folder = import.meta.resolve("../../../src/adapters/intake/mailReader.ts");
  const start = () => {
    const end = ends.shift();
    return end === void 0 ? startThread(folder, "readerThread", {}) : new Worker(end, { eval: true });
  };
  const reader = threadMailReader({ clock: systemClock, log, start });
  const read = await Promise.all([parsed(reader, MAIL), parsed(reader, MAIL), parsed(reader, MAIL)]);
  assert.equal(
    read.map((mail) => mail?.subject),
    [void 0, void 0, "Gr\xFC\xDFe"]
  );
  assert.equal(said, Array(2).fill("a mail ended the thread that parsed it"));
  await reader.close();
});
test("a deeply nested list of addresses, which once ended the thread, is read, and the mails after it too", async () => {
  const said = [];
  const log = { ...quietLog, warn: (_fields, message) => said.push(message) };
  const reader = threadMailReader({ clock: systemClock, log });
  const nested = Buffer.from(`To: ${"a:".repeat(131072)}\r
\r
x`);
  const read = await Promise.all([parsed(reader, MAIL), parsed(reader, nested), parsed(reader, MAIL)]);
  assert.ok(read.every((mail) => mail !== null));
  assert.equal(said, []);
  await reader.close();
  assert.is(await parsed(reader, MAIL), null);
});
function answeredByHand() {
  const asked = [];
  const start = () => {
    const worker = new EventEmitter();
    const postMessage = ([mail]) => {
      const text = String(mail?.raw);
      const answer = () => worker.emit("message", [{ head: "", subject: text, text: "", parts: [] }]);
      asked.push({ text, answer });
    };
    setImmediate(() => worker.emit("message", null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 });
  };
  return { asked, start };
}
test("mail to signed addresses does not wait for other mail, and networks read in turns", async () => {
  const { asked, start } = answeredByHand();
  const reader = threadMailReader({ clock: manualClock(), log: quietLog, start });
  const order = [];
  const reading = ["a1", "a2", "a3", "b1", "s1"].map(
    (name) => parsed(reader, Buffer.from(name), { network: name.charAt(0), isSigned: name === "s1" }).then(
      (mail) => order.push(mail?.subject)
    )
  );
  await eventually("one of each is asked", () => asked.length === 2);
  assert.equal(asked.map(({ text }) => text).sort(), ["a1", "s1"]);
  asked.find(({ text }) => text === "s1")?.answer();
  await reading[4];
  for (let at = 0; order.length < 5; at++) {
    await eventually("the next is asked", () => asked.length > at);
    asked[at]?.answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(order, ["s1", "a1", "a2", "b1", "a3"]);
  await reader.close();
});
test("lists of addresses that are not read cost nothing", async () => {
  const addresses = "a@b.example,\r\n ".repeat(17e3);
  const before = process.cpuUsage();
  const mail = await readMail(Buffer.from(`To: ${addresses}\r
From: ${addresses}\r
Subject: s\r
\r
x`));
  const { user } = process.cpuUsage(before);
  assert.equal([mail.subject, mail.text.trim()], ["s", "x"]);
  assert.match(mail.head, /^To: a@b\.example/);
  assert.ok(user < 5e5, `${user} us; a second with the parser's own reading of them`);
});
test.run();
//# sourceMappingURL=mailReader.test.js.map
