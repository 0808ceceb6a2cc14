// test/intake/hooks/tables.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { kumomtaReports } from "../../../src/intake/hooks/kumomta.js";
import { postalReports } from "../../../src/intake/hooks/postal.js";
import { sesReports } from "../../../src/intake/hooks/ses.js";
import { sesBounce } from "./snsMessages.js";
var test = suite("tables of the hooks");
var VERP = "token@bounces.a.example";
var ID = "44444444-4444-4444-8444-444444444444@a.example";
test("SES: a bounce with its type, its own sub-types and ours", () => {
  const [report, more] = sesReports(sesBounce(VERP), "sns-1");
  assert.is(more, void 0);
  assert.equal(report, {
    learned: {
      is: "bounced",
      bounceType: "Permanent",
      bounceSubType: "NoEmail",
      diagnosticCode: "smtp; 550 5.1.1 user unknown"
    },
    senders: [VERP],
    messageIds: [],
    addresses: ["bob@b.example"],
    reportId: "sns-1",
    reportedAtMs: Date.parse("2026-01-01T00:00:00.000Z")
  });
  const verdictOf = (options) => {
    const [{ learned } = { learned: null }] = sesReports(sesBounce(VERP, options), "x");
    return learned?.is === "bounced" && `${learned.bounceType} ${learned.bounceSubType}`;
  };
  assert.is(verdictOf({ type: "Permanent", subType: "OnAccountSuppressionList" }), "Permanent Suppressed");
  assert.is(verdictOf({ type: "Transient", subType: "MailboxFull" }), "Transient MailboxFull");
  assert.is(verdictOf({ type: "Transient", subType: "General" }), "Transient General");
  assert.is(verdictOf({ type: "Undetermined", subType: "Undetermined" }), "Permanent NoEmail");
});
test("SES: a policy is never Permanent, with any type of SES", () => {
  const event = sesBounce(VERP);
  Object.assign(event.bounce.bouncedRecipients[0] ?? {}, {
    status: "5.7.1",
    diagnosticCode: "smtp; 550 5.7.1 spam"
  });
  const [{ learned } = { learned: null }] = sesReports(event, "x");
  assert.is(learned?.is === "bounced" && learned.bounceType, "Transient");
});
test("SES: complaints, deliveries, delays, rejects by their older and newer names; others report nothing", () => {
  const mail = {
    source: "me@a.example",
    destination: ["bob@b.example"],
    headers: [{ name: "Message-ID", value: `<${ID}>` }],
    commonHeaders: { messageId: `<${ID}>` }
  };
  const learned = (event) => sesReports({ mail, ...event }, "x").map((one) => one.learned);
  const complaint = (complaintFeedbackType) => ({
    notificationType: "Complaint",
    complaint: { complainedRecipients: [{ emailAddress: "bob@b.example" }], complaintFeedbackType }
  });
  assert.equal(learned(complaint()), [{ is: "complained" }]);
  assert.equal(learned(complaint("abuse")), [{ is: "complained" }]);
  assert.equal(learned(complaint("not-spam")), []);
  const { complaint: notSent } = complaint();
  const subType = { complaint: { ...notSent, complaintSubType: "OnAccountSuppressionList" } };
  assert.equal(
    learned({ ...complaint(), ...subType }),
    [{ is: "bounced", bounceType: "Permanent", bounceSubType: "Suppressed", diagnosticCode: null }],
    "it was not sent, so that no one can have complained"
  );
  assert.equal(
    learned({ eventType: "Delivery", delivery: { recipients: ["bob@b.example"], smtpResponse: "250 ok" } }),
    [{ is: "delivered", response: "250 ok" }]
  );
  const delayed = { emailAddress: "bob@b.example", status: "4.4.1", diagnosticCode: "451 later" };
  assert.equal(learned({ eventType: "DeliveryDelay", deliveryDelay: { delayedRecipients: [delayed] } }), [
    { is: "delayed", diagnosticCode: "451 later" }
  ]);
  assert.is(learned({ eventType: "Reject", reject: { reason: "Bad content" } }).length, 1);
  for (const other of ["Send", "Open", "Click", "Rendering Failure", "", "constructor"])
    assert.equal(learned({ eventType: other }), []);
  const [report] = sesReports({ mail, ...complaint() }, "x");
  assert.equal([...new Set(report?.messageIds)], [ID]);
});
test("KumoMTA: log records, alone and in lists", () => {
  const record = (type, more = {}) => ({
    type,
    id: "a1",
    timestamp: 1767225600,
    sender: VERP,
    recipient: "bob@b.example",
    response: {
      code: 550,
      enhanced_code: { class: 5, subject: 1, detail: 1 },
      content: "user unknown",
      command: "RCPT TO"
    },
    headers: { "Message-ID": `<${ID}>` },
    ...more
  });
  assert.equal(kumomtaReports(record("Bounce")), [
    {
      learned: {
        is: "bounced",
        bounceType: "Permanent",
        bounceSubType: "NoEmail",
        diagnosticCode: "550 5.1.1 user unknown"
      },
      senders: [VERP, "bob@b.example", ""],
      messageIds: [ID],
      addresses: ["bob@b.example"],
      reportedAtMs: 17672256e5,
      reportId: "a1 Bounce 1767225600",
      isByMail: false
    }
  ]);
  const kinds = (records) => kumomtaReports(records).map(
    ({ learned }) => learned.is === "bounced" ? `bounced ${learned.bounceType}` : learned.is
  );
  assert.equal(
    kinds([
      record("Reception"),
      record("Delivery"),
      record("TransientFailure"),
      record("Expiration"),
      record("OOB")
    ]),
    ["delivered", "delayed", "bounced Transient", "bounced Permanent"]
  );
  const feedback = {
    feedback_type: "abuse",
    original_mail_from: `<${VERP}>`,
    original_rcpt_to: ["<bob@b.example>"],
    original_message: `Message-ID: <${ID}>\r
\r
`
  };
  const [complaint] = kumomtaReports(
    record("Feedback", { feedback_report: feedback, sender: "", headers: {} })
  );
  assert.is(complaint?.learned.is, "complained");
  assert.ok(complaint?.senders.includes(VERP));
  assert.equal(complaint?.messageIds, [ID]);
  assert.equal(kinds(record("Feedback", { feedback_report: { feedback_type: "not-spam" } })), []);
});
test("Postal: message events and bounces that came back", () => {
  const message = { to: "bob@b.example", from: VERP, message_id: ID, token: "t" };
  const reported = (event, payload) => postalReports({ event, uuid: "u1", payload });
  assert.equal(
    reported("MessageDeliveryFailed", {
      timestamp: 1767225600,
      status: "HardFail",
      details: "x",
      output: "550 5.1.1 no such user",
      message
    }),
    [
      {
        learned: {
          is: "bounced",
          bounceType: "Permanent",
          bounceSubType: "NoEmail",
          diagnosticCode: "550 5.1.1 no such user"
        },
        senders: [VERP],
        messageIds: [ID],
        addresses: ["bob@b.example"],
        reportedAtMs: 17672256e5,
        reportId: "u1"
      }
    ]
  );
  assert.is(reported("MessageSent", { output: "250 ok", message })[0]?.learned.is, "delivered");
  assert.is(reported("MessageDelayed", { output: "451", message })[0]?.learned.is, "delayed");
  const [bounced] = reported("MessageBounced", {
    original_message: message,
    bounce: { subject: "Undelivered" }
  });
  assert.is(bounced?.learned.is === "bounced" && bounced.learned.bounceType, "Transient");
  for (const event of ["MessageHeld", "MessageLoaded", "DomainDNSError", ""])
    assert.equal(reported(event, { message }), []);
});
test("other contents report nothing and break nothing", () => {
  for (const body of [
    null,
    1,
    "x",
    [],
    [null],
    {},
    { type: "Bounce" },
    { event: "MessageSent", payload: 1 },
    { mail: [] }
  ]) {
    assert.ok(Array.isArray(sesReports(body, "x")));
    assert.ok(Array.isArray(kumomtaReports(body)));
    assert.ok(Array.isArray(postalReports(body)));
  }
  const many = { eventType: "Delivery", delivery: { recipients: Array(5e3).fill("bob@b.example") } };
  assert.is(sesReports(many, "x").length, 5e3);
});
test.run();
//# sourceMappingURL=tables.test.js.map
