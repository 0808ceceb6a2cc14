// test/commands/sms/smsReceipt.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { smsReceiptDecider } from "../../../src/commands/sms/smsReceipt.js";
import { given } from "../../support/given.js";
var test = suite("sms receipts");
var accepted = (segments) => ({
  type: "SmsAccepted",
  data: {
    ...{ from: "+491", to: "+492", templateId: "aaaaaaaa-0000-4000-8000-000000000000", text: "x" },
    ...{ segments, credits: segments, tags: [], metadata: null }
  }
});
var attempted = { type: "SmsSubmissionAttempted", data: { attempt: 2 } };
var sent = { type: "SmsSent", data: { attempt: 2, carrierId: "c" } };
var delivered = { type: "SmsDelivered", data: { detail: "DELIVRD" } };
var segment = (carrierId) => ({
  type: "SmsSegmentDelivered",
  data: { carrierId, detail: "DELIVRD" }
});
var failed = {
  type: "SmsFailed",
  data: { attempt: 2, detail: "UNDELIV err:1", nextAttemptAt: null }
};
var good = (carrierId) => ({ carrierId, state: "delivered", detail: "DELIVRD" });
var bad = (carrierId) => ({ carrierId, state: "failed", detail: "UNDELIV err:1" });
test("the one segment of a message is the message", () => {
  given(smsReceiptDecider, accepted(1), attempted, sent).when(good("c")).then(delivered);
  given(smsReceiptDecider, accepted(1), attempted, sent).when(bad("c")).then(failed);
});
test("a message is delivered with the last of its segments, whichever that is", () => {
  given(smsReceiptDecider, accepted(2), attempted, sent).when(good("b")).then(segment("b"));
  given(smsReceiptDecider, accepted(2), attempted, sent, segment("b")).when(good("a")).then(delivered);
});
test("the same receipt again is nothing, and neither is one after the end", () => {
  given(smsReceiptDecider, accepted(2), attempted, sent, segment("b")).when(good("b")).then();
  for (const end of [delivered, failed])
    for (const receipt of [good("c"), bad("c")])
      given(smsReceiptDecider, accepted(1), attempted, sent, end).when(receipt).then();
});
test("one segment that fails is a message that failed", () => {
  given(smsReceiptDecider, accepted(3), attempted, sent, segment("b")).when(bad("a")).then(failed);
});
test("a failure that is tried again is no end", () => {
  const later = {
    type: "SmsFailed",
    data: { attempt: 1, detail: "busy", nextAttemptAt: "2026-01-01T00:00:00.000Z" }
  };
  given(smsReceiptDecider, accepted(1), later, attempted, sent).when(good("c")).then(delivered);
});
test("of a message that is not known nothing is decided", () => {
  given(smsReceiptDecider).when(good("c")).then();
});
test.run();
//# sourceMappingURL=smsReceipt.test.js.map
