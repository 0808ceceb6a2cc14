// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PostOutcome } from '../../src/ports/poster.ts';
import { answered, dispatchFixture, HOUR_MS, MINUTE_MS, timedOut } from './dispatchFixture.ts';

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

test('endpoints that never answer delay no other: 33 of them stopped all others before', async () => {
  const { flood, mail, settle, postsTo, clock, probes, stop } = await withHanging(40);
  await flood(12);
  const atMs = clock.monotonicMs();
  await mail('healthy', 100);
  await settle();
  assert.is(postsTo('ok').length, 101);
  assert.is(clock.monotonicMs(), atMs);
  // Endpoints that have yet to answer get no more than three quarters of the slots.
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

/** All the ways in which a receiver is broken, one after another. */
const BROKEN: readonly ((sleep: (ms: number) => Promise<void>) => Promise<PostOutcome>)[] = [
  async (sleep) => sleep(10_000).then(() => timedOut),
  async () => answered(500),
  async (sleep) => sleep(9_000).then(() => answered(503)),
  async () => ({ outcome: 'failed', reason: 'refused', detail: 'x' }),
  async (sleep) => sleep(3_000).then(() => ({ outcome: 'failed', reason: 'reset', detail: 'x' })),
  async () => ({ outcome: 'failed', reason: 'tls', detail: 'x' }),
  async (sleep) => sleep(5_000).then(() => ({ outcome: 'failed', reason: 'protocol', detail: 'x' })),
  async () => {
    throw new Error('a fault of our own');
  },
];

test('64 broken neighbours of every kind delay no first attempt of a healthy one', async () => {
  const fixture = await dispatchFixture(async ({ endpointId }) => {
    if (endpointId === 'ok') return answered(200);
    const broken = BROKEN[Number(endpointId) % BROKEN.length];
    return broken === undefined ? timedOut : broken((ms) => fixture.clock.sleep(ms));
  });
  const { endpoint, mail, settle, postsTo, clock, fold, stop } = fixture;
  await settle();
  await endpoint('healthy', 'ok');
  await mail('healthy');
  for (let n = 0; n < 64; n++) await endpoint(`w${n}`, String(n));
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 64; n++) await mail(`w${n}`, 3);
    await fold();
    await clock.advance(20_000);
    const before = postsTo('ok').length;
    const atMs = clock.monotonicMs();
    await mail('healthy', 50);
    await settle();
    assert.is(postsTo('ok').length, before + 50);
    assert.is(clock.monotonicMs(), atMs);
  }
  await stop();
});

/** Neighbours that take so long to answer, or never do, and how their endpoints are known from before the start. */
const NEIGHBOURS = [
  ['answer in 1.9 s', 'slow', 1_900],
  ['never answer', 'silent', null],
] as const;

for (const [what, speedClass, answersAfterMs] of NEIGHBOURS)
  for (const count of [16, 64, 256, 400])
    test(`a process that starts next to a backlog for ${count} endpoints that ${what}: no lag for a fast one`, async () => {
      const names = Array.from({ length: count }, (_, n) => `n${n}`);
      const fixture = await dispatchFixture(
        async ({ endpointId }) => {
          if (endpointId === 'ok') return answered(200);
          await fixture.clock.sleep(answersAfterMs ?? 10_000);
          return answersAfterMs === null ? timedOut : answered(200);
        },
        { known: { ok: 'fast', ...Object.fromEntries(names.map((name) => [name, speedClass])) } },
      );
      const { endpoint, mail, settle, postsTo, clock, fold, hold, stop } = fixture;
      hold([]);
      await endpoint('healthy', 'ok');
      for (const name of names) {
        await endpoint(`of ${name}`, name);
        await mail(`of ${name}`, Math.ceil(1_600 / count));
      }
      await fold();
      hold([0]);
      await clock.advance(1_000);
      for (let round = 0; round < 5; round++) {
        const before = postsTo('ok').length;
        const atMs = clock.monotonicMs();
        await mail('healthy', 10);
        await settle();
        while (postsTo('ok').length < before + 10 && clock.monotonicMs() < atMs + 30_000)
          await clock.advance(10);
        assert.ok(clock.monotonicMs() - atMs < 100, `${clock.monotonicMs() - atMs} ms in round ${round}`);
        await clock.advance(500);
      }
      await stop();
    });

