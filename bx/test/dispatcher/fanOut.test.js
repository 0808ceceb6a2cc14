// test/dispatcher/fanOut.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sms } from "../../src/events/sms.js";
import { webhookDelivery, webhookDeliveryIdOf } from "../../src/events/webhookDelivery.js";
import { AppendTooLarge, EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { countingReads } from "../support/countingReads.js";
import { fixture } from "./fanOutFixture.js";
var test = suite("webhook fan-out");
test("an event goes to each endpoint that is active and subscribed, under names of event and endpoint", async () => {
  const { policy, endpoint, mail, deliveries } = fixture();
  await endpoint("a");
  await endpoint("b", ["email.delivered", "bounced"]);
  const event = await mail();
  await policy.react(event);
  const found = deliveries();
  assert.equal(
    found.map(({ stream }) => stream).sort(),
    ["a", "b"].map((id) => webhookDelivery.stream(webhookDeliveryIdOf(event.id, id))).sort()
  );
  for (const { data, metadata } of found) {
    const { body, kind, eventId, subjectId } = data;
    assert.equal(JSON.parse(body ?? ""), {
      ...{ id: event.id, type: "delivered", created_at: "then" },
      data: { email_id: "m0", delivery_id: "d", recipient: "a@b.co" }
    });
    assert.equal([kind, eventId, subjectId], ["delivered", event.id, "m0"]);
    assert.equal([metadata.actor, metadata.correlation, metadata.causation], ["dispatcher", "c", event.id]);
  }
});
test("running it again, and twice at once, adds nothing", async () => {
  const { policy, policyOver, endpoint, mail, store } = fixture();
  await endpoint("a");
  await endpoint("b");
  const event = await mail();
  await Promise.all([policy.react(event), policyOver().react(event), policy.react(event)]);
  await policyOver().react(event);
  assert.is(store.log.length, 5);
});
test("an endpoint gets exactly what happened while it was active and subscribed, however late that is read", async () => {
  const { policy, policyOver, endpoint, change, mail, pairs } = fixture();
  const early = await mail();
  await endpoint("a", ["delivered"]);
  const first = await mail();
  await change("a", { status: "DISABLED" });
  const meanwhile = await mail();
  await change("a", { status: "ACTIVE" });
  const second = await mail();
  await change("a", { events: ["bounced"] });
  const unasked = await mail();
  await change("a", { url: "https://y.test/" });
  const bounce = await mail("Bounced", {
    bounceType: "Permanent",
    bounceSubType: "General",
    diagnosticCode: null
  });
  const events = [early, first, meanwhile, second, unasked, bounce];
  for (const event of events) await policy.react(event);
  const other = policyOver();
  await Promise.all([...events].reverse().map((event) => other.react(event)));
  assert.equal(pairs(), [
    { eventId: first.id, endpointId: "a", kind: "delivered" },
    { eventId: second.id, endpointId: "a", kind: "delivered" },
    { eventId: bounce.id, endpointId: "a", kind: "bounced" }
  ]);
});
test("endpoints that are added while it runs are seen, without a notification", async () => {
  const { policy, endpoint, change, mail, pairs } = fixture();
  await policy.react(await mail());
  assert.is(pairs().length, 0);
  await endpoint("a");
  await policy.react(await mail());
  assert.is(pairs().length, 1);
  await change("a", { status: "DISABLED" });
  await policy.react(await mail());
  assert.is(pairs().length, 1);
  await endpoint("b");
  await change("a", { status: "ACTIVE" });
  await Promise.all([await mail(), await mail()].map((event) => policy.react(event)));
  assert.is(pairs().length, 5);
});
test("a batch of one workspace costs one reading of its endpoints", async () => {
  const { store, policyOver, endpoint, mail, pairs } = fixture();
  await endpoint("a");
  let reads = 0;
  const counting = {
    ...store,
    readStream: (...asked) => {
      reads += 1;
      return store.readStream(...asked);
    }
  };
  const events = [];
  for (let n = 0; n < 64; n++) events.push(await mail());
  const policy = policyOver(counting);
  await Promise.all(events.map((event) => policy.react(event)));
  assert.is(pairs().length, 64);
  assert.is(reads, 1);
});
test("a batch behind what was read costs no reading", async () => {
  const { store, policyOver, endpoint, change, mail, pairs } = fixture();
  await endpoint("a");
  const early = [await mail(), await mail()];
  await change("a", { status: "DISABLED" });
  const late = await mail();
  const { store: counting, during } = countingReads(store);
  const policy = policyOver({ ...store, ...counting });
  await policy.react(late);
  const read = await during(() => Promise.all(early.map((event) => policy.react(event))));
  assert.equal(read, { reads: 0, events: 0 });
  assert.is(pairs().length, 2);
});
test("a reading that failed is made again", async () => {
  const { store, policy, endpoint, mail, pairs } = fixture();
  await endpoint("a");
  const event = await mail();
  store.failNext(new EventStoreUnavailable("away"));
  await policy.react(event).then(
    () => assert.unreachable("it did not reject"),
    (error) => assert.instance(error, EventStoreUnavailable)
  );
  await policy.react(event);
  assert.is(pairs().length, 1);
});
test("a delivery that could not be scheduled is not passed over", async () => {
  const { store, policyOver, policy, endpoint, mail, deliveries } = fixture();
  await endpoint("a");
  const event = await mail();
  const away = { ...store, append: async () => Promise.reject(new EventStoreUnavailable("away")) };
  const failed = await policyOver(away).react(event).catch((error) => error);
  assert.instance(failed, EventStoreUnavailable);
  await policy.react(event);
  assert.is(deliveries().length, 1);
});
test("sandbox events carry the prefix, sms events their numbers", async () => {
  const { policy, endpoint, append, mail, deliveries, pairs } = fixture();
  await endpoint("a");
  await policy.react(await mail("Opened", { sandbox: true }));
  await append(sms.stream("s"), "SmsAccepted", { from: "+1", to: "+2" });
  await policy.react(await append(sms.stream("s"), "SmsSent", { attempt: 1, carrierId: null }));
  await policy.react(
    await append(sms.stream("s"), "SmsFailed", { attempt: 1, detail: null, nextAttemptAt: "x" })
  );
  assert.equal(
    pairs().map(({ kind }) => kind),
    ["email.opened", "sms.sent"]
  );
  const { body } = deliveries()[1]?.data ?? {};
  assert.equal(JSON.parse(body ?? "").data, { sms_id: "s", from: "+1", to: "+2" });
});
test("another workspace gets nothing", async () => {
  const { policy, endpoint, mail, pairs } = fixture();
  await endpoint("a");
  const event = await mail();
  await policy.react({ ...event, metadata: { ...event.metadata, workspace: "other" } });
  assert.equal(pairs(), []);
});
test("an event too large to be wrapped once more stops no other", async () => {
  const { store, policyOver, endpoint, mail, pairs } = fixture();
  await endpoint("a");
  const refusing = { ...store, append: () => Promise.reject(new AppendTooLarge("x", 2e6)) };
  await policyOver(refusing).react(await mail());
  assert.equal(pairs(), []);
});
test.run();
//# sourceMappingURL=fanOut.test.js.map
