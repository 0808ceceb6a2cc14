import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redeliver } from '../../src/commands/webhook/redeliver.ts';
import { signature } from '../../src/dispatcher/sign.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';

import { answered, failed, fixture, MINUTE_MS } from './workerFixture.ts';

const test = suite('an attempt at a webhook delivery');

test('a 2xx ends it; the post is signed with the time of the attempt and the secret of the endpoint', async () => {
  const { run, posts, history, clock, work, store } = await fixture(() => answered(204));
  await clock.advance(1_500);
  assert.equal(await run(), { is: 'done', position: store.log.at(-1)?.position });
  const data = { endpointId: 'e', attempt: 1, status: 204, durationMs: 0 };
  assert.equal(history(), [{ type: 'WebhookDelivered', data }]);
  const [post] = posts;
  const timestampS = Math.floor(clock.nowMs() / 1_000);
  assert.is(post?.url, 'https://x.test/');
  assert.is(post?.body, '{"a":1}');
  assert.is(post?.timeoutMs, 10_000);
  assert.is(post?.headers['webhook-id'], 'v');
  assert.is(post?.headers['webhook-timestamp'], String(timestampS));
  assert.is(post?.headers['webhook-signature'], signature('sealed of e', 'v', timestampS, '{"a":1}'));
  assert.is(work(), null);
});

test('an attempt reads what is new of the endpoints, however often they were changed', async () => {
  const { run, clock, change, during, posts } = await fixture(() => answered(500));
  for (let n = 0; n < 1_000; n++) await change({ name: `n${n}` });
  await run();
  await change({ url: 'https://y.test/' });
  await clock.advance(MINUTE_MS);
  // Of the delivery its two events, of the endpoints the one change.
  assert.equal(await during(() => run()), { reads: 2, events: 3 });
  assert.is(posts[1]?.url, 'https://y.test/');
});