for (const count of [16, 64, 150])
  test(`a new endpoint next to ${count} new ones that never answer gets its first post at once`, async () => {
    const { flood, endpoint, mail, settle, postsTo, clock, stop } = await withHanging(count);
    await flood(12);
    await endpoint('new', 'stranger');
    const atMs = clock.monotonicMs();
    await mail('new', 20);
    await settle();
    assert.is(postsTo('stranger').length, 20);
    assert.is(clock.monotonicMs(), atMs);
    await stop();
  });

test('of 300 requeued deliveries none goes ahead of a new one for long', async () => {
  const fixture = await dispatchFixture(
    async () => {
      await fixture.clock.sleep(250);
      return answered(200);
    },
    { known: { e: 'fast' } },
  );
  const { endpoint, mail, settle, clock, posts, append, history, fold, tell, hold, stop } = fixture;
  hold([]);
  await endpoint('w', 'e');
  await mail('w', 300);
  await fold();
  hold([0]);
  await clock.advance(20_000);
  assert.is(posts.length, 300);
  await tell();
  for (const { stream } of history('WebhookDelivered'))
    await append('w', stream, 'WebhookDeliveryRequeued', { endpointId: 'e', was: 'delivered' });
  await fold();
  await tell();
  await clock.advance(1_000);
  const before = posts.length;
  assert.ok(before < 350, `${before} posts`);
  await mail('w', 4);
  await settle();
  await clock.advance(600);
  const isNew = ({ eventId }: { eventId: string }) =>
    !posts.slice(0, 300).some((post) => post.eventId === eventId);
  assert.is(posts.slice(before).filter(isNew).length, 4);
  await stop();
});

test('a slow endpoint gets its first attempts at once next to the replays of 150 that are as slow', async () => {
  const names = Array.from({ length: 150 }, (_, n) => `n${n}`);
  const fixture = await dispatchFixture(
    async () => {
      await fixture.clock.sleep(1_900);
      return answered(200);
    },
    { known: Object.fromEntries(['ok', ...names].map((name) => [name, 'slow' as const])) },
  );
  const { endpoint, mail, history, requeueAll, fold, hold, settle, clock, postsTo, stop } = fixture;
  hold([]);
  await clock.advance(1_000);
  await endpoint('own', 'ok');
  for (const name of names) {
    await endpoint(`of ${name}`, name);
    await mail(`of ${name}`, 4);
  }
  await requeueAll(history('WebhookDeliveryScheduled'));
  await fold();
  hold([0]);
  await clock.advance(1_000);
  for (let round = 1; round <= 3; round++) {
    await mail('own');
    await settle();
    assert.is(postsTo('ok').length, round);
    // Until it has been answered: each of them has one post at once.
    await clock.advance(2_000);
  }
  await stop();
});

test('after an idle hour a first attempt begins at once, and the hour has cost a page a second and no more', async () => {
  const fixture = await dispatchFixture(() => answered(200));
  const { endpoint, mail, settle, posts, clock, pages, sweptPages, stop } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w');
  await settle();
  const [before, swept, sleepers] = [pages(), sweptPages(), clock.sleepers];
  await clock.advance(HOUR_MS);
  assert.is(pages() - before, 0);
  assert.ok(sweptPages() - swept <= 3_600, `${sweptPages() - swept} pages in an hour`);
  assert.ok(clock.sleepers <= sleepers + 1, `${clock.sleepers} sleepers, ${sleepers} before`);
  const atMs = clock.monotonicMs();
  await mail('w');
  await settle();
  assert.is(posts.length, 2);
  assert.is(clock.monotonicMs(), atMs);
  await stop();
});

test('an unknown endpoint gets a slot although others are known to hang', async () => {
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
    { known: { e: 'fast' } },
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
  // After the eight that were under way already they take turns.
  const lastFirst = order.lastIndexOf(false);
  assert.is(order.filter((isRetry) => !isRetry).length, 20);
  assert.ok(lastFirst < 8 + 2 * 20, `the last first attempt came at ${lastFirst}`);
  await stop();
});

test.run();
