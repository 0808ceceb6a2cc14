// test/cli/doctorMail.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { runChecks } from "../../src/cli/doctor/check.js";
import { mailCheck } from "../../src/cli/doctor/mailCheck.js";
import { readSettings, SettingsInvalid } from "../../src/config.js";
import { openMailer } from "../../src/main/mailer.js";
import { reply, smtpSink } from "../adapters/smtp/smtpServer.js";
import { manualClock } from "../support/manualClock.js";
import { seededIds } from "../support/seededIds.js";
var test = suite("doctor on mail");
var looked = async (env) => {
  const { found } = await runChecks([mailCheck(readSettings(env))], /* @__PURE__ */ new Set());
  assert.ok(found[0]);
  return found[0];
};
test("speaks to the relay, as far as it goes without sending", async () => {
  const sink = await smtpSink({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, done) => password === "right" ? done(null, { user: "u" }) : done(reply(535, "5.7.8 wrong password"))
  });
  const url = (password) => `smtp://u:${password}@127.0.0.1:${sink.port}?tls=opportunistic`;
  const well = await looked({ SMTP_URL: url("right") });
  assert.ok(well.ok && /log-in is right/.test(well.says), well.says);
  const refused = await looked({ SMTP_URL: url("wrong") });
  assert.not.ok(refused.ok);
  assert.match(refused.says, /authentication.*535 5\.7\.8/);
  assert.match(refused.mend ?? "", /SMTP_URL/);
  await sink.close();
  assert.match((await looked({ SMTP_URL: url("right") })).says, /no mail can leave: connection/);
});
test("an invalid address ends the start, and is named without its password", async () => {
  const parts = { clock: manualClock(), ids: seededIds() };
  for (const env of [{ SMTP_URL: "u:secret@mail.example:25" }, { POSTLEDGER_MAIL: "relay" }]) {
    try {
      openMailer(readSettings(env), parts);
      assert.unreachable();
    } catch (error) {
      assert.ok(error instanceof SettingsInvalid, String(error));
      assert.match(error.message, /SMTP_URL/);
      assert.not.match(error.message, /secret/);
    }
  }
});
test.run();
//# sourceMappingURL=doctorMail.test.js.map
