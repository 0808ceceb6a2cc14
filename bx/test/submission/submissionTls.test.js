// test/submission/submissionTls.test.ts
import { writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { intakeChecks } from "../../src/cli/doctor/intakeChecks.js";
import { readSettings, SettingsInvalid } from "../../src/config.js";
import { refusePorts } from "../../src/main/refusePorts.js";
import { rejection } from "../contract/eventStore/events.js";
import { selfSigned } from "../support/certificate.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { closeReader, submissionFixture } from "./submissionFixture.js";
var test = suite("submission and TLS");
test.after(closeReader);
var MAIL = { from: "a@acme.test", to: "ann@customer.test", subject: "x", text: "x" };
var outer = Object.values(networkInterfaces()).flatMap((found) => found ?? []).find(({ family, internal }) => family === "IPv4" && !internal)?.address;
async function withCertificate(options = {}) {
  const folder = temporaryFolder();
  const certificatePaths = { cert: join(folder.path, "cert.pem"), key: join(folder.path, "key.pem") };
  const made = selfSigned(["localhost"]);
  writeFileSync(certificatePaths.cert, made.cert);
  writeFileSync(certificatePaths.key, made.key);
  const smtp = await submissionFixture({ certificatePaths, ...options });
  const auth = { user: "x", pass: smtp.api.key };
  return {
    smtp,
    certificatePaths,
    by: (options2) => createTransport({
      ...{ host: "127.0.0.1", port: smtp.port, auth, tls: { ca: made.cert, servername: "localhost" } },
      ...options2
    }).sendMail(MAIL),
    async close() {
      await smtp.close();
      folder.remove();
    }
  };
}
test("a mail comes encrypted after STARTTLS", async () => {
  const listener = await withCertificate();
  assert.match((await listener.by({ requireTLS: true })).response, /^250 /);
  await listener.close();
});
test("and from the first byte where that is set; doctor reads either greeting", async () => {
  for (const isImplicitTls of [true, false]) {
    const listener = await withCertificate({ isImplicitTls });
    if (isImplicitTls) assert.match((await listener.by({ secure: true })).response, /^250 /);
    const settings = readSettings({
      POSTLEDGER_SUBMISSION_PORT: `${listener.smtp.port}`,
      POSTLEDGER_SUBMISSION_TLS: isImplicitTls ? "implicit" : "starttls",
      POSTLEDGER_SUBMISSION_TLS_CERT: listener.certificatePaths.cert,
      POSTLEDGER_SUBMISSION_TLS_KEY: listener.certificatePaths.key
    });
    const found = await Promise.all(intakeChecks(settings, Date.now()).map(({ run }) => run()));
    assert.equal(
      found.map(({ ok }) => ok),
      [true, true]
    );
    assert.match(found[0]?.says ?? "", isImplicitTls ? "from the first byte" : "offers STARTTLS");
    const late = await intakeChecks(settings, Date.now() + 29 * 864e5)[0]?.run();
    assert.is(late?.ok, false);
    await listener.close();
  }
});
test("another machine is asked for no key before TLS, and no mail of it is taken", async () => {
  if (outer === void 0) return skipped("no address but loopback (give the machine a network)");
  const listener = await withCertificate({ host: "0.0.0.0" });
  const login = `AUTH PLAIN ${Buffer.from(`\0x\0${listener.smtp.api.key}`).toString("base64")}`;
  const answers = await listener.smtp.dialogue(["EHLO c", login, "MAIL FROM:<a@acme.test>"], outer);
  assert.not.match(answers[1] ?? "", "AUTH");
  assert.match(answers[1] ?? "", "STARTTLS");
  assert.match(answers[2] ?? "", /^500 /);
  assert.match(answers[3] ?? "", /^530 5\.7\.0 Issue STARTTLS first/);
  assert.match((await listener.by({ host: outer, requireTLS: true })).response, /^250 /);
  assert.is((await listener.smtp.accepted()).length, 1);
  await listener.close();
});
test("settings under which it could not work are refused before anything is opened", async () => {
  const wrong = [
    [{ POSTLEDGER_SUBMISSION_TLS_CERT: "/c" }, /must be set both/],
    [{ POSTLEDGER_SUBMISSION_TLS: "implicit" }, /is implicit: set POSTLEDGER_SUBMISSION_TLS_CERT/],
    [{ POSTLEDGER_SUBMISSION_HOST: "0.0.0.0" }, /is 0\.0\.0\.0: set POSTLEDGER_SUBMISSION_TLS_CERT/],
    [
      { POSTLEDGER_SUBMISSION_PORT: "1" },
      /POSTLEDGER_SUBMISSION_PORT is 1, which needs a right: choose one from 1024 up, and redirect|in use/
    ]
  ];
  for (const [env, sentence] of wrong) {
    if (env.POSTLEDGER_SUBMISSION_PORT === "1" && process.getuid?.() === 0) continue;
    const settings = readSettings({ POSTLEDGER_PORT: "0", POSTLEDGER_SUBMISSION_PORT: "0", ...env });
    const error = await rejection(refusePorts(settings));
    assert.instance(error, SettingsInvalid);
    assert.match(error.message, sentence);
  }
});
test.run();
//# sourceMappingURL=submissionTls.test.js.map
