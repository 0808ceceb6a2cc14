// test/commands/webhook/redeliver.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { Refusal } from "../../../src/commands/kernel/refusal.js";
import { redeliver, redeliveryDecider } from "../../../src/commands/webhook/redeliver.js";
import { redeliverEvent } from "../../../src/commands/webhook/redeliverEvent.js";
import { webhookDelivery } from "../../../src/events/webhookDelivery.js";
import { given } from "../../support/given.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("redeliver");
var scheduled = {
  type: "WebhookDeliveryScheduled",
  data: { endpointId: "e", eventId: "v", kind: "delivered", body: "{}", subjectId: "s" }
};
var failed = {
  type: "WebhookAttemptFailed",
  data: {
    endpointId: "e",
    attempt: 1,
    status: 500,
    reason: "status",
    durationMs: 1,
    nextAttemptAt: "2026-01-01T00:01:00.000Z"
  }
};
var died = { type: "WebhookDeliveryDied", data: { attempts: 7 } };
var delivered = {
  type: "WebhookDelivered",
  data: { endpointId: "e", attempt: 1, status: 200, durationMs: 1 }
};
var requeued = (was) => ({
  type: "WebhookDeliveryRequeued",
  data: { endpointId: "e", was }
});
var after = (...history) => given(redeliveryDecider, ...history).when({ do: "requeue" });
test("a dead, a delivered and a waiting one are due again", () => {
  after(scheduled, failed, died).then(requeued("dead"));
  after(scheduled, delivered).then(requeued("delivered"));
  after(scheduled, failed).then(requeued("pending"));
});
test("one that is due anyway stays as it is", () => {
  after(scheduled).then();
  after(scheduled, failed, died, requeued("dead")).then();
});
test("one that is not there is unknown", () => {
  after().thenRefused("notFound");
});
test("another workspace has no such delivery", async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const metadata = { v: 1, workspace: "w", actor: "a", correlation: "c", causation: null, at: "then" };
  const events = [scheduled, delivered].map((event) => ({ ...event, id: ledger.ids.uuid(), metadata }));
  await ledger.store.append(webhookDelivery.stream("d"), "no-stream", events);
  const by = (workspace) => ({ workspace, actor: "operator", correlation: "c", causation: null });
  for (const [workspace, id] of [
    ["other", "d"],
    ["w", "x"]
  ]) {
    await redeliver(ledger, by(workspace), id).then(
      () => assert.unreachable("it was not refused"),
      (error) => assert.instance(error, Refusal)
    );
  }
  assert.is(await redeliver(ledger, by("w"), "d"), "due");
  assert.is(ledger.store.log.length, 3);
  assert.is(await redeliver(ledger, by("w"), "d"), "due already");
});
test("of two runs that bring an event to an endpoint at once, one has scheduled it", async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const run = (correlation) => redeliverEvent(
    ledger,
    { workspace: "w", actor: "operator", correlation, causation: null },
    { endpointId: "e", eventId: "v", kind: "delivered", body: "{}", subjectId: "s" },
    "all"
  );
  assert.equal((await Promise.all([run("one"), run("other")])).toSorted(), ["left", "scheduled"]);
});
test.run();
//# sourceMappingURL=redeliver.test.js.map
