// test/projections/emailOutbox.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { partitionOf } from "../../src/events/partitionOf.js";
import { emailOutbox, partsOfLane } from "../../src/projections/emailOutbox.js";
import { emailRetries } from "../../src/projections/emailRetries.js";
import { plainEmail, recipient } from "../sender/senderBench.js";
var test = suite("email outbox");
var AT = "2026-01-01T00:00:00.000Z";
var LATER = "2026-01-01T00:05:00.000Z";
var people = [recipient(1, "a@b.example"), recipient(2, "c@b.example")];
var accepted = { type: "EmailAccepted", data: { ...plainEmail, recipients: people } };
var of = (n) => ({
  deliveryId: recipient(n, "").deliveryId,
  recipient: "x@b.example",
  sandbox: false
});
var submitted = (n) => ({ type: "Submitted", data: { ...of(n), response: null } });
var attempted = (n) => ({
  type: "SubmissionAttempted",
  data: { ...of(n), attempt: 1 }
});
var delayed = (n, nextAttemptAt) => ({
  type: "DeliveryDelayed",
  data: { ...of(n), attempt: 1, diagnosticCode: null, nextAttemptAt }
});
var bounced = (n) => ({
  type: "Bounced",
  data: { ...of(n), bounceType: "Permanent", bounceSubType: "General", diagnosticCode: null }
});
var first = emailOutbox(8);
var retries = emailRetries(8);
function recorded(event, revision) {
  const metadata = { v: 1, workspace: "w", actor: "a", correlation: "c", causation: null, at: AT };
  const place = { id: String(revision), stream: "email-1", revision, position: String(revision) };
  return { ...event, ...place, metadata };
}
function foldedBy(projection, ...events) {
  return events.map(recorded).filter(({ type }) => projection.types.includes(type)).reduce(
    (document, event) => projection.keys(event).reduce((before, key) => projection.fold(before, event, key), document),
    null
  );
}
var folded = (...events) => foldedBy(first, ...events);
var retried = (...events) => foldedBy(retries, ...events);
test("accepted: due at once, or at its scheduled time, in a lane of the workspace", () => {
  const now = folded(accepted);
  assert.equal([now?.dueAtMs, now?.isAtOnce], [Date.parse(AT), true]);
  assert.is(now?.lane, "w/first");
  assert.is(now?.partition, partitionOf("1", 8));
  const later = "2027-03-04T05:06:07.000Z";
  const scheduled = {
    ...accepted,
    data: { ...accepted.data, scheduledFor: later }
  };
  const then = folded(scheduled);
  assert.equal([then?.dueAtMs, then?.isAtOnce], [Date.parse(later), false]);
});
test("simulated messages, those with a first attempt to do and retried ones have separate lanes", () => {
  const simulated = { ...plainEmail, recipients: [recipient(1, "a@example.com")] };
  assert.is(folded({ type: "EmailAccepted", data: simulated })?.lane, "w");
  assert.is(retried(accepted, delayed(1, LATER))?.lane, "w/again");
  assert.equal(partsOfLane("w"), { workspace: "w", kind: "simulated" });
  assert.equal(partsOfLane("w/first"), { workspace: "w", kind: "first" });
  assert.equal(partsOfLane("w/again"), { workspace: "w", kind: "again" });
});
test("gone once every recipient came to an end", () => {
  assert.equal(folded(accepted, submitted(1))?.waiting, [of(2).deliveryId]);
  assert.is(folded(accepted, submitted(1), submitted(2)), null);
  assert.is(folded(accepted, submitted(1), bounced(2)), null);
});
test("a recipient that ends twice does not end another", () => {
  assert.equal(folded(accepted, submitted(1), bounced(1))?.waiting, [of(2).deliveryId]);
  assert.is(folded(accepted, submitted(1), submitted(2), bounced(1)), null);
});
test("who is put off moves to the retries, due when the first is, and the others stay", () => {
  const soon = "2026-01-01T00:01:00.000Z";
  assert.equal(folded(accepted, delayed(1, LATER))?.waiting, [of(2).deliveryId]);
  assert.is(retried(accepted), null);
  assert.is(retried(accepted, delayed(1, LATER))?.dueAtMs, Date.parse(LATER));
  assert.is(folded(accepted, delayed(1, LATER), submitted(2)), null);
  const both = [accepted, delayed(1, LATER), delayed(2, soon)];
  assert.is(retried(...both)?.dueAtMs, Date.parse(soon));
  assert.is(retried(...both, submitted(2))?.dueAtMs, Date.parse(LATER));
  assert.is(retried(...both, submitted(2), bounced(1)), null);
  assert.is(
    retried(...both, attempted(1))?.dueAtMs,
    Date.parse(AT),
    "a claim that is left behind is due at once"
  );
  assert.is(retried(accepted, attempted(1)), null, "the claim of a first attempt concerns the outbox alone");
});
test("a report that the next server waits, after the hand-over, brings nothing back", () => {
  const waits = {
    ...delayed(1, AT),
    data: { ...of(1), attempt: 1, diagnosticCode: null, nextAttemptAt: null }
  };
  assert.is(retried(accepted, submitted(1), waits), null);
  assert.equal(folded(accepted, submitted(1), waits)?.waiting, [of(2).deliveryId]);
});
test("a simulated message that is put off needs no route", () => {
  const put = delayed(1, LATER);
  const simulated = { ...put, data: { ...put.data, sandbox: true } };
  assert.is(retried(simulated)?.lane, "w");
  assert.is(retried(simulated, delayed(2, LATER))?.lane, "w/again");
});
test("reactions of people do not concern it", () => {
  for (const type of ["Complained", "Opened", "Clicked", "Unsubscribed", "Resubscribed"])
    for (const projection of [first, retries])
      assert.not(projection.types.includes(type), type);
});
test.run();
//# sourceMappingURL=emailOutbox.test.js.map
