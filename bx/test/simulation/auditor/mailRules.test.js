// test/simulation/auditor/mailRules.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { attemptsCounted } from "./attemptsCounted.js";
import { claimsKept } from "./claimsKept.js";
import { delaysReported } from "./delaysReported.js";
import { endsInTime } from "./endsInTime.js";
import { handedOverOnce } from "./handedOverOnce.js";
import { dateAt, saidOf } from "./madeUp.js";
import { notTooEarly } from "./notTooEarly.js";
import { provedReports } from "./provedReports.js";
import { suppressedStaySilent } from "./suppressedStaySilent.js";
var test = suite("the rules of the auditor about mail");
var MINUTE_MS = 6e4;
var STREAM = "email-e";
var OF = { deliveryId: "d", recipient: "reader@mail1.test", sandbox: false };
var accepted = (sandbox = false) => ({
  ...{ atMs: 1e3, stream: STREAM, type: "EmailAccepted" },
  data: {
    recipients: [
      { deliveryId: "d", address: sandbox ? "delivered@example.com" : OF.recipient, kind: "to", sandbox }
    ],
    ...{ scheduledFor: null, template: null, credits: 1 }
  }
});
var event = (atMs, type, data = {}) => ({
  ...{ atMs, stream: STREAM, type, data: { ...OF, ...data } }
});
var claimed = (atMs) => event(atMs, "SubmissionAttempted", { attempt: 1 });
var suppressed = (atMs, type = "SuppressionAdded") => ({
  ...{ atMs, stream: "suppression-s", type, data: { address: "Reader@mail1.test", reason: "asked" } }
});
var taken = (atMs, over = {}) => ({
  ...{ process: "process 1", deliveryId: "d", recipient: OF.recipient, has: true, heard: true },
  outcome: { outcome: "submitted", response: "250" },
  ...{ begunAtMs: atMs - 10, atMs },
  ...over
});
var refused = (atMs) => taken(atMs, {
  has: false,
  outcome: {
    ...{ outcome: "bounced", fault: "recipient", bounceType: "Permanent", bounceSubType: "NoEmail" },
    diagnostic: "550"
  }
});
test("a recipient with an end that a server saw is well; without the server it is not", async () => {
  const events = [accepted(), claimed(1100), event(1300, "Submitted", { response: "250" })];
  assert.equal(await saidOf(endsInTime, { events, lines: { mail: [taken(1200)] } }), []);
  assert.match((await saidOf(endsInTime, { events })).join(), /no server has it/);
  const bounced = [accepted(), claimed(1100), event(1300, "Bounced", { bounceType: "Permanent" })];
  assert.equal(await saidOf(endsInTime, { events: bounced, lines: { mail: [refused(1200)] } }), []);
  assert.match((await saidOf(endsInTime, { events: bounced })).join(), /no server refused it/);
});
test("a bounce by DNS needs an answer that says so, and no answer is none", async () => {
  const events = [accepted(), claimed(1100), event(1300, "Bounced", { bounceType: "Permanent" })];
  const said = async (mx, address) => {
    const of = { process: "process 1", name: "mail1.test" };
    const lookups = [
      { ...of, type: "MX", answer: mx, atMs: 1150 },
      { ...of, type: "A", answer: address, atMs: 1200 }
    ];
    return (await saidOf(endsInTime, { events, lines: { lookups } })).join();
  };
  assert.is(await said("no such name", "no such name"), "");
  assert.is(await said("none", "none"), "");
  assert.is(await said("null MX", "records"), "");
  assert.match(await said("no answer", "no such name"), /no server refused it/);
  assert.match(await said("no such name", "no answer"), /no server refused it/);
  assert.match(await said("records", "no such name"), /no server refused it/);
});
test("an outcome is recorded by the process that claimed last", async () => {
  const said = (by, type = "Submitted", data = {}) => saidOf(claimsKept, { events: [accepted(), claimed(1100), { ...event(1300, type, data), by }] });
  assert.equal(await said("process 1"), []);
  assert.match((await said("process 2")).join(), /recorded by process 2, and process 1 had claimed it/);
  assert.match(
    (await said("process 2", "DeliveryDelayed")).join(),
    /DeliveryDelayed .* recorded by process 2/
  );
  assert.equal(
    await said("process 2", "DeliveryDelayed", { cause: "unanswered" }),
    [],
    "the claim was abandoned"
  );
  assert.equal(await said("process 2", "Bounced", { source: "dsn" }), [], "a report came");
});
test("a recipient without an end has a time that has not passed", async () => {
  assert.match((await saidOf(endsInTime, { events: [accepted()] })).join(), /was due 3599 s ago/);
  const delayed = (nextAttemptAt) => [
    accepted(),
    claimed(1100),
    event(1300, "DeliveryDelayed", { attempt: 1, nextAttemptAt })
  ];
  assert.equal(await saidOf(endsInTime, { events: delayed("2026-03-01T07:30:00.000Z") }), []);
  const late = await saidOf(endsInTime, { events: delayed("2026-03-01T06:30:00.000Z") });
  assert.match(late.join(), /was due 1800 s ago/);
});
test("while another recipient of the message is tried, a recipient waits for its turn", async () => {
  const another = { deliveryId: "another", address: "slow@mail7.test", kind: "to", sandbox: false };
  const data = { recipients: [another, { ...another, deliveryId: "d", address: OF.recipient }] };
  const both = { ...accepted(), data: { ...data, scheduledFor: null, template: null, credits: 2 } };
  const tried = (atMs) => saidOf(endsInTime, {
    events: [both, event(atMs, "SubmissionAttempted", { deliveryId: "another", attempt: 1 })]
  });
  assert.equal(await tried(60 * MINUTE_MS - 3e4), []);
  assert.match((await tried(10 * MINUTE_MS)).join(), /was due/);
});
test("a recipient ends once, and no server sees mail of the sandbox", async () => {
  const submitted = (atMs) => event(atMs, "Submitted", { response: "250" });
  const twice = { events: [accepted(), submitted(1300), submitted(1400)], lines: { mail: [taken(1200)] } };
  assert.match((await saidOf(endsInTime, twice)).join(), /ended 2 times/);
  const simulated = [accepted(true), event(1300, "Submitted", { sandbox: true })];
  assert.equal(await saidOf(endsInTime, { events: simulated }), []);
  const seen = await saidOf(endsInTime, { events: simulated, lines: { mail: [taken(1200)] } });
  assert.match(seen.join(), /of the sandbox/);
});
test("a rejection needs a suppression", async () => {
  const rejected = event(1300, "Rejected", { reason: "suppressed" });
  assert.equal(await saidOf(endsInTime, { events: [accepted(), suppressed(1100), rejected] }), []);
  assert.match((await saidOf(endsInTime, { events: [accepted(), rejected] })).join(), /and was not/);
});
test("a mail may be handed over once more than answers were lost", async () => {
  const mail = [taken(1200), taken(20 * MINUTE_MS)];
  assert.match((await saidOf(handedOverOnce, { lines: { mail } })).join(), /2 times for 0 lost answers/);
  const unheard = [taken(1200, { heard: false }), taken(20 * MINUTE_MS)];
  assert.equal(await saidOf(handedOverOnce, { lines: { mail: unheard } }), []);
  const killed = { process: "process 1", life: 1, what: "killed", atMs: 1210 };
  assert.equal(await saidOf(handedOverOnce, { lines: { mail, processes: [killed] } }), []);
});
test("a crash loop hands a mail over three times within ten minutes, and no more", async () => {
  const lost = (count) => Array.from({ length: count }, (_, at) => taken((at + 1) * MINUTE_MS, { heard: false }));
  assert.equal(await saidOf(handedOverOnce, { lines: { mail: lost(3) } }), []);
  assert.match((await saidOf(handedOverOnce, { lines: { mail: lost(4) } })).join(), /4 times within ten/);
  const brokenOff = { outcome: "deferred", fault: "message", diagnostic: "lost" };
  const deferred = [3, 4].map((minute) => taken(minute * MINUTE_MS + 1, { outcome: brokenOff }));
  assert.equal(await saidOf(handedOverOnce, { lines: { mail: [...lost(2), ...deferred] } }), []);
});
test("no one is mailed by an attempt that was claimed after their suppression", async () => {
  const mail = [taken(2100, { begunAtMs: 2050 })];
  const before = [accepted(), claimed(2e3), suppressed(2010)];
  assert.equal(await saidOf(suppressedStaySilent, { events: before, lines: { mail } }), []);
  const after = [accepted(), suppressed(1500), claimed(2e3)];
  assert.match(
    (await saidOf(suppressedStaySilent, { events: after, lines: { mail } })).join(),
    /was suppressed/
  );
  const lifted = [accepted(), suppressed(1500), suppressed(1600, "SuppressionRemoved"), claimed(2e3)];
  assert.equal(await saidOf(suppressedStaySilent, { events: lifted, lines: { mail } }), []);
});
test("a single unsigned report suppresses no one, however often it comes", async () => {
  const events = [accepted(), event(3e3, "Complained", { source: "arf" })];
  const report = (proof, what = "complaint") => ({
    ...{
      what,
      proof,
      messageId: "e@mail.test",
      recipient: OF.recipient,
      to: "",
      process: null,
      answer: "taken"
    },
    atMs: 2900
  });
  const said = (reports) => saidOf(provedReports, { events, lines: { reports } });
  assert.equal(await said([report("signed")]), []);
  assert.match((await said([report("unsigned"), report("unsigned")])).join(), /none signed/);
  assert.match((await said([])).join(), /0 reports/);
  assert.match((await said([report("signed", "delay")])).join(), /0 reports/);
});
test("an address is of the sandbox by its domain alone", async () => {
  const address = "delivered@example.com.mail1.test";
  const recipients = [{ deliveryId: "d", address, kind: "to", sandbox: true }];
  const data = { recipients, scheduledFor: null, template: null, credits: 1 };
  const events = [{ ...accepted(), data }, event(1300, "Submitted", { sandbox: true })];
  assert.match(
    (await saidOf(endsInTime, { events })).join(),
    /sandbox in the log, and by its domain otherwise/
  );
});
test("scheduled mail leaves at its time, and not before", async () => {
  const { data, ...rest } = accepted();
  const events = [{ ...rest, data: { ...data, scheduledFor: dateAt(MINUTE_MS) } }];
  const said = (begunAtMs) => saidOf(notTooEarly, { events, lines: { mail: [taken(begunAtMs + 500, { begunAtMs })] } });
  assert.equal(await said(MINUTE_MS), []);
  assert.match((await said(MINUTE_MS - 2e4)).join(), /left 20 s before its time/);
  const atOnce = { events: [accepted()], lines: { mail: [taken(1200)] } };
  assert.equal(await saidOf(notTooEarly, atOnce), []);
});
test("a deferral is reported unless one was within the hour before", async () => {
  const delayed = (atMs, reported, cause) => event(atMs, "DeliveryDelayed", { attempt: 1, nextAttemptAt: null, reported, ...cause && { cause } });
  const said = (...delays) => saidOf(delaysReported, { events: [accepted(), ...delays] });
  assert.equal(await said(delayed(2e3, true), delayed(9e3, false)), []);
  assert.equal(await said(delayed(2e3, false, "unanswered"), delayed(9e3, true)), []);
  assert.match((await said(delayed(2e3, false))).join(), /was not reported/);
  const hidden = await said(delayed(2e3, false, "unanswered"), delayed(9e3, false));
  assert.match(hidden.join(), /was not reported/);
  const newcomer = (atMs) => said(claimed(1100), delayed(atMs, false, "greylisted"));
  assert.equal(await newcomer(2e3), [], "it is greylisted, which is said after an hour");
  assert.match((await newcomer(130 * MINUTE_MS)).join(), /was not reported/);
  const hourLater = await said(delayed(2e3, true), delayed(61 * MINUTE_MS, false));
  assert.match(hourLater.join(), /was not reported/);
  const rests = (atMs) => saidOf(delaysReported, {
    events: [accepted(), claimed(1100), delayed(atMs, false)],
    plan: { route: "mx" }
  });
  assert.equal(await rests(2e3), [], "its destination rests, which is said after an hour");
  assert.match((await rests(130 * MINUTE_MS)).join(), /was not reported/);
});
test("a claim under which nothing was sent is not counted", async () => {
  const said = (...events) => saidOf(attemptsCounted, { events: [accepted(), ...events] });
  const claim = (atMs, attempt) => event(atMs, "SubmissionAttempted", { attempt });
  assert.equal(await said(claim(1100, 1), claim(9e3, 1)), []);
  assert.match((await said(claim(1100, 1), claim(9e3, 2))).join(), /attempt 2 directly after 1/);
  const deferred = event(2e3, "DeliveryDelayed", { attempt: 1, nextAttemptAt: null });
  assert.equal(await said(claim(1100, 1), deferred, claim(9e3, 2)), []);
});
test.run();
//# sourceMappingURL=mailRules.test.js.map
