// test/commands/email/emailAddress.test.ts
import * as fc from "fast-check";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert2 from "uvu/assert";
import { formatMailbox, isEmailAddress, parseMailbox } from "../../../src/commands/email/emailAddress.js";
import { hasControlCharacter } from "../../../src/events/fieldPatterns.js";
import { SEED } from "../../support/testRun.js";
var addresses = suite("email address");
var good = [
  "a@b.co",
  "first.last@sub.domain.example",
  "o'brien+tag@x-y.co",
  "a_b-c@1x.org",
  "=@b.co",
  "?a==b?c=.?=@b.co",
  "UPPER@CASE.COM",
  "bounce+label@example.com",
  `${"a".repeat(311)}@abcd.co`.slice(0, 320)
];
var bad = [
  "",
  "a",
  "a@b",
  "a@b.c",
  ".a@b.co",
  "a.@b.co",
  "a..b@c.co",
  "a@.co",
  "a@b..co",
  "a@-b.co",
  "a@b-.co",
  "a@b.co.",
  "a@b.c0",
  "a b@c.co",
  "a@b c.co",
  '"a b"@c.co',
  "\xE4@b.co",
  "a@b\xFCcher.de",
  "a@[127.0.0.1]",
  "a@b.co\n",
  "a\r\n@b.co",
  "a@@b.co",
  "Name <a@b.co>",
  "=?UTF-8?Q?=0D=0ABcc=3A=20x=40y.zz?=@b.co",
  `a@${"b".repeat(64)}.co`,
  `${"a".repeat(314)}@b.comm`
];
addresses("takes what section 2.1 allows", () => {
  for (const address of good) assert2.ok(isEmailAddress(address), address);
});
addresses("refuses what section 2.1 forbids", () => {
  for (const address of bad) assert2.not(isEmailAddress(address), JSON.stringify(address));
});
addresses("takes an atom unless an encoded word could begin in it", () => {
  const local = fc.string({ unit: fc.constantFrom("=", "?", "a", "."), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(local, (text) => {
      const isDotAtom = /^[=?a]+(\.[=?a]+)*$/.test(text);
      assert2.is(isEmailAddress(`${text}@b.co`), isDotAtom && !text.includes("=?"), text);
    }),
    { seed: SEED, numRuns: 2e3 }
  );
});
addresses("has a limit of 320 characters", () => {
  assert2.ok(isEmailAddress(`${"a".repeat(313)}@b.comm`.slice(0, 320)));
  assert2.not(isEmailAddress(`${"a".repeat(314)}@b.comm`));
});
addresses("stays quick on hostile texts", () => {
  for (const text of [
    "=".repeat(1e5),
    `${"=".repeat(5e4)}?`,
    `${"a=".repeat(5e4)}?@b.co`,
    "a.".repeat(5e4),
    `a@${"a-".repeat(5e4)}`,
    "@".repeat(1e5)
  ])
    assert2.not(isEmailAddress(text));
});
addresses("reads a mailbox", () => {
  assert2.equal(parseMailbox("a@b.co"), { name: null, address: "a@b.co" });
  assert2.equal(parseMailbox("Ann Lee <a@b.co>"), { name: "Ann Lee", address: "a@b.co" });
  assert2.equal(parseMailbox('"Lee, Ann \\"A\\"" <a@b.co>'), { name: 'Lee, Ann "A"', address: "a@b.co" });
  assert2.equal(parseMailbox("Acme, Inc. <a@b.co>"), { name: "Acme, Inc.", address: "a@b.co" });
  assert2.equal(parseMailbox("<a@b.co>"), { name: null, address: "a@b.co" });
  assert2.equal(parseMailbox("J\xFCrgen <a@b.c>"), { name: "J\xFCrgen", address: "a@b.c" });
  for (const text of ["", "Ann", "Ann <>", "Ann <a@b>", "Ann\n<a@b.co>", "a@b.co, c@d.co", "Ann <a@b.co> x"])
    assert2.is(parseMailbox(text), null, text);
});
addresses("quotes a name where it must", () => {
  const written = (name) => formatMailbox({ name, address: "a@b.co" });
  assert2.is(written(null), "a@b.co");
  assert2.is(written("Ann Lee"), "Ann Lee <a@b.co>");
  assert2.is(written("Lee, Ann"), '"Lee, Ann" <a@b.co>');
  assert2.is(written('a "b" \\c'), '"a \\"b\\" \\\\c" <a@b.co>');
  assert2.is(written("=?utf-8?q?x?="), '"=?utf-8?q?x?=" <a@b.co>');
  assert2.is(written("J\xFCrgen \xDCnal"), "J\xFCrgen \xDCnal <a@b.co>");
});
addresses("reads back whatever it wrote", () => {
  const names = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((name) => {
    return name.trim() === name && name !== "" && !hasControlCharacter(name);
  });
  fc.assert(
    fc.property(names, (name) => {
      assert2.equal(parseMailbox(formatMailbox({ name, address: "a@b.co" })), { name, address: "a@b.co" });
    }),
    { seed: SEED }
  );
});
addresses("knows the characters that may not reach a header", () => {
  for (const code of [0, 9, 10, 13, 27, 127, 133, 159, 8232, 8233])
    assert2.ok(hasControlCharacter(`a${String.fromCodePoint(code)}b`), String(code));
  for (const text of ["", "a b", "\xE4", "\u{1F600}", "\xA0", "~"]) assert2.not(hasControlCharacter(text), text);
});
addresses.run();
//# sourceMappingURL=emailAddress.test.js.map
