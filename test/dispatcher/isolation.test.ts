import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answered, dispatchFixture, MINUTE_MS, timedOut } from './dispatchFixture.ts';

const test = suite('isolation of webhook endpoints');

/** Endpoints named `hang…` never answer, the others at once. */
async function withHanging(count: number) {
  const fixture = await dispatchFixture(async ({ endpointId }) => {
    if (!endpointId.startsWith('hang')) return answered(200);
    await fixture.clock.sleep(10_000);
    return timedOut;
  });
  const { endpoint, mail, settle } = fixture;
  await settle();
  await endpoint('healthy', 'ok');
  await mail('healthy');
  for (let n = 0; n < count; n++) await endpoint(`w${n}`, `hang${n}`);
  return {
    ...fixture,
    async flood(each: number) {
      for (let n = 0; n < count; n++) await mail(`w${n}`, each);
      await settle();
    },
    probes: () => Array.from({ length: count }, (_, n) => fixture.open(`hang${n}`)),
  };
}

test('endpoints that never answer delay nobody: 33 of them stopped everybody before', async () => {
  const { flood, mail, settle, postsTo, clock, probes, stop } = await withHanging(40);
  await flood(12);
  const atMs = clock.monotonicMs();
  await mail('healthy', 100);
  await settle();
  assert.is(postsTo('ok').length, 101);
  assert.is(clock.monotonicMs(), atMs);
  // A quarter of the slots is nobody's who has yet to answer.
  assert.ok(probes().reduce((sum, open) => sum + open, 0) <= 192);
  await clock.advance(35_000);
  // Once they have timed out each has one, as a probe.
  assert.ok(
    probes().every((open) => open <= 1),
    String(probes()),
  );
  await mail('healthy', 100);
  await settle();
  assert.is(postsTo('ok').length, 201);
  await stop();
});

test('a stranger gets a slot beside endpoints that are known to hang', async () => {
  const { flood, endpoint, mail, settle, postsTo, clock, stop } = await withHanging(200);
  await flood(2);
  await clock.advance(25_000);
  await endpoint('new', 'stranger');
  await mail('new', 20);
  await settle();
  assert.is(postsTo('stranger').length, 20);
  await stop();
});

test('an endpoint that answers again has its eight slots again', async () => {
  let isDown = true;
  const { endpoint, mail, settle, clock, most, open, fold, history, stop } = await dispatchFixture(
    async () => {
      if (!isDown) return answered(200);
      await clock.sleep(10_000);
      return timedOut;
    },
  );
  await endpoint('w', 'e');
  await settle();
  await mail('w', 40);
  await settle();
  assert.is(open('e'), 8);
  await clock.advance(10_000);
  assert.is(open('e'), 1);
  isDown = false;
  await clock.advance(10_000);
  await fold();
  await clock.advance(2 * MINUTE_MS);
  assert.is(history('WebhookDelivered').length, 40);
  assert.is(most('e'), 8);
  await stop();
});

test('a flood of retries leaves first attempts their turn, and first attempts retries', async () => {
  let isDown = true;
  const gates: (() => void)[] = [];
  const fixture = await dispatchFixture(({ endpointId }) => {
    if (endpointId === 'ok' || isDown) return answered(isDown ? 500 : 200);
    return new Promise((resolve) => gates.push(() => resolve(answered(200))));
  });
  const { endpoint, mail, posts, settle, fold, clock, stop } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w', 100);
  await settle();
  await fold();
  isDown = false;
  const before = new Set(posts.map(({ eventId }) => eventId));
  await clock.advance(MINUTE_MS);
  await mail('w', 20);
  for (let turn = 0; turn < 40; turn++) {
    for (const open of gates.splice(0)) open();
    await settle();
  }
  const order = posts.slice(100).map(({ eventId }) => before.has(eventId));
  // Behind the eight that were under way already they take turns.
  const lastFirst = order.lastIndexOf(false);
  assert.is(order.filter((isRetry) => !isRetry).length, 20);
  assert.ok(lastFirst < 8 + 2 * 20, `the last first attempt came at ${lastFirst}`);
  await stop();
});

test.run();
