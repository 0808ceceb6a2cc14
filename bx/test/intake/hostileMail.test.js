// test/intake/hostileMail.test.ts
import { connect } from "node:net";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { USELESS_A_MINUTE } from "../../src/intake/bounceIntake.js";
import { closeReader, DOMAIN, intakeFixture } from "./intakeFixture.js";
import { dsn, plain } from "./mails.js";
var test = suite("hostile mail at the bounce intake");
test.after(closeReader);
function over(name, run) {
  test(name, async () => {
    const intake = await intakeFixture();
    try {
      await intake.handOver(["bob@b.example"]);
      await run(intake);
      assert.is((await intake.bring(dsn())).code, 250);
      assert.equal(
        (await intake.learned()).map(({ type }) => type),
        ["Bounced"]
      );
    } finally {
      await intake.close();
    }
  });
}
var READ = 256 * 1024;
var MALFORMED = {
  nothing: "\r\n",
  "no header": "just words",
  "a header and no more": "Subject: Undelivered Mail",
  "bytes that are no text": Buffer.from(Array.from({ length: 4096 }, (_, at) => at * 7 % 256)),
  "a boundary that never comes": plain(["Content-Type: multipart/report; boundary=x"], ["--y", "", "words"]),
  "no boundary": plain(["Content-Type: multipart/report; report-type=delivery-status"], ["--", "", "words"]),
  "an empty status": dsn().replace(/Final-Recipient[\s\S]*?Diagnostic-Code[^\n]*\n/, ""),
  "a status of nonsense": dsn({ action: "\0", status: "ten", recipient: ";;;" }),
  "parts without end": `Content-Type: multipart/mixed; boundary=b\r
\r
${"--b\r\n\r\nx\r\n".repeat(READ / 11)}`,
  "parts in parts": Array.from(
    { length: 3e3 },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r
\r
--b${at}\r
`
  ).join("")
};
for (const [name, raw] of Object.entries(MALFORMED)) {
  over(`${name}: answered, kept, and nothing is recorded`, async (intake) => {
    assert.is((await intake.bring(raw)).code, 250);
    assert.equal(await intake.learned(), []);
    assert.is((await intake.unmatched.list(10)).length, 1);
  });
}
var COSTLY = {
  "addresses without end": `To: ${"a@b.example,\r\n ".repeat(READ / 15)}`,
  "groups in groups": `To: ${"a:".repeat(READ / 2)}`,
  "encoded words without end": `Subject: ${"=?utf-8?b?".repeat(READ / 10)}`
};
for (const [name, header] of Object.entries(COSTLY)) {
  over(`${name}: the event loop goes on meanwhile, and the mail is kept at the most`, async (intake) => {
    let turns = 0;
    let done = false;
    const turn = () => {
      turns += 1;
      if (!done) setTimeout(turn, 5);
    };
    turn();
    assert.is((await intake.bring(plain([header], ["550 5.1.1 no such user"]))).code, 250);
    done = true;
    assert.ok(turns > 2, `${turns} turns`);
    assert.equal(await intake.learned(), []);
  });
}
over("a report that brings a huge message back is understood by its beginning", async (intake) => {
  const returned = ["Subject: Hello", "", "x".repeat(76).concat("\r\n").repeat(5e4)];
  assert.is((await intake.bring(dsn({ returned }))).code, 250);
  assert.is((await intake.learned()).length, 1);
});
test("a flood of mail that leads nowhere is put off, and genuine reports pass", async () => {
  const intake = await intakeFixture();
  try {
    await intake.handOver(["bob@b.example"]);
    const forged = `${"a".repeat(56)}@${DOMAIN}`;
    const codes = [];
    for (let n = 0; n < USELESS_A_MINUTE + 5; n++) codes.push((await intake.bring(dsn(), forged)).code);
    assert.equal(codes.slice(0, USELESS_A_MINUTE), Array(USELESS_A_MINUTE).fill(550));
    assert.equal(codes.slice(USELESS_A_MINUTE), Array(5).fill(451));
    assert.is((await intake.bring(dsn(), `other@${DOMAIN}`)).code, 451);
    assert.is((await intake.bring(dsn())).code, 250);
    assert.is((await intake.learned()).length, 1);
  } finally {
    await intake.close();
  }
});
over("clients that go away in the middle, and ask for what there is not", async (intake) => {
  const said = await dialogue(intake.port, [
    "EHLO x",
    "AUTH PLAIN AHgAeA==",
    "VRFY bob",
    "MAIL FROM:<>",
    `RCPT TO:<${intake.address()}>`,
    "DATA"
  ]);
  assert.match(said, /^220 [\s\S]*250[\s\S]*5\d\d/);
  assert.not.match(said, /STARTTLS/);
  assert.equal(await intake.learned(), []);
  assert.equal(await intake.unmatched.list(10), []);
});
function dialogue(port, lines) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const left = [...lines];
    let said = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      said += chunk;
      if (!/^\d{3} .*\r\n$/m.test(said)) return;
      const line = left.shift();
      if (line !== void 0) socket.write(`${line}\r
`);
      else socket.write("Subject: half\r\n", () => socket.destroy());
    });
    socket.on("close", () => resolve(said));
  });
}
test.run();
//# sourceMappingURL=hostileMail.test.js.map
