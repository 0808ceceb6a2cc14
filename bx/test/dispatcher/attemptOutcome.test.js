// test/dispatcher/attemptOutcome.test.ts
import { Value } from "../../packages/typebox/value.js";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { SealBroken } from "../../src/adapters/node/sealedSecrets.js";
import { redeliver } from "../../src/commands/webhook/redeliver.js";
import { attemptEvents } from "../../src/dispatcher/attemptOutcome.js";
import { PERSONAL } from "../../src/events/schema.js";
import { webhookDelivery } from "../../src/events/webhookDelivery.js";
import { noMetrics } from "../support/quietLog.js";
import { answered, fixture, MINUTE_MS } from "./workerFixture.js";
var test = suite("outcomes of attempts");
var failedFor = (reason) => ({ outcome: "failed", reason, detail: "x" });
function brokenSecrets() {
  let isBroken = true;
  const secrets = {
    open: (sealed) => {
      if (isBroken) throw new SealBroken();
      return sealed;
    }
  };
  const mend = () => {
    isBroken = false;
  };
  return { secrets, mend };
}
test("a secret that does not open is a failed attempt like others: seven of them, and the delivery is dead", async () => {
  const { secrets, mend } = brokenSecrets();
  const { run, posts, clock, history, work } = await fixture(() => answered(200), { secrets });
  for (let n = 0; n < 7; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
  }
  assert.equal(history()[0], {
    type: "WebhookAttemptFailed",
    data: {
      ...{ endpointId: "e", attempt: 1, status: null, reason: "secret_unreadable", durationMs: 0 },
      nextAttemptAt: "2026-01-01T00:01:00.000Z"
    }
  });
  assert.is(history().length, 8);
  assert.is(history().at(-1)?.type, "WebhookDeliveryDied");
  assert.is(work(), null);
  assert.is(posts.length, 0);
  mend();
  await run();
  assert.is(posts.length, 0);
});
test("a secret that opens again is signed with at the next attempt", async () => {
  const { secrets, mend } = brokenSecrets();
  const { run, posts, clock, history } = await fixture(() => answered(200), { secrets });
  await run();
  mend();
  await clock.advance(MINUTE_MS);
  await run();
  assert.is(posts.length, 1);
  assert.is(history().at(-1)?.type, "WebhookDelivered");
});
test("the answer is recorded with the attempt, with any status, and nothing where there is none", async () => {
  const { run, clock, history } = await fixture(
    (_, attempt) => attempt === 1 ? answered(500, "no such table") : attempt === 2 ? answered(503) : answered(200, "thanks")
  );
  for (let n = 0; n < 3; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
  }
  const answers = history().map(({ data }) => data.answer);
  assert.equal(answers, ["no such table", void 0, "thanks"]);
});
test("what is recorded fits the schema, and the answer is marked as personal", async () => {
  const { run, clock, history } = await fixture((_, attempt) => answered(attempt === 1 ? 500 : 200, "hello"));
  await run();
  await clock.advance(MINUTE_MS);
  await run();
  for (const { type, data: recorded } of history()) {
    const data = { ...recorded, endpointId: "6f1f2b6a-9a52-4e55-8b0e-5c7f2d9a1b10" };
    const { schema } = webhookDelivery.definitions[type];
    assert.ok(Value.Check(schema, data), type);
    const { answer = {} } = schema.properties;
    assert.ok(PERSONAL in answer, type);
  }
});
test("the metric names what the event names", async () => {
  const outcomes = [];
  const ends = [];
  const count = (name, labels = {}) => {
    if (name === "postledger_webhook_attempts_total") outcomes.push(labels.outcome);
    if (name === "postledger_webhook_deliveries_ended_total") ends.push(labels.as);
  };
  const metrics = { ...noMetrics, count };
  const met = [
    answered(302),
    ...["timeout", "dns", "connect", "refused", "reset", "tls"].map(failedFor)
  ];
  const { run, clock, history, ledger } = await fixture((_, attempt) => met[attempt - 1] ?? answered(200), {
    metrics
  });
  for (let n = 0; n < 8; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
    if (n === 6) {
      const origin = { workspace: "w", actor: "operator", correlation: "c", causation: null };
      await redeliver(ledger, origin, "d");
    }
  }
  const words = ["status", "timeout", "dns", "connect", "refused", "reset", "tls"];
  assert.equal(outcomes, [...words, "delivered"]);
  assert.equal(ends, ["dead", "delivered"], "after the seventh attempt, and of what was redelivered");
  const reasons = history().flatMap(({ data }) => data.reason ?? []);
  assert.equal(reasons, words);
});
test("seven attempts with the delays of the specification between them", () => {
  const nextAfter = (failedAttempts) => {
    const delivery = { endpointId: "e", failedAttempts };
    const [failed, ...more] = attemptEvents(delivery, failedFor("timeout"), 1, 0);
    if (failed?.type !== "WebhookAttemptFailed") return assert.unreachable();
    const { nextAttemptAt } = failed.data;
    return nextAttemptAt === null ? more.map(({ type }) => type) : Date.parse(nextAttemptAt) / MINUTE_MS;
  };
  assert.equal([0, 1, 2, 3, 4, 5, 6, 7].map(nextAfter), [
    1,
    5,
    30,
    120,
    480,
    1440,
    ["WebhookDeliveryDied"],
    ["WebhookDeliveryDied"]
  ]);
});
test.run();
//# sourceMappingURL=attemptOutcome.test.js.map
