// test/commands/email/recordDeliveryReport.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  deliveryReportDecider,
  recordDeliveryReport
} from "../../../src/commands/email/recordDeliveryReport.js";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { NO_EVIDENCE } from "../../../src/events/addressEvidence.js";
import { email } from "../../../src/events/email.js";
import { uuid5 } from "../../../src/events/uuid5.js";
import { instant } from "../../../src/ports/clock.js";
import { plainEmail, recipient } from "../../sender/senderBench.js";
import { evidenceIn } from "../../support/evidenceIn.js";
import { given } from "../../support/given.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("what is learned after submission");
var EMAIL_ID = "33333333-3333-4333-8333-333333333333";
var NOW_MS = Date.parse("2026-01-02T00:00:00.000Z");
var one = recipient(1, "Bob@b.example");
var two = recipient(2, "eve@b.example");
var simulated = recipient(3, "bounce@example.com");
var of = { deliveryId: one.deliveryId, recipient: one.address, sandbox: false };
var at = (ms) => ({
  v: 1,
  workspace: "w",
  actor: "sender",
  correlation: "c",
  causation: null,
  at: instant(ms)
});
var accepted = {
  type: "EmailAccepted",
  data: { ...plainEmail, recipients: [one, two, simulated] },
  id: "accepted",
  metadata: at(0)
};
var attempted = { type: "SubmissionAttempted", data: { ...of, attempt: 1 } };
var submitted = { type: "Submitted", data: { ...of, response: "250 ok" } };
var deferred = {
  type: "DeliveryDelayed",
  data: { ...of, attempt: 1, diagnosticCode: "451", nextAttemptAt: null },
  metadata: at(NOW_MS - 6e4)
};
var by = (source, atMs = NOW_MS) => ({
  source,
  proof: "signed",
  reportedAt: instant(atMs)
});
var idOf = (type, report2 = "r1") => uuid5("delivery report", one.deliveryId, type, report2);
var hard = {
  is: "bounced",
  bounceType: "Permanent",
  bounceSubType: "NoEmail",
  diagnosticCode: "550 5.1.1 no such user"
};
var soft = {
  ...hard,
  bounceType: "Transient",
  bounceSubType: "MailboxFull",
  diagnosticCode: "552"
};
var late = { is: "delayed", diagnosticCode: "451 4.4.1 connection timed out" };
var arrived = { is: "delivered", response: "250 2.0.0 ok" };
var report = (learned, more = {}) => ({
  emailId: EMAIL_ID,
  recipient: { place: 0 },
  findings: [{ learned, about: [] }],
  source: "dsn",
  proof: "signed",
  reportId: "r1",
  reportedAtMs: null,
  atMs: NOW_MS,
  evidence: NO_EVIDENCE,
  isSuppressed: true,
  ...more
});
var bounceOf = (learned, reportId = "r1") => {
  if (learned.is !== "bounced") throw new Error("no bounce");
  const { is: _, ...told } = learned;
  return { id: idOf("Bounced", reportId), type: "Bounced", data: { ...of, ...told, ...by("dsn") } };
};
var delivered = {
  id: idOf("Delivered"),
  type: "Delivered",
  data: { ...of, response: "250 2.0.0 ok", ...by("dsn") }
};
var delayed = {
  id: idOf("DeliveryDelayed"),
  type: "DeliveryDelayed",
  data: {
    ...of,
    attempt: 1,
    diagnosticCode: "451 4.4.1 connection timed out",
    nextAttemptAt: null,
    ...by("dsn")
  },
  metadata: at(NOW_MS)
};
var complained = {
  id: idOf("Complained"),
  type: "Complained",
  data: { ...of, ...by("arf") }
};
var handedOver = () => given(deliveryReportDecider, accepted, attempted, submitted);
test("a bounce after the hand-over is told, with an id that follows from the report", () => {
  handedOver().when(report(hard)).then(bounceOf(hard));
  handedOver().when(report(soft)).then(bounceOf(soft));
  given(deliveryReportDecider, accepted, attempted, submitted, delivered).when(report(hard)).then(bounceOf(hard));
});
test("the recipient is found by its place, by its address in any letter case, or as the only one", () => {
  handedOver().when(report(hard, { recipient: { address: "bob@B.EXAMPLE" } })).then(bounceOf(hard));
  handedOver().when(report(hard, { recipient: "only" })).then();
  const alone = { ...accepted, data: { ...plainEmail, recipients: [one] } };
  given(deliveryReportDecider, alone, attempted, submitted).when(report(hard, { recipient: "only" })).then(bounceOf(hard));
});
test("a second bounce is nothing, but a Permanent one after a Transient one suppresses", () => {
  for (const first of [soft, hard]) {
    const bounced = given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(first));
    bounced.when(report(soft, { reportId: "r2" })).then();
    bounced.when(report(first)).then();
  }
  given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(soft)).when(report(hard, { reportId: "r2" })).then({ ...bounceOf(hard, "r2"), data: { ...bounceOf(hard).data, repeated: true } });
  given(deliveryReportDecider, accepted, attempted, bounceOf(hard)).when(report(hard, { reportId: "r2" })).then();
});
test("delivered once, also after a bounce", () => {
  handedOver().when(report(arrived)).then(delivered);
  given(deliveryReportDecider, accepted, attempted, submitted, delivered).when(report(arrived, { reportId: "r2" })).then();
  given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(hard)).when(report(arrived)).then(delivered);
});
test("a delay is told", () => {
  handedOver().when(report(late)).then(withoutMetadata(delayed));
});
test("the same delay again is nothing, whenever it comes; another one within the hour neither", () => {
  const told = given(deliveryReportDecider, accepted, attempted, submitted, delayed);
  told.when(report(late, { atMs: NOW_MS + 72e5 })).then();
  told.when(report(late, { reportId: "r2", atMs: NOW_MS + 3599999 })).then();
  told.when(report(late, { reportId: "r2", atMs: NOW_MS + 36e5 })).then({
    ...withoutMetadata(delayed),
    id: idOf("DeliveryDelayed", "r2"),
    data: { ...delayed.data, reportedAt: instant(NOW_MS + 36e5) }
  });
  for (const end of [delivered, bounceOf(hard)])
    given(deliveryReportDecider, accepted, attempted, submitted, end).when(report(late)).then();
});
test("a complaint and an unsubscription are told once, also behind a bounce", () => {
  const arf = { source: "arf" };
  handedOver().when(report({ is: "complained" }, arf)).then(complained);
  given(deliveryReportDecider, accepted, attempted, submitted, complained).when(report({ is: "complained" }, { ...arf, reportId: "r2" })).then();
  given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(soft)).when(report({ is: "complained" }, arf)).then(complained);
  const unsubscribed = {
    id: idOf("Unsubscribed"),
    type: "Unsubscribed",
    data: { ...of, way: "mail", ...by("mailto") }
  };
  handedOver().when(report({ is: "unsubscribed" }, { source: "mailto" })).then(unsubscribed);
  handedOver().when(report({ is: "unsubscribed" }, arf)).then({ ...unsubscribed, data: { ...of, way: "report", ...by("arf") } });
  given(deliveryReportDecider, accepted, attempted, submitted, unsubscribed).when(report({ is: "unsubscribed" }, { source: "mailto", reportId: "r2" })).then();
});
test("a second unsubscription counts once something else has undone the first", () => {
  const unsubscribed = (atMs) => ({
    ...{ id: idOf("Unsubscribed"), type: "Unsubscribed" },
    ...{ data: { ...of, way: "mail", ...by("mailto", atMs) }, metadata: at(atMs) }
  });
  const again = (reportId, more = {}) => report({ is: "unsubscribed" }, { source: "mailto", reportId, isSuppressed: false, ...more });
  const before = (ms) => given(deliveryReportDecider, accepted, attempted, submitted, unsubscribed(NOW_MS - ms));
  const second = { ...unsubscribed(NOW_MS), id: idOf("Unsubscribed", "r2") };
  const { metadata: _, ...written } = second;
  before(6e4).when(again("r2")).then(written);
  before(6e4).when(again("r2", { isSuppressed: true })).then();
  before(6e4).when(again("r1")).then();
  before(1e3).when(again("r2")).then();
});
test("what was never handed over, is simulated, or is not there, has no reports", () => {
  for (const learned of [hard, soft, late, arrived, { is: "complained" }]) {
    given(deliveryReportDecider).when(report(learned)).then();
    given(deliveryReportDecider, accepted).when(report(learned)).then();
    given(deliveryReportDecider, accepted, { type: "Rejected", data: { ...of, reason: "suppressed" } }).when(report(learned)).then();
    handedOver().when(report(learned, { recipient: { place: 2 } })).then();
    handedOver().when(report(learned, { recipient: { place: 3 } })).then();
    handedOver().when(report(learned, { recipient: { address: "mallory@b.example" } })).then();
    handedOver().when(report(learned, { recipient: { place: 1 } })).then();
  }
});
test("while the sender speaks to the server, nothing is decided", () => {
  given(deliveryReportDecider, accepted, attempted).when(report(hard)).then();
});
test("a deferral whose message was taken after all ends by what is learned", () => {
  const retried = given(deliveryReportDecider, accepted, attempted, deferred);
  retried.when(report(hard)).then(bounceOf(hard));
  retried.when(report(arrived)).then({ id: idOf("Submitted"), type: "Submitted", data: { ...of, response: null } }, delivered);
  retried.when(report(late)).then();
});
test("a deferral goes on whatever a report without proof says; it is kept", () => {
  const retried = given(deliveryReportDecider, accepted, attempted, deferred);
  const kept = { ...by("dsn"), proof: "unsigned", diagnosticCode: "550 5.1.1 no such user" };
  retried.when(report(hard, { proof: "unsigned" })).then({
    id: idOf("Bounced"),
    type: "ReportKept",
    data: { ...of, says: "Bounced", hard: true, ...kept }
  });
  retried.when(report(soft, { proof: "unsigned" })).then();
});
test("over a log: recorded, then known; later while claimed; refused where there is no such email", async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const stream = email.stream(EMAIL_ID);
  const origin = { workspace: "w1", actor: "key:1", correlation: "c1", causation: null };
  const append = (expected, ...events) => ledger.store.append(stream, expected, newEvents(ledger, origin, events.map(withoutMetadata)));
  const { atMs: _, evidence: __, isSuppressed: ___, ...told } = report(hard);
  const suppressionOf = async () => null;
  const dependencies = { ledger, known: evidenceIn(ledger.store), suppressionOf };
  assert.is(await recordDeliveryReport(dependencies, told), "refused");
  await append("no-stream", accepted);
  assert.is(await recordDeliveryReport(dependencies, told), "refused");
  await append(0, attempted);
  assert.is(await recordDeliveryReport(dependencies, told), "later");
  await append(1, submitted);
  await Promise.all([recordDeliveryReport(dependencies, told), recordDeliveryReport(dependencies, told)]);
  assert.is(await recordDeliveryReport(dependencies, told), "known");
  const [, , , bounced, more] = await email.read(ledger.store, EMAIL_ID);
  assert.is(bounced?.id, idOf("Bounced"));
  assert.is(more, void 0);
  assert.is(bounced?.metadata.workspace, "w1");
  assert.is(bounced?.metadata.actor, "intake");
});
function withoutMetadata(event) {
  const { metadata: _, ...rest } = event;
  return rest;
}
test.run();
//# sourceMappingURL=recordDeliveryReport.test.js.map
