// test/intake/matchDelivery.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { messageLocalPart } from "../../src/commands/email/deliveryToken.js";
import { matchesByMessageId } from "../../src/intake/matchDelivery.js";
var test = suite("deliveries that a report may be of");
var idOf = (n) => `44444444-4444-4444-8444-${String(n).padStart(12, "0")}`;
var tokens = signedTokens(Buffer.alloc(32, 5));
var nameOf = (emailId) => messageLocalPart(tokens, emailId);
var messageIds = (count) => Array.from({ length: count }, (_, n) => `${nameOf(idOf(n))}@a.example`);
var MOST = 20;
test("each message is tried by the addresses first, then as the message of one recipient", () => {
  const [one = "", other = ""] = [idOf(0), idOf(1)];
  const ids = [
    `${nameOf(one).toUpperCase()}@a.example`,
    "no-uuid@a.example",
    `${nameOf(other)}@a.example`,
    `${nameOf(one)}@b.example`
  ];
  assert.equal(matchesByMessageId(tokens, ids, ["bob@b.example"]), [
    { emailId: one, recipient: { address: "bob@b.example" } },
    { emailId: one, recipient: "only" },
    { emailId: other, recipient: { address: "bob@b.example" } },
    { emailId: other, recipient: "only" }
  ]);
});
test("a report with many Message-IDs is looked up for the first of them", () => {
  const expected = Array.from({ length: MOST }, (_, n) => ({ emailId: idOf(n), recipient: "only" }));
  assert.equal(matchesByMessageId(tokens, messageIds(MOST), []), expected);
  assert.equal(matchesByMessageId(tokens, messageIds(MOST + 1), []), expected);
});
test("a report with many addresses is looked up for the first of them", () => {
  const addresses = Array.from({ length: MOST + 1 }, (_, n) => `bob${n}@b.example`);
  assert.equal(
    matchesByMessageId(tokens, messageIds(1), addresses),
    addresses.slice(0, MOST).map((address) => ({ emailId: idOf(0), recipient: { address } }))
  );
});
test("without the tag of this service a Message-ID names nothing", () => {
  const [one, other] = [idOf(0), idOf(1)];
  const tagOf = (emailId) => nameOf(emailId).split(".")[1];
  const other32 = signedTokens(Buffer.alloc(32, 6));
  for (const id of [
    one,
    `${one}.`,
    `${one}.${tagOf(other)}`,
    `${one}.${tagOf(one)}a`,
    messageLocalPart(other32, one)
  ])
    assert.equal(matchesByMessageId(tokens, [`${id}@a.example`], ["bob@b.example"]), [], id);
});
test.run();
//# sourceMappingURL=matchDelivery.test.js.map
