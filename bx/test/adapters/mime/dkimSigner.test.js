// test/adapters/mime/dkimSigner.test.ts
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { mimeComposer } from "../../../src/adapters/mime/composer.js";
import { dkimSigner } from "../../../src/adapters/mime/dkimSigner.js";
import { signingKeys } from "../../../src/adapters/node/signingKeys.js";
import { run } from "../../clients/run.js";
import { dkimVerdicts } from "../../support/dkimVerdicts.js";
import { pythonEnvironment } from "../../support/pythonEnvironment.js";
import { skipped } from "../../support/skipped.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var test = suite("dkim");
var DOMAIN = "a.example";
var AT_MS = Date.parse("2026-03-04T05:06:07.000Z");
var PACKAGES = ["dkimpy==1.1.8", "pynacl==1.5.0", "dnspython==2.7.0"];
test.before(async (context) => {
  const keys = [];
  const zone = /* @__PURE__ */ new Map();
  for (const [selector, algorithm] of [
    ["r1", "rsa-sha256"],
    ["e1", "ed25519-sha256"]
  ]) {
    const { publicKey, privateKey } = await signingKeys.generate(algorithm);
    keys.push({ domain: DOMAIN, selector, algorithm, privateKey });
    const k = algorithm === "rsa-sha256" ? "rsa" : "ed25519";
    zone.set(`${selector}._domainkey.${DOMAIN}`, `v=DKIM1; k=${k}; p=${publicKey}`);
  }
  Object.assign(context, { keys, zone });
});
async function message() {
  const composed = await mimeComposer().compose({
    messageId: "<id@a.example>",
    dateMs: AT_MS,
    from: { name: "Gr\xFCn, A", address: "me@a.example" },
    to: Array.from({ length: 20 }, (_, n) => ({ name: `Name ${n}`, address: `you${n}@b.example` })),
    cc: [],
    replyTo: [],
    subject: "\xE4".repeat(300),
    text: "Hi  there 	 \n\n\n. From \n\n",
    html: "<p>Gr\xFC\xDFe  	</p>\n\n\n",
    headers: [["X-Empty", ""]],
    attachments: [
      {
        filename: "m.eml",
        type: "message/rfc822",
        contentId: null,
        disposition: "attachment",
        content: Buffer.from("Subject: x \r\n\r\n a 	 b \r\n\r\n\r\n")
      }
    ],
    boundarySeed: "seed"
  });
  return composed.copy({
    html: null,
    headers: [
      ["List-Unsubscribe", "<https://t.example/u/x>"],
      ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"]
    ]
  });
}
var HEAD = "From: me@a.example\r\nSubject: x\r\nDate: Wed, 04 Mar 2026 05:06:07 +0000\r\n";
var BODIES = [
  "",
  "\r\n",
  "\r\n\r\n\r\n",
  " \r\n",
  "x",
  "x\r\n",
  "x 	 \r\n\r\n \r\n",
  " a  b		c \r\n\r\nd",
  "	\r\n x",
  "\xE9\x80\r\n"
];
async function signedMessages(keys) {
  const signer = dkimSigner();
  const raws = [await message(), ...BODIES.map((body) => Buffer.from(`${HEAD}\r
${body}`, "latin1"))];
  return raws.map((raw) => signer.sign(raw, keys, AT_MS));
}
var BOTH = ["ed25519-sha256 a.example pass", "rsa-sha256 a.example pass"];
test("mailauth verifies both signatures, for bodies of all kinds", async ({ keys, zone }) => {
  for (const raw of await signedMessages(keys))
    assert.equal(await dkimVerdicts(raw, zone), BOTH, raw.toString("latin1").slice(-40));
});
test("dkimpy does too", async ({ keys, zone }) => {
  const folder = temporaryFolder();
  try {
    const missing = await pythonEnvironment(folder.path, PACKAGES);
    if (missing !== null) return skipped(missing);
    const program = `
import base64, json, sys, dkim
given = json.load(sys.stdin)
def txt(name, timeout=5):
    return given['zone'].get(name.decode().rstrip('.'), '').encode()
out = []
for one in given['messages']:
    d = dkim.DKIM(base64.b64decode(one))
    out.append([d.verify(idx=i, dnsfunc=txt) for i in (0, 1)])
print(json.dumps(out))
`;
    const messages = (await signedMessages(keys)).map((raw) => raw.toString("base64"));
    const input = JSON.stringify({ messages, zone: Object.fromEntries(zone) });
    const { code, stdout, output } = await run(join(folder.path, "bin", "python"), ["-c", program], {
      input
    });
    assert.is(code, 0, output);
    assert.equal(
      JSON.parse(stdout),
      messages.map(() => [true, true])
    );
  } finally {
    folder.remove();
  }
});
test("what is altered, added or taken away breaks both", async ({ keys, zone }) => {
  const raw = dkimSigner().sign(await message(), keys, AT_MS).toString("latin1");
  const altered = [
    raw.replace("you7@b.example", "you8@b.example"),
    raw.replace("/u/x>", "/u/y>"),
    raw.replace("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", ""),
    `From: other@c.example\r
${raw}`,
    `List-Unsubscribe: <https://evil.example>\r
${raw}`,
    `Cc: x@y.zz\r
${raw}`,
    `Reply-To: x@y.zz\r
${raw}`,
    raw.replace("MIME-Version: 1.0", "MIME-Version: 1.1"),
    raw.replace("Subject: x", "Subject: y"),
    `${raw}more\r
`
  ];
  for (const [at, text] of altered.entries()) {
    assert.is.not(text, raw);
    const found = await dkimVerdicts(Buffer.from(text, "latin1"), zone);
    assert.equal(
      found.filter((verdict) => verdict.endsWith(" pass")),
      [],
      `alteration ${at}`
    );
  }
  const relayed = `Received: from a by b\r
X-Spam: no\r
${raw.replace(/\r\nTo: /, "\r\nTO:	 ")}\r
\r
`;
  assert.equal(
    await dkimVerdicts(Buffer.from(relayed, "latin1"), zone),
    BOTH,
    "what relays do, does no harm"
  );
});
test("without keys the message is what it was; lines of a signature are short", async ({ keys }) => {
  const raw = await message();
  assert.is(dkimSigner().sign(raw, [], AT_MS), raw);
  const signed = dkimSigner().sign(raw, keys, AT_MS).toString("latin1");
  assert.ok(signed.endsWith(raw.toString("latin1")), "the message follows its signatures, byte for byte");
  for (const line of signed.slice(0, signed.length - raw.length).split("\r\n"))
    assert.ok(line.length <= 78, line);
});
test.run();
//# sourceMappingURL=dkimSigner.test.js.map
