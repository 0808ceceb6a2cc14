// test/adapters/node/sealedSecrets.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { SealBroken, sealedSecrets } from "../../../src/adapters/node/sealedSecrets.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("sealed secrets");
var ids = seededIds();
var masterKey = ids.randomBytes(32);
var secrets = sealedSecrets(masterKey, ids);
var broken = (open) => {
  try {
    open();
  } catch (error) {
    assert.instance(error, SealBroken);
    return error;
  }
  throw new Error("the seal opened");
};
test("what was sealed opens under the same key and context", () => {
  for (const text of ["", "whsec_abc", "Zo\xEB \u{1D4B3}\n", "x".repeat(1e5)])
    assert.is(secrets.open(secrets.seal(text, "endpoint-1"), "endpoint-1"), text);
});
test("two seals of one secret have nothing in common, and do not show it", () => {
  const [one, two] = [secrets.seal("whsec_abc", "a"), secrets.seal("whsec_abc", "a")];
  assert.is.not(one, two);
  assert.not.match(one, "whsec");
  assert.match(one, /^v1\.[\w-]+$/);
});
test("another context, another key: it does not open, and the error shows nothing", () => {
  const sealed = secrets.seal("whsec_abc", "endpoint-1");
  assert.not.match(broken(() => secrets.open(sealed, "endpoint-2")).message, "whsec");
  broken(() => sealedSecrets(ids.randomBytes(32), ids).open(sealed, "endpoint-1"));
});
test("a seal that was altered in any way does not open", () => {
  const sealed = secrets.seal("a secret", "context");
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === "A" ? "B" : "A";
    broken(() => secrets.open(`${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`, "context"));
  }
  for (const text of [
    "",
    "v1",
    "v1.",
    "v1.AAAA",
    `${sealed}=`,
    `${sealed}.x`,
    `v2${sealed.slice(2)}`,
    sealed.slice(0, -1)
  ])
    broken(() => secrets.open(text, "context"));
});
test("a master key of another length is refused", () => {
  assert.throws(() => sealedSecrets(masterKey.subarray(0, 16), ids), /32 bytes/);
});
test("what the previous key sealed opens while it is given, and is sealed again under the present one", () => {
  const present = ids.randomBytes(32);
  const both = sealedSecrets(present, ids, [masterKey]);
  const alone = sealedSecrets(present, ids);
  const old = secrets.seal("whsec_abc", "endpoint-1");
  assert.is(both.open(old, "endpoint-1"), "whsec_abc");
  broken(() => alone.open(old, "endpoint-1"));
  broken(() => both.open(old, "endpoint-2"));
  const renewed = both.renew(old, "endpoint-1") ?? "";
  assert.is(alone.open(renewed, "endpoint-1"), "whsec_abc");
  assert.is(both.renew(renewed, "endpoint-1"), null);
  broken(() => secrets.open(both.seal("whsec_new", "endpoint-1"), "endpoint-1"));
  broken(() => both.renew(sealedSecrets(ids.randomBytes(32), ids).seal("x", "endpoint-1"), "endpoint-1"));
});
test.run();
//# sourceMappingURL=sealedSecrets.test.js.map
