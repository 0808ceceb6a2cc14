// test/adapters/smpp/otherServer.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { systemClock } from "../../../src/adapters/node/systemClock.js";
import { smppCarrier } from "../../../src/adapters/smpp/smppCarrier.js";
import { divideSms } from "../../../src/commands/sms/smsSegments.js";
import { eventually } from "../../e2e/eventually.js";
import { requiresSmppServer } from "../../servers/smppServer.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
var server = await requiresSmppServer();
var test = suite("smpp carrier with another author\u2019s server");
var ending = new AbortController();
var messages = [];
var receipts = [];
var carrier = smppCarrier(server.url, {
  ...{ clock: systemClock, ids: seededIds(), log: quietLog, metrics: noMetrics }
});
test.before(async () => {
  void carrier.receive(
    {
      message: async (message) => {
        messages.push(message);
        return "recorded";
      },
      receipt: async (receipt) => {
        receipts.push(receipt);
      }
    },
    ending.signal
  );
  await eventually("it is bound", () => carrier.closedForMs() === 0);
});
test.after(async () => {
  ending.abort();
  await carrier.close();
  await server.stop();
});
test("what it read is what was charged, byte for byte", async () => {
  for (const [text, coding, hex] of [
    ["@Hi{\u20AC", 0, ["0048691b281b65"]],
    ["\u0416\u{1F600}", 8, ["0416d83dde00"]]
  ]) {
    server.lines.length = 0;
    assert.is((await submitted(text)).outcome, "sent");
    await eventually("it is logged", () => submissions().length === 1);
    const [line] = submissions();
    assert.equal([line?.coding, line?.receipt, line?.udh, line?.text], [coding, 1, false, hex[0]]);
    assert.equal([line?.from, line?.to], ["4930", "49171"]);
  }
  server.lines.length = 0;
  await submitted(`${"a".repeat(153)}b`.padEnd(170, "b"));
  await eventually("both are logged", () => submissions().length === 2);
  assert.equal(
    submissions().map(({ udh, text }) => [udh, String(text).slice(0, 14)]),
    [
      [true, "050003a7020161"],
      [true, "050003a7020262"]
    ]
  );
});
test("its receipts and its messages are delivered", async () => {
  const outcome = await submitted("short");
  const carrierId = String(Number.parseInt(outcome.outcome === "sent" && outcome.carrierId || "", 16));
  const mine = () => receipts.filter((receipt) => receipt.carrierId === carrierId);
  await eventually("the receipt is there", () => mine().length > 0);
  assert.equal(mine(), [{ carrierId, state: "delivered", detail: "DELIVRD" }]);
  server.deliver("49171", "4930", "Hello there");
  await eventually("the message is there", () => messages.length > 0);
  const expected = { carrierId: null, from: "+49171", to: "+4930", text: "Hello there", part: null };
  assert.equal(messages, [expected]);
});
var submissions = () => server.lines.filter(({ text }) => text !== void 0);
function submitted(text) {
  const division = divideSms(text);
  assert.ok(division);
  const smsId = "aaaaaaaa-0000-4000-8000-0000000000a7";
  return carrier.submit({ smsId, from: "+4930", to: "+49171", text, taken: 0, ...division }, async () => {
  });
}
test.run();
//# sourceMappingURL=otherServer.test.js.map
