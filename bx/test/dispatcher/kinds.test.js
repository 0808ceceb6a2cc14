// test/dispatcher/kinds.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { kindOf, REPORTED_TYPES, subscribes } from "../../src/dispatcher/kinds.js";
import { email } from "../../src/events/email.js";
import { sms } from "../../src/events/sms.js";
import { EMAIL_KINDS } from "../support/emailKinds.js";
var test = suite("webhook kinds");
var kind = (type, data = {}) => kindOf({ type, data });
var SMS_KINDS = {
  SmsSent: "sms.sent",
  SmsDelivered: "sms.delivered",
  SmsFailed: "sms.failed",
  SmsReceived: "sms.received"
};
test("every event of the table is reported, and no other", () => {
  assert.equal([...REPORTED_TYPES].sort(), [...Object.keys(EMAIL_KINDS), ...Object.keys(SMS_KINDS)].sort());
  const known = [...Object.keys(email.definitions), ...Object.keys(sms.definitions)];
  for (const type of REPORTED_TYPES) assert.ok(known.includes(type), type);
});
test("what a program did with a mail is not reported, what a person does again is", () => {
  assert.is(kind("Opened", { automated: true }), null);
  assert.is(kind("Clicked", { automated: true }), null);
  assert.is(kind("Opened", { repeated: true }), "opened");
  assert.is(kind("Clicked", { repeated: true }), "clicked");
});
test("live kinds have no prefix, sandbox kinds have their channel, sms kinds always do", () => {
  for (const [type, name] of Object.entries(EMAIL_KINDS)) {
    assert.is(kind(type, { sandbox: false }), name);
    assert.is(kind(type, { sandbox: true }), `email.${name}`);
  }
  for (const [type, name] of Object.entries(SMS_KINDS)) assert.is(kind(type, { nextAttemptAt: null }), name);
});
test("an sms that will be tried again has not failed yet", () => {
  assert.is(kind("SmsFailed", { nextAttemptAt: "2026-01-01T00:00:00.000Z" }), null);
});
test("a delay that follows another closely is not reported; older events all were", () => {
  assert.is(kind("DeliveryDelayed", { sandbox: false, reported: false }), null);
  assert.is(kind("DeliveryDelayed", { sandbox: false, reported: true }), "delivery_delayed");
});
test("a subscription matches in either spelling, live and sandbox", () => {
  for (const name of Object.values(EMAIL_KINDS)) {
    for (const asked of [name, `email.${name}`, "*"]) {
      assert.ok(subscribes([asked], name), `${asked} for ${name}`);
      assert.ok(subscribes(["nothing", asked], `email.${name}`), `${asked} for email.${name}`);
    }
  }
});
test("sms kinds match by their own spelling and never an email kind", () => {
  for (const name of Object.values(SMS_KINDS)) {
    assert.ok(subscribes([name], name));
    assert.ok(subscribes(["*"], name));
    assert.not.ok(subscribes([`email.${name}`], name));
    assert.not.ok(subscribes([name.slice("sms.".length), `email.${name.slice("sms.".length)}`], name));
  }
  assert.not.ok(subscribes(["sms.delivered"], "delivered"));
  assert.not.ok(subscribes(["sms.delivered"], "email.delivered"));
});
test("what is not asked for does not match", () => {
  assert.not.ok(subscribes([], "delivered"));
  assert.not.ok(
    subscribes(["Delivered", "delivered ", "email.*", "deliver", "email.email.delivered"], "delivered")
  );
});
test.run();
//# sourceMappingURL=kinds.test.js.map
