// test/commands/email/deliveryToken.test.ts
import { randomBytes } from "node:crypto";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedTokens } from "../../../src/adapters/node/signedTokens.js";
import {
  deliveryLocalPart,
  deliveryOfLocalPart,
  deliveryOfToken,
  deliveryToken
} from "../../../src/commands/email/deliveryToken.js";
import { base32, bytesOfBase32 } from "../../../src/commands/kernel/base32.js";
var test = suite("delivery tokens");
var tokens = signedTokens(Buffer.alloc(32, 7));
var REF = { emailId: "0d6f3c8e-5a0f-5b1e-9c57-0123456789ab", recipient: 49 };
test("a token gives back its delivery and what it carries", () => {
  const url = "https://shop.example/a?b=c&d=\xFC#e";
  assert.equal(deliveryOfToken(tokens, "click", deliveryToken(tokens, "click", REF, url)), {
    ...REF,
    extra: url
  });
  assert.equal(deliveryOfToken(tokens, "open", deliveryToken(tokens, "open", REF)), { ...REF, extra: "" });
});
test("a token of another use, another master key or with any byte altered opens to nothing", () => {
  const token = deliveryToken(tokens, "click", REF, "https://shop.example/");
  assert.is(deliveryOfToken(tokens, "unsubscribe", token), null);
  assert.is(deliveryOfToken(signedTokens(Buffer.alloc(32, 8)), "click", token), null);
  const bytes = Buffer.from(token, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8((bytes.readUInt8(at) + 1) % 256, at);
    assert.is(deliveryOfToken(tokens, "click", altered.toString("base64url")), null, `byte ${at}`);
  }
  for (const other of ["", "x", `${token}=`, ` ${token}`, `${token}AA`, token.slice(1)])
    assert.is(deliveryOfToken(tokens, "click", other), null, other);
});
test("a local part is short enough for an address and survives the loss of its letter case", () => {
  const localPart = deliveryLocalPart(tokens, REF);
  assert.match(localPart, /^[a-z2-7]{56}$/);
  assert.equal(deliveryOfLocalPart(tokens, localPart.toUpperCase()), { ...REF, extra: "" });
  assert.is(deliveryOfLocalPart(tokens, `${localPart}a`), null);
  assert.is(deliveryOfLocalPart(tokens, `a${localPart.slice(1)}`), null);
  assert.is(deliveryOfLocalPart(tokens, "postmaster"), null);
});
test("base32 is that of RFC 4648, in lower case, and has one spelling for each", () => {
  const known = {
    "": "",
    f: "my",
    fo: "mzxq",
    foo: "mzxw6",
    foob: "mzxw6yq",
    fooba: "mzxw6ytb",
    foobar: "mzxw6ytboi"
  };
  for (const [text, encoded] of Object.entries(known)) assert.is(base32(Buffer.from(text)), encoded);
  for (let length = 0; length < 40; length += 1) {
    const bytes = randomBytes(length);
    assert.equal(Buffer.from(bytesOfBase32(base32(bytes)) ?? []), bytes);
  }
  for (const other of ["mz", "mzxw6yr", "m1", "MZXQ", "mzxq="]) assert.is(bytesOfBase32(other), null, other);
});
test.run();
//# sourceMappingURL=deliveryToken.test.js.map