test('seven failures over the whole schedule, then dead; the body stays, timestamp and signature are fresh', async () => {
  const { run, posts, history, clock, work } = await fixture((_, attempt) =>
    attempt % 2 === 0 ? failed('timeout') : answered(attempt === 1 ? 302 : 500),
  );
  const delaysMs = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * MINUTE_MS);
  for (const [at, delayMs] of delaysMs.entries()) {
    await run();
    const dueAtMs = clock.nowMs() + delayMs;
    assert.is(work()?.dueAtMs, dueAtMs, `attempt ${at + 1}`);
    await clock.advance(delayMs - 1);
    // A look too early does nothing.
    await run();
    assert.is(posts.length, at + 1);
    await clock.advance(1);
  }
  await run();
  assert.is(posts.length, 7);
  assert.is(work(), null);
  const events = history();
  assert.is(events.length, 8);
  assert.equal(events[0]?.data, {
    ...{ endpointId: 'e', attempt: 1, status: 302, reason: 'status', durationMs: 0 },
    nextAttemptAt: '2026-01-01T00:01:00.000Z',
  });
  const second = events[1]?.data as { status: unknown; reason: unknown };
  assert.equal([second.status, second.reason], [null, 'timeout']);
  assert.equal(events[6]?.data, {
    endpointId: 'e',
    attempt: 7,
    status: 500,
    reason: 'status',
    durationMs: 0,
    nextAttemptAt: null,
  });
  assert.equal(events[7], { type: 'WebhookDeliveryDied', data: { endpointId: 'e', attempts: 7 } });
  assert.is(new Set(posts.map(({ body }) => body)).size, 1);
  assert.is(new Set(posts.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.is(new Set(posts.map(({ headers }) => headers['webhook-signature'])).size, 7);
  // Nothing more comes of it.
  await clock.advance(48 * 60 * MINUTE_MS);
  await run();
  assert.is(posts.length, 7);
});

test('the next attempt is counted from the time of the event of the last one', async () => {
  const { run, store, clock } = await fixture(() => answered(500));
  const still = clock.nowMs;
  let readings = 0;
  clock.nowMs = () => still() + readings++;
  await run();
  const told = store.log.at(-1);
  const data = told?.data as { nextAttemptAt: string } | undefined;
  assert.is(Date.parse(data?.nextAttemptAt ?? '') - Date.parse(told?.metadata.at ?? ''), MINUTE_MS);
});

test('only 2xx is success', async () => {
  for (const [status, ok] of [
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [304, false],
    [404, false],
  ] as const) {
    const { run, history } = await fixture(() => answered(status));
    await run();
    assert.is(history()[0]?.type === 'WebhookDelivered', ok, String(status));
  }
});

test('a retry goes to where the endpoint is by then', async () => {
  const { run, posts, clock, change } = await fixture(() => answered(500));
  await run();
  await change({ url: 'https://y.test/' });
  await clock.advance(MINUTE_MS);
  await run();
  assert.equal(
    posts.map(({ url }) => url),
    ['https://x.test/', 'https://y.test/'],
  );
});

const HOUR_MS = 60 * MINUTE_MS;

test('for an endpoint that is off nothing is posted and nothing counts; switched on in time it goes on where it was', async () => {
  const { run, posts, clock, change, history } = await fixture((_, attempt) =>
    answered(attempt === 1 ? 500 : 200),
  );
  await run();
  await clock.advance(MINUTE_MS);
  const offAtMs = clock.nowMs();
  await change({ status: 'DISABLED' });
  for (const hours of [0, 1, 70.9]) {
    await clock.advance(hours * HOUR_MS);
    assert.equal(await run(), { is: 'off', untilMs: offAtMs + 72 * HOUR_MS });
  }
  assert.is(posts.length, 1);
  assert.is(history().length, 1);
  await change({ status: 'ACTIVE' });
  await run();
  assert.is(posts.length, 2);
  const { type, data } = history().at(-1) ?? {};
  assert.is(type, 'WebhookDelivered');
  assert.is((data as { attempt: number }).attempt, 2);
});

test('after 72 hours off it is dead, with the reason, and switched on again stays so until it is requeued', async () => {
  const { run, posts, clock, change, history, work, heard } = await fixture(() => answered(200));
  await change({ status: 'DISABLED' });
  await clock.advance(72 * HOUR_MS - 1);
  assert.is((await run()).is, 'off');
  assert.equal(heard, []);
  await clock.advance(1);
  assert.is((await run()).is, 'done');
  const data = { endpointId: 'e', attempts: 0, reason: 'endpoint_disabled' };
  assert.equal(history(), [{ type: 'WebhookDeliveryDied', data }]);
  assert.is(work(), null);
  await change({ status: 'ACTIVE' });
  await run();
  assert.is(posts.length, 0);
});

test('the 72 hours begin again each time it is switched off', async () => {
  const { run, clock, change } = await fixture(() => answered(200));
  await change({ status: 'DISABLED' });
  await clock.advance(71 * HOUR_MS);
  await change({ status: 'ACTIVE' });
  await change({ status: 'DISABLED' });
  await clock.advance(71 * HOUR_MS);
  assert.is((await run()).is, 'off');
});

test('a retry whose pause has passed goes out though the clock was set back in between', async () => {
  const { run, posts, clock, store } = await fixture(() => answered(500));
  await run();
  const pausedSince = store.log.at(-1)?.revision ?? Number.NaN;
  await clock.advance(MINUTE_MS);
  clock.step(clock.nowMs() - HOUR_MS);
  await run();
  assert.is(posts.length, 1);
  await run(undefined, { pausedSince });
  assert.is(posts.length, 2);
  // The pause that has passed is that of the first attempt.
  await run(undefined, { pausedSince });
  assert.is(posts.length, 2);
});

test('an attempt reports how its endpoint answers, once, before its outcome is recorded', async () => {
  for (const [outcome, tookMs, what] of [
    [answered(200), 40, 40],
    [answered(500), 2_001, 2_001],
    [failed('timeout'), 10_000, 'silence'],
    [failed('address_refused'), 0, 'nothing'],
  ] as const) {
    const { run, clock, heard } = await fixture(async () => {
      clock.pass(tookMs);
      return outcome;
    });
    await run();
    assert.equal(heard, [what]);
  }
});

test('refused addresses are failed attempts', async () => {
  const { run, history } = await fixture(() => failed('address_refused'));
  await run();
  const nextAttemptAt = '2026-01-01T00:01:00.000Z';
  const data = {
    endpointId: 'e',
    attempt: 1,
    status: null,
    reason: 'address_refused',
    durationMs: 0,
    nextAttemptAt,
  };
  assert.equal(history(), [{ type: 'WebhookAttemptFailed', data }]);
});

test('an attempt that the end of the service cut off leaves no trace and is handed back', async () => {
  const { run, history } = await fixture(() => failed('aborted'));
  assert.is((await run()).is, 'not begun');
  assert.equal(history(), []);
});

test('nothing is begun once the service stops', async () => {
  const { run, posts } = await fixture(() => answered(200));
  assert.is((await run(AbortSignal.abort())).is, 'not begun');
  assert.is(posts.length, 0);
});

test('of two runs of one item one outcome is recorded, and both know its position', async () => {
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { run, history, store } = await fixture(async (_, attempt) => {
    if (attempt === 1) {
      await gate;
      return answered(500);
    }
    return answered(200);
  });
  const paused = run();
  await new Promise((resolve) => setImmediate(resolve));
  const quick = await run();
  letGo();
  const position = store.log.at(-1)?.position;
  assert.equal(quick, { is: 'done', position });
  // The loser's is not the outcome that stands: what becomes of it the index says.
  assert.equal(await paused, { is: 'done', position });
  assert.equal(
    history().map(({ type }) => type),
    ['WebhookDelivered'],
  );
});

test('an outcome that the log does not take is held on to, without posting again', async () => {
  const { run, posts, clock, store, history } = await fixture(() => {
    store.failNext(new EventStoreUnavailable('away'), 3);
    return answered(200);
  });
  const running = run();
  for (let turn = 0; turn < 10; turn++) await clock.advance(5_000);
  await running;
  assert.is(posts.length, 1);
  assert.is(history().length, 1);
});

test('a requeued one starts again with seven attempts', async () => {
  const { run, posts, clock, history, work, ledger } = await fixture(() => answered(500));
  const week = 7 * 24 * 60 * MINUTE_MS;
  for (let n = 0; n < 7; n++) {
    await run();
    await clock.advance(week);
  }
  assert.is(history().at(-1)?.type, 'WebhookDeliveryDied');
  await redeliver(ledger, { workspace: 'w', actor: 'operator', correlation: 'c', causation: null }, 'd');
  assert.is(work()?.dueAtMs, clock.nowMs());
  assert.is(work()?.lane, 'e/replay');
  await run();
  assert.is(posts.length, 8);
  const last = history().at(-1)?.data as { attempt: number; nextAttemptAt: string | null } | undefined;
  assert.is(last?.attempt, 1);
  assert.is.not(last?.nextAttemptAt, null);
});

test('a delivery that is not there yet is looked at again later', async () => {
  const { store, run } = await fixture(() => answered(200));
  store.log.splice(1);
  assert.is((await run()).is, 'not begun');
});

test.run();
