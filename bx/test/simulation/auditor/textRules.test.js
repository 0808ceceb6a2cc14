// test/simulation/auditor/textRules.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { acceptedOnce } from "./acceptedOnce.js";
import { handedOverOnce } from "./handedOverOnce.js";
import { inboundOnce } from "./inboundOnce.js";
import { dateAt, saidOf, WORKSPACE } from "./madeUp.js";
import { receiptsRecorded } from "./receiptsRecorded.js";
import { stoppedStaySilent } from "./stoppedStaySilent.js";
import { stopsValid } from "./stopsValid.js";
import { textsEndInTime } from "./textsEndInTime.js";
var test = suite("the rules of the auditor about text messages");
var SHOP = "+46101000";
var READER = "+46701000001";
var accepted = (segments = 1) => ({
  ...{ atMs: 1e3, stream: "sms-s", type: "SmsAccepted", actor: "key:1" },
  data: {
    from: SHOP,
    to: READER,
    text: "x".repeat(segments === 1 ? 1 : segments * 153),
    segments,
    credits: 1
  }
});
var event = (atMs, type, data = {}, actor = "sender") => ({
  ...{ atMs, stream: "sms-s", type, data, actor }
});
var claimed = (atMs) => event(atMs, "SmsSubmissionAttempted", { attempt: 1 });
var sent = (atMs) => event(atMs, "SmsSent", { attempt: 1, carrierId: "a1" });
var failed = (atMs, nextAttemptAt, actor = "sender") => event(atMs, "SmsFailed", { attempt: 1, detail: "no", nextAttemptAt }, actor);
var opted = (atMs, type) => ({
  ...{ atMs, stream: "suppression-s", type, data: { sender: SHOP, number: READER, keyword: "STOP" } }
});
var taken = (atMs, over = {}) => ({
  ...{ process: "process 1", smsId: "s", segment: 0, from: SHOP, to: READER, carrierId: "a1" },
  ...{ outcome: "taken", heard: true, begunAtMs: atMs - 10, atMs, ...over }
});
var refused = (atMs) => taken(atMs, { carrierId: null, outcome: "refused" });
var receipt = (atMs, state, over = {}) => ({
  ...{ process: "process 1", answer: "taken", begunAtMs: atMs - 10, atMs },
  ...{ carrierId: "a1", smsId: "s", state, ...over }
});
var inbound = (number, atMs, text, over = {}) => ({
  ...{ number, carrierId: `in-${number}`, from: READER, to: SHOP, text, part: null, process: "process 1" },
  ...{ answer: "taken", begunAtMs: atMs - 10, atMs, ...over }
});
var said = async (rule, events, lines = {}) => (await saidOf(rule, { events, lines })).join();
test("an end needs the carrier\u2019s evidence", async () => {
  const events = [accepted(), claimed(1100), sent(1300)];
  assert.is(await said(textsEndInTime, events, { texts: [taken(1200)] }), "");
  assert.match(await said(textsEndInTime, events), /the carrier has 0 of its 1 segments/);
  const divided = [accepted(2), claimed(1100), sent(1300)];
  assert.match(await said(textsEndInTime, divided, { texts: [taken(1200)] }), /has 1 of its 2 segments/);
  const refusal = [accepted(), claimed(1100), failed(1300, null)];
  assert.is(await said(textsEndInTime, refusal, { texts: [refused(1200)] }), "");
  assert.match(await said(textsEndInTime, refusal), /the carrier refused no segment/);
  assert.is(await said(textsEndInTime, [accepted(), opted(1100, "SmsOptedOut"), failed(1300, null)]), "");
});
test("a message without an end has a time that has not passed", async () => {
  assert.match(await said(textsEndInTime, [accepted()]), /was due 3599 s ago/);
  const later = (ms) => [accepted(), claimed(1100), failed(1300, dateAt(ms))];
  assert.is(await said(textsEndInTime, later(37e5)), "");
  assert.match(await said(textsEndInTime, later(18e5)), /was due 1800 s ago/);
});
test("what receipts say is in the log, and nothing else", async () => {
  const events = [accepted(), claimed(1100), sent(1300)];
  const texts = [taken(1200)];
  const delivered = [...events, event(2e3, "SmsDelivered", { detail: null }, "recipient")];
  const receipts = [receipt(2001, "delivered")];
  assert.is(await said(textsEndInTime, delivered, { texts, receipts }), "");
  assert.match(
    await said(textsEndInTime, delivered, { texts }),
    /SmsDelivered, and its receipts do not say so/
  );
  const lost = [...events, failed(2e3, null, "recipient")];
  assert.match(await said(textsEndInTime, lost, { texts, receipts }), /by a receipt that never came/);
  assert.is(await said(receiptsRecorded, delivered, { receipts }), "");
  assert.match(await said(receiptsRecorded, events, { receipts }), /receipt 'delivered' of a1 was taken/);
  assert.is(
    await said(receiptsRecorded, events, { receipts: [receipt(2001, "delivered", { smsId: null })] }),
    ""
  );
  const unknown = [receipt(2001, "delivered", { carrierId: "b2" })];
  assert.is(await said(receiptsRecorded, events, { receipts: unknown }), "", "its answer was lost");
});
test("a segment may be handed over once more than answers were lost", async () => {
  const events = [accepted(), claimed(1100), sent(1300)];
  const again = taken(9e5);
  assert.match(
    await said(handedOverOnce, events, { texts: [taken(1200), again] }),
    /2 times for 0 lost answers/
  );
  const lost = taken(1200, { outcome: "later" });
  assert.is(await said(handedOverOnce, events, { texts: [lost, again] }), "");
  assert.is(await said(handedOverOnce, events, { texts: [taken(1200), taken(1250, { segment: 1 })] }), "");
});
test("who said STOP gets nothing by a later claim", async () => {
  const events = [accepted(), opted(5e3, "SmsOptedOut"), claimed(6e4)];
  const texts = [taken(60100)];
  assert.match(await said(stoppedStaySilent, events, { texts }), /had told .* to stop/);
  assert.is(await said(stoppedStaySilent, events), "", "nothing was sent");
  const back = [accepted(), opted(5e3, "SmsOptedOut"), opted(9e3, "SmsOptedIn"), claimed(6e4)];
  assert.is(await said(stoppedStaySilent, back, { texts }), "");
});
test("a text that was taken is in the log once", async () => {
  const received = (atMs, text) => ({
    ...{ atMs, stream: `sms-in-${atMs}`, type: "SmsReceived", data: { from: READER, to: SHOP, text } }
  });
  const hello = "Hello, this is 1";
  const lines = { inbound: [inbound(1, 2e3, hello), inbound(1, 3e3, hello)] };
  assert.is(await said(inboundOnce, [received(1990, hello)], lines), "");
  assert.match(await said(inboundOnce, [], lines), /the text 1 was taken, and is not in the log/);
  const twice = [received(1990, hello), received(2990, hello)];
  assert.match(await said(inboundOnce, twice, lines), /is in the log 2 times/);
  const nameless = [2e3, 7e4].map((atMs) => inbound(1, atMs, hello, { carrierId: null }));
  assert.is(await said(inboundOnce, twice, { inbound: nameless }), "", "a minute later it is another text");
  const half = { inbound: [inbound(2, 2e3, "Part 1 of 2", { part: 1 })] };
  assert.is(await said(inboundOnce, [], half), "", "the other part may come");
});
test("a STOP holds when it is answered, and one that is brought again changes nothing", async () => {
  const stop = inbound(1, 2e3, "Stop");
  assert.is(await said(stopsValid, [opted(1995, "SmsOptedOut")], { inbound: [stop] }), "");
  assert.match(await said(stopsValid, [], { inbound: [stop] }), /the Stop was taken, and is not valid/);
  const start = inbound(2, 9e3, "START");
  const lines = { inbound: [stop, start, inbound(1, 6e4, "Stop")] };
  const back = [opted(1995, "SmsOptedOut"), opted(8995, "SmsOptedIn")];
  assert.is(await said(stopsValid, back, lines), "");
  const again = [...back, opted(59995, "SmsOptedOut")];
  assert.match(await said(stopsValid, again, lines), /2 times SmsOptedOut is in the log for 1 Stop/);
});
test("a text message that was answered 202 stands in the log", async () => {
  const clients = [
    {
      ...{ client: "shop", workspace: WORKSPACE, process: "process 1", call: "POST /v1/sms", key: "k" },
      ...{ sent: {}, status: 202, answer: { id: "s" }, begunAtMs: 900, atMs: 1050 }
    }
  ];
  assert.is(await said(acceptedOnce, [accepted()], { clients }), "");
  assert.match(await said(acceptedOnce, [], { clients }), /stands in the log 0 times/);
});
test.run();
//# sourceMappingURL=textRules.test.js.map
