// test/main/options.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { publicLinks } from "../../src/commands/email/publicLinks.js";
import { readSettings } from "../../src/config.js";
import { apiOptions, recipientsUrl } from "../../src/main/options.js";
var test = suite("the addresses of a service, made of its settings");
for (const [env, base] of [
  [{}, "http://127.0.0.1:3025"],
  [{ POSTLEDGER_BASE_URL: "https://mail.a.example/" }, "https://mail.a.example"],
  [{ POSTLEDGER_BASE_URL: "https://a.example/mail/" }, "https://a.example/mail"],
  [{ POSTLEDGER_HOST: "::1", POSTLEDGER_PORT: "4000" }, "http://[::1]:4000"]
])
  test(`paths follow ${base}`, () => {
    const settings = readSettings(env);
    assert.is(apiOptions(settings).baseUrl, base, "hooks, and the servers of the description");
    const links = publicLinks(signedTokens(Buffer.alloc(32, 7)), recipientsUrl(settings));
    const ref = { emailId: "0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11", recipient: 0 };
    for (const link of [links.open(ref), links.unsubscribe(ref), links.click(ref, "https://x.test/")]) {
      assert.ok(link.startsWith(`${base}/`), link);
      assert.not.ok(link.startsWith(`${base}//`), link);
    }
  });
test.run();
//# sourceMappingURL=options.test.js.map
