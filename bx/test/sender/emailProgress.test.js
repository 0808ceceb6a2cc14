// test/sender/emailProgress.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { instant } from "../../src/ports/clock.js";
import {
  advance,
  noProgress,
  turnOf,
  withoutReleased
} from "../../src/sender/emailProgress.js";
import { plainEmail, recipient } from "./senderBench.js";
var test = suite("email progress");
var START_MS = Date.parse("2026-01-01T00:00:00.000Z");
var one = recipient(1, "you@b.example");
var of = { deliveryId: one.deliveryId, recipient: one.address, sandbox: false };
var accepted = { type: "EmailAccepted", data: { ...plainEmail, recipients: [one] } };
var attempted = { type: "SubmissionAttempted", data: { ...of, attempt: 1 } };
var submitted = { type: "Submitted", data: { ...of, response: null } };
var delayed = {
  type: "DeliveryDelayed",
  data: { ...of, attempt: 1, diagnosticCode: null, nextAttemptAt: instant(START_MS + 6e4) }
};
var bounced = {
  type: "Bounced",
  data: { ...of, bounceType: "Permanent", bounceSubType: "General", diagnosticCode: null }
};
var opened = { type: "Opened", data: of };
function given(...events) {
  const recorded = events.map((event, revision) => ({
    ...event,
    id: `event-${revision}`,
    stream: "email-1",
    revision,
    position: String(revision + 1),
    metadata: {
      v: 1,
      workspace: "w",
      actor: "sender",
      correlation: "c",
      causation: null,
      at: instant(START_MS + revision * 1e3)
    }
  }));
  const progress = recorded.reduce(advance, noProgress());
  const delivery = progress.deliveries.get(one.deliveryId);
  if (delivery === void 0) throw new Error("the delivery is unknown");
  return {
    progress,
    delivery,
    then: (state, attempts) => {
      assert.equal(delivery.state, state);
      assert.is(delivery.attempts, attempts);
    },
    mayAt: (afterMs, expected, soleSinceMs = null, released = []) => assert.equal(
      turnOf(
        delivery,
        START_MS + afterMs,
        { claimTimeoutMs: 1e4, soleSinceMs },
        (id) => released.includes(id)
      ),
      expected
    )
  };
}
test("accepted: waiting, to be taken", () => {
  given(accepted).then({ at: "waiting" }, 0);
  given(accepted).mayAt(0, { may: "take" });
});
test("claimed: left alone until the claim is old", () => {
  const claimed = given(accepted, attempted);
  claimed.then({ at: "claimed", claimId: "event-1", sinceMs: START_MS + 1e3 }, 1);
  claimed.mayAt(2e3, { may: "wait", ms: 9e3 });
  claimed.mayAt(11e3, { may: "put off" });
});
test("claimed before the sole sender began, by a clock that was ahead, or by itself in vain: to be taken at once", () => {
  const claimed = given(accepted, attempted);
  claimed.mayAt(2e3, { may: "put off" }, START_MS + 1500);
  claimed.mayAt(2e3, { may: "wait", ms: 9e3 }, START_MS + 500);
  claimed.mayAt(900, { may: "put off" }, START_MS + 500);
  claimed.mayAt(2e3, { may: "take" }, null, ["event-1"]);
});
test("a claim that came to nothing is no attempt, and every other claim is one", () => {
  const { delivery } = given(accepted, attempted);
  assert.is(withoutReleased(delivery, (id) => id === "event-1").attempts, 0);
  assert.is(withoutReleased(delivery, (id) => id === "event-2").attempts, 1);
  const late = given(accepted, attempted, delayed).delivery;
  assert.is(withoutReleased(late, () => true).attempts, 1, "an attempt with an outcome stays one");
});
test("a delay that is not reported leaves the time of the last report as it was", () => {
  const unreported = { ...delayed, data: { ...delayed.data, reported: false } };
  assert.is(given(accepted, attempted, unreported, attempted, unreported).delivery.reportedAtMs, null);
  const { delivery } = given(accepted, attempted, delayed, attempted, unreported);
  assert.is(delivery.reportedAtMs, START_MS + 2e3);
  assert.is(delivery.delays, 2);
});
test("delayed: until its time", () => {
  const late = given(accepted, attempted, delayed);
  late.then({ at: "delayed", untilMs: START_MS + 6e4 }, 1);
  late.mayAt(5e4, { may: "wait", ms: 1e4 });
  late.mayAt(6e4, { may: "take" });
});
test("an end stays the end, with any event after it", () => {
  for (const history of [
    [submitted],
    [bounced],
    [submitted, delayed],
    [submitted, bounced],
    [submitted, attempted]
  ]) {
    const ended = given(accepted, attempted, ...history);
    ended.then({ at: "ended" }, 1);
    ended.mayAt(9999999, { may: "rest" });
  }
});
test("the position is that of the last event, which the work index passes too", () => {
  assert.is(given(accepted, attempted, submitted).progress.position, "3");
  const { progress } = given(accepted, attempted, submitted, opened);
  assert.is(progress.position, "4");
  assert.is(progress.revision, 3);
});
test.run();
//# sourceMappingURL=emailProgress.test.js.map
