// test/adapters/smtp/relayAddress.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { relayAddress } from "../../../src/adapters/smtp/relayAddress.js";
var test = suite("the address of a relay");
test("what it says, and what it leaves out", () => {
  const plain = {
    host: "mail.example.com",
    port: 587,
    implicitTls: false,
    tls: "opportunistic",
    login: null
  };
  const login = { user: "u", password: "p" };
  const cases = {
    "smtp://mail.example.com": plain,
    "SMTP://mail.example.com/": plain,
    "smtp://mail.example.com:25": { ...plain, port: 25 },
    "smtp://mail.example.com?tls=required": { ...plain, tls: "required" },
    "smtp://u:p@mail.example.com": { ...plain, tls: "required", login },
    "smtp://u:p@mail.example.com/?tls=opportunistic": { ...plain, login },
    "smtps://u:p@mail.example.com": { ...plain, port: 465, implicitTls: true, tls: "required", login },
    "smtp://[::1]:2525": { ...plain, host: "::1", port: 2525 },
    "smtp://u%40b.example:p%3A%2F%25@mail.example.com": {
      ...plain,
      tls: "required",
      login: { user: "u@b.example", password: "p:/%" }
    }
  };
  for (const [url, expected] of Object.entries(cases)) assert.equal(relayAddress(url), expected, url);
});
test("what is none is refused in a sentence that repeats no password", () => {
  for (const url of [
    "mail.example.com",
    "mail.example.com:25",
    "u:secret@mail.example.com:25",
    "http://u:secret@mail.example.com",
    "smtp:mail.example.com",
    "smtp://",
    "smtp://:25",
    "smtp://mail.example.com:99999",
    "smtp://mail.example.com:0",
    "smtp://u:sec/ret@mail.example.com",
    "smtp://u:sec#ret@mail.example.com",
    "smtp://mail.example.com/inbox",
    "smtp://:secret@mail.example.com",
    "smtp://u@mail.example.com",
    "smtp://u:secret%@mail.example.com",
    "smtp://mail.example.com?tls=never",
    "smtp://mail.example.com?tls=required&tls=opportunistic",
    "smtp://mail.example.com?pool=true",
    "smtps://mail.example.com?tls=opportunistic"
  ]) {
    try {
      relayAddress(url);
      assert.unreachable(url);
    } catch (error) {
      assert.ok(error instanceof Error && error.name === "RelayAddressInvalid", `${url}: ${error}`);
      assert.match(error.message, /SMTP_URL.*\.$/s);
      assert.not.match(error.message, /secret/);
    }
  }
});
test.run();
//# sourceMappingURL=relayAddress.test.js.map
