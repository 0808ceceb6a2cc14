// test/cli/linksCheck.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { linksCheck } from "../../src/cli/doctor/settingsChecks.js";
import { readSettings, SettingsInvalid } from "../../src/config.js";
var test = suite("links check");
test("an address that recipients cannot use is wrong once mail really leaves", async () => {
  const ran = (env) => linksCheck(readSettings(env)).run();
  assert.is((await ran({})).ok, true);
  assert.match((await ran({})).says, "http://127.0.0.1:3025");
  assert.is((await ran({ SMTP_URL: "smtp://r.example" })).ok, false);
  const url = { SMTP_URL: "smtp://r.example", POSTLEDGER_TRACKING_URL: "https://t.example" };
  assert.equal(await ran(url), { ok: true, says: "lead to https://t.example" });
});
test("an address that could break out of html or a header is refused", () => {
  for (const url of [
    'https://t.example/"x',
    "https://t.example/?a",
    "ftp://t.example",
    "t.example",
    "https://t example",
    "https://t.example/<x>"
  ])
    assert.throws(
      () => readSettings({ POSTLEDGER_TRACKING_URL: url }),
      (error) => error instanceof SettingsInvalid
    );
  for (const url of ["https://t.example", "https://t.example:8443", "http://10.0.0.1:3025/mail/links"])
    assert.is(readSettings({ POSTLEDGER_TRACKING_URL: url }).POSTLEDGER_TRACKING_URL, url);
});
test.run();
//# sourceMappingURL=linksCheck.test.js.map
