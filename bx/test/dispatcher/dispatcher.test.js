// test/dispatcher/dispatcher.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { redeliver } from "../../src/commands/webhook/redeliver.js";
import { webhookDeliveryIdOf } from "../../src/events/webhookDelivery.js";
import { eventually } from "../e2e/eventually.js";
import { rawReceiver } from "../support/hostileReceiver.js";
import { httpsReceiver, isVerified } from "../support/httpsReceiver.js";
import { dispatcherFixture } from "./dispatcherFixture.js";
var test = suite("dispatcher over the embedded adapters");
var until = (what) => eventually("it comes about", what);
test("signed events arrive at every subscribed endpoint, and the log of deliveries shows it", async () => {
  const [one, two] = [await httpsReceiver(), await httpsReceiver()];
  const fixture = await dispatcherFixture([one.ca, two.ca]);
  const first = await fixture.endpoint(one.url);
  const second = await fixture.endpoint(two.url, ["email.bounced"]);
  const stop = await fixture.start();
  const delivered = await fixture.mail("Delivered", { response: null });
  const bounce = { bounceType: "Permanent", bounceSubType: "NoEmail", diagnosticCode: "550 5.1.1 gone" };
  const bounced = await fixture.mail("Bounced", { ...bounce, sandbox: true });
  const atOne = [await one.next(), await one.next()];
  const atTwo = await two.next();
  for (const webhook of atOne) assert.ok(isVerified(webhook, first.secret));
  assert.ok(isVerified(atTwo, second.secret));
  assert.not.ok(isVerified(atTwo, first.secret));
  const bodies = atOne.map(({ body }) => JSON.parse(body));
  assert.equal(bodies.map(({ id }) => id).sort(), [delivered, bounced].sort());
  assert.equal(bodies.map(({ type }) => type).sort(), ["delivered", "email.bounced"]);
  assert.is(atTwo.headers["webhook-id"], bounced);
  assert.is(atTwo.body, atOne.find(({ headers }) => headers["webhook-id"] === bounced)?.body);
  const deliveryId = webhookDeliveryIdOf(bounced, second.endpointId);
  await until(async () => (await fixture.deliveries.get(deliveryId))?.document.status === "delivered");
  assert.is(one.received.length, 2);
  assert.is(two.received.length, 1);
  await stop();
  await fixture.close();
  await Promise.all([one.close(), two.close()]);
});
test("what happened while no process ran is posted later, once; a failure waits its minute unless an operator asks", async () => {
  const receiver = await httpsReceiver({ answer: (_, index) => ({ status: index < 1 ? 500 : 200 }) });
  const fixture = await dispatcherFixture([receiver.ca]);
  const { endpointId, secret } = await fixture.endpoint(receiver.url);
  const id = await fixture.mail("Opened");
  const deliveryId = webhookDeliveryIdOf(id, endpointId);
  const document = async () => (await fixture.deliveries.get(deliveryId))?.document;
  const stop = await fixture.start();
  const first = await receiver.next();
  await until(async () => (await document())?.attempts === 1);
  const failed = await document();
  assert.is(failed?.lastStatus, 500);
  assert.is(Date.parse(failed?.nextAttemptAt ?? "") - Date.parse(failed?.lastAttemptAt ?? ""), 6e4);
  await stop();
  const stopAgain = await fixture.start();
  assert.is(await redeliver(fixture.ledger, fixture.origin, deliveryId), "due");
  const again = await receiver.next();
  await until(async () => (await document())?.status === "delivered");
  assert.is(again.body, first.body);
  assert.is(again.headers["webhook-id"], first.headers["webhook-id"]);
  assert.ok(isVerified(again, secret));
  await stopAgain();
  const stopLast = await fixture.start();
  await fixture.mail("Opened");
  await receiver.next();
  assert.is(receiver.received.length, 3);
  await stopLast();
  await fixture.close();
  await receiver.close();
});
test("an endpoint that hangs holds up no other", async () => {
  const hanging = await rawReceiver(() => {
  });
  const receiver = await httpsReceiver();
  const fixture = await dispatcherFixture([hanging.ca, receiver.ca]);
  await fixture.endpoint(hanging.url);
  await fixture.endpoint(receiver.url);
  const stop = await fixture.start();
  const ids = await Promise.all(
    Array.from({ length: 40 }, () => fixture.mail("Clicked", { url: "https://x.test/" }))
  );
  for (let n = 0; n < ids.length; n++) await receiver.next();
  const arrived = receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  assert.equal([...arrived].sort(), [...ids].sort());
  assert.ok(hanging.open() <= 8, `${hanging.open()} connections to one endpoint`);
  await stop();
  await fixture.close();
  await Promise.all([hanging.close(), receiver.close()]);
});
test.run();
//# sourceMappingURL=dispatcher.test.js.map
