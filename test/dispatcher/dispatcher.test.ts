import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redeliver } from '../../src/commands/redeliver.ts';
import { webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { rawReceiver } from '../support/hostileReceiver.ts';
import { httpsReceiver, isVerified } from '../support/httpsReceiver.ts';
import { dispatcherHouse } from './dispatcherHouse.ts';

const test = suite('dispatcher over the embedded adapters');

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let look = 0; !(await what()); look++) {
    if (look === 500) assert.unreachable('it did not come about in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('signed events arrive at every subscribed endpoint, and the log of deliveries shows it', async () => {
  const [one, two] = [await httpsReceiver(), await httpsReceiver()];
  const house = await dispatcherHouse([one.ca, two.ca]);
  const first = await house.endpoint(one.url);
  const second = await house.endpoint(two.url, ['email.bounced']);
  const stop = await house.start();

  const delivered = await house.mail('Delivered', { response: null });
  const bounce = { bounceType: 'Permanent', bounceSubType: 'NoEmail', diagnosticCode: '550 5.1.1 gone' };
  const bounced = await house.mail('Bounced', { ...bounce, sandbox: true });
  const atOne = [await one.next(), await one.next()];
  const atTwo = await two.next();

  for (const webhook of atOne) assert.ok(isVerified(webhook, first.secret));
  assert.ok(isVerified(atTwo, second.secret));
  assert.not.ok(isVerified(atTwo, first.secret));
  const bodies = atOne.map(({ body }) => JSON.parse(body) as { id: string; type: string; data: object });
  assert.equal(bodies.map(({ id }) => id).sort(), [delivered, bounced].sort());
  assert.equal(bodies.map(({ type }) => type).sort(), ['delivered', 'email.bounced']);
  assert.is(atTwo.headers['webhook-id'], bounced);
  assert.is(atTwo.body, atOne.find(({ headers }) => headers['webhook-id'] === bounced)?.body);

  const deliveryId = webhookDeliveryIdOf(bounced, second.endpointId);
  await until(async () => (await house.deliveries.get(deliveryId))?.document.status === 'delivered');
  assert.is(one.received.length, 2);
  assert.is(two.received.length, 1);
  await stop();
  await house.close();
  await Promise.all([one.close(), two.close()]);
});

test('what happened while nobody ran is posted later, once; a failure waits its minute unless an operator asks', async () => {
  const receiver = await httpsReceiver({ answer: (_, index) => ({ status: index < 1 ? 500 : 200 }) });
  const house = await dispatcherHouse([receiver.ca]);
  const { endpointId, secret } = await house.endpoint(receiver.url);
  const id = await house.mail('Opened');
  const deliveryId = webhookDeliveryIdOf(id, endpointId);
  const document = async () => (await house.deliveries.get(deliveryId))?.document;

  const stop = await house.start();
  const first = await receiver.next();
  await until(async () => (await document())?.attempts === 1);
  const failed = await document();
  assert.is(failed?.lastStatus, 500);
  assert.is(Date.parse(failed?.nextAttemptAt ?? '') - Date.parse(failed?.lastAttemptAt ?? ''), 60_000);
  await stop();

  const stopAgain = await house.start();
  assert.is.not(await redeliver(house.ledger, house.origin, deliveryId), null);
  const again = await receiver.next();
  await until(async () => (await document())?.status === 'delivered');
  assert.is(again.body, first.body);
  assert.is(again.headers['webhook-id'], first.headers['webhook-id']);
  assert.ok(isVerified(again, secret));
  await stopAgain();

  // A third start finds nothing to do.
  const stopLast = await house.start();
  await house.mail('Opened');
  await receiver.next();
  assert.is(receiver.received.length, 3);
  await stopLast();
  await house.close();
  await receiver.close();
});

test('an endpoint that hangs holds up no other', async () => {
  const hanging = await rawReceiver(() => {});
  const receiver = await httpsReceiver();
  const house = await dispatcherHouse([hanging.ca, receiver.ca]);
  await house.endpoint(hanging.url);
  await house.endpoint(receiver.url);
  const stop = await house.start();
  const ids = await Promise.all(
    Array.from({ length: 40 }, () => house.mail('Clicked', { url: 'https://x.test/' })),
  );
  for (let n = 0; n < ids.length; n++) await receiver.next();
  const arrived = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  assert.equal([...arrived].sort(), [...ids].sort());
  assert.ok(hanging.open() <= 8, `${hanging.open()} connections to one endpoint`);
  await stop();
  await house.close();
  await Promise.all([hanging.close(), receiver.close()]);
});

test.run();
