// test/commands/webhook/webhookEndpoints.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { Refusal } from "../../../src/commands/kernel/refusal.js";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  webhookEndpointsDecider
} from "../../../src/commands/webhook/webhookEndpoints.js";
import { given } from "../../support/given.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("webhook endpoints");
var fields = { name: "Main", url: "https://hooks.test/", events: ["*"], sealedSecret: "sealed" };
var created = (endpointId) => ({
  type: "WebhookEndpointCreated",
  data: { endpointId, ...fields }
});
var changed = (endpointId, changes) => ({
  type: "WebhookEndpointChanged",
  data: { endpointId, ...changes }
});
var create = (endpointId) => ({ do: "create", endpointId, ...fields });
var change = (endpointId, changes) => ({ do: "change", endpointId, changes });
var disabled = { status: "DISABLED" };
var active = { status: "ACTIVE" };
var after = (...history) => given(webhookEndpointsDecider, ...history);
test("two may be active", () => {
  after().when(create("a")).then(created("a"));
  after(created("a")).when(create("b")).then(created("b"));
});
test("a third active one is refused, created or switched on", () => {
  after(created("a"), created("b")).when(create("c")).thenRefused("invalid", { path: "" });
  after(created("a"), changed("a", disabled), created("b"), created("c")).when(change("a", active)).thenRefused("invalid", { path: "/status" });
});
test("disabling frees a slot", () => {
  after(created("a"), created("b"), changed("a", disabled)).when(create("c")).then(created("c"));
  after(created("a"), created("b"), changed("a", disabled)).when(change("a", active)).then(changed("a", active));
});
test("an active one may be told to be active while two are", () => {
  after(created("a"), created("b")).when(change("a", active)).then();
});
test("only what differs is recorded", () => {
  const {
    endpointId: _,
    sealedSecret: __,
    ...same
  } = created("a").data;
  after(created("a")).when(change("a", {})).then();
  after(created("a")).when(change("a", { ...same, ...active })).then();
  after(created("a")).when(change("a", { ...same, name: "Other" })).then(changed("a", { name: "Other" }));
  after(created("a")).when(change("a", { events: ["*", "bounced"] })).then(changed("a", { events: ["*", "bounced"] }));
  after(created("a"), changed("a", { name: "Other" })).when(change("a", { name: "Main" })).then(changed("a", { name: "Main" }));
});
test("a disabled one may be changed, and disabled again to no effect", () => {
  const history = [created("a"), changed("a", disabled)];
  after(...history).when(change("a", { name: "Other" })).then(changed("a", { name: "Other" }));
  after(...history).when(change("a", disabled)).then();
});
test("an endpoint that is not there is unknown", () => {
  after(created("a")).when(change("b", {})).thenRefused("notFound");
});
var origin = { workspace: "w", actor: "key:k", correlation: "c", causation: null };
var secrets = {
  seal: (plaintext, context) => `${context}|${Buffer.from(plaintext).toString("hex")}`
};
test("50 racing creations leave exactly two, and each secret is sealed for its endpoint", async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => createWebhookEndpoint(ledger, secrets, origin, fields))
  );
  const made = attempts.flatMap((attempt) => attempt.status === "fulfilled" ? [attempt.value] : []);
  assert.is(made.length, 2);
  for (const attempt of attempts) if (attempt.status === "rejected") assert.instance(attempt.reason, Refusal);
  assert.is(ledger.store.log.length, 2);
  for (const { endpointId, secret } of made) {
    assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/);
    const event = ledger.store.log.find(
      ({ data }) => data.endpointId === endpointId
    );
    assert.equal(event?.data, { endpointId, ...fields, sealedSecret: secrets.seal(secret, endpointId) });
    assert.not.ok(JSON.stringify(event).includes(secret));
  }
  assert.is.not(made[0]?.secret, made[1]?.secret);
});
test("racing switches never leave three active", async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const ids = [];
  for (let n = 0; n < 5; n++) {
    const { endpointId } = await createWebhookEndpoint(ledger, secrets, origin, fields);
    await changeWebhookEndpoint(ledger, origin, endpointId, { status: "DISABLED" });
    ids.push(endpointId);
  }
  const results = await Promise.allSettled(
    ids.map((id) => changeWebhookEndpoint(ledger, origin, id, { status: "ACTIVE" }))
  );
  assert.is(results.filter(({ status }) => status === "fulfilled").length, 2);
});
test.run();
//# sourceMappingURL=webhookEndpoints.test.js.map
