import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import type { PostOutcome } from '../../src/ports/poster.ts';
import { answered, failed, fixture, MINUTE_MS } from './workerFixture.ts';

const test = suite('how an attempt at a webhook delivery ends');

const reset: PostOutcome = { outcome: 'failed', reason: 'reset', detail: 'x' };

test('the next attempt is counted from the end of an attempt that took its time', async () => {
  const { run, clock, store, work } = await fixture(() => {
    clock.pass(5_000);
    return answered(500);
  });
  const startedAtMs = clock.nowMs();
  const end = await run();
  assert.is(end.is, 'failed');
  assert.is(end.is === 'failed' && end.pauseMs, MINUTE_MS);
  assert.is(Date.parse(store.log.at(-1)?.metadata.at ?? ''), startedAtMs + 5_000);
  assert.is(work()?.dueAtMs, startedAtMs + 5_000 + MINUTE_MS);
});

test('the next attempt is counted from the end of an attempt whose outcome could not be written at once', async () => {
  const { run, clock, store, history } = await fixture(() => {
    store.failNext(new EventStoreUnavailable('no space is left'));
    return answered(500);
  });
  const startedMs = clock.monotonicMs();
  const running = run().then((end) => ({ end, tookMs: clock.monotonicMs() - startedMs }));
  await clock.advance(10_000);
  const { end, tookMs } = await running;
  assert.ok(tookMs > 0, 'it was written at once');
  assert.is(history().length, 1);
  assert.is(end.is === 'failed' && end.pauseMs, MINUTE_MS - tookMs);
});

test('a failure that took more than two seconds counts as silence, a quicker one says nothing', async () => {
  for (const [outcome, tookMs, what] of [
    [reset, 2_000, 'nothing'],
    [reset, 2_001, 'silence'],
    [failed('address_refused'), 3_000, 'silence'],
    [failed('timeout'), 500, 'silence'],
  ] as const) {
    const { run, clock, heard } = await fixture(() => {
      clock.pass(tookMs);
      return outcome;
    });
    await run();
    assert.equal(heard, [what], `${tookMs} ms`);
  }
});

test('a look that comes too early ends without a post and is not over; a look after the end is over', async () => {
  const { run, clock, posts, store } = await fixture((_, attempt) => answered(attempt === 1 ? 500 : 200));
  const position = () => store.log.at(-1)?.position;
  await run();
  assert.equal(await run(), { is: 'done', position: position() });
  assert.is(posts.length, 1);
  await clock.advance(MINUTE_MS);
  await run();
  assert.is(posts.length, 2);
  assert.equal(await run(), { is: 'done', position: position() });
  assert.is(posts.length, 2);
});

for (const [status, type, is] of [
  [200, 'WebhookDelivered', 'done'],
  [500, 'WebhookAttemptFailed', 'failed'],
] as const)
  test(`issue 50, 7: a post that was open while an operator asked for it again is recorded (${status})`, async () => {
    const { run, store, posts, history, work, clock } = await fixture(async (_, attempt) => {
      if (attempt === 1) return answered(500);
      const stream = 'webhookdelivery-d';
      const last = (await store.readStream(stream)).at(-1);
      const metadata = {
        v: 1,
        workspace: 'w',
        actor: 'operator',
        correlation: 'r',
        causation: null,
        at: 'now',
      };
      const data = { endpointId: 'e', was: 'pending' };
      await store.append(stream, last?.revision ?? 'no-stream', [
        { id: `again ${attempt}`, type: 'WebhookDeliveryRequeued', data, metadata },
      ]);
      return answered(status);
    });
    await run();
    await clock.advance(MINUTE_MS);
    assert.is((await run()).is, is);
    assert.is(posts.length, 2);
    assert.equal(
      history().map((event) => event.type),
      ['WebhookAttemptFailed', 'WebhookDeliveryRequeued', type],
    );
    const { data } = history().at(-1) ?? {};
    assert.is((data as { attempt: number }).attempt, 1, 'the first of the new attempts');
    assert.is(work()?.dueAtMs, status === 200 ? undefined : clock.nowMs());
  });

test('what another run recorded during a post stays the valid one, also where an operator came after it', async () => {
  const { run, store, history } = await fixture(async () => {
    const stream = 'webhookdelivery-d';
    const last = (await store.readStream(stream)).at(-1);
    const metadata = { v: 1, workspace: 'w', actor: 'other', correlation: 'r', causation: null, at: 'now' };
    await store.append(stream, last?.revision ?? 'no-stream', [
      {
        id: 'x',
        type: 'WebhookDelivered',
        data: { endpointId: 'e', attempt: 1, status: 200, durationMs: 1 },
        metadata,
      },
      { id: 'y', type: 'WebhookDeliveryRequeued', data: { endpointId: 'e', was: 'delivered' }, metadata },
    ]);
    return answered(500);
  });
  assert.is((await run()).is, 'done');
  assert.equal(
    history().map(({ type }) => type),
    ['WebhookDelivered', 'WebhookDeliveryRequeued'],
  );
});

test('an outcome that cannot be written for another reason than a conflict is a fault of the attempt', async () => {
  const fault = new Error('the disk is full');
  const { run, posts, store, history } = await fixture((_, attempt) => {
    if (attempt === 1) store.failNext(fault);
    return answered(200);
  });
  let thrown: unknown = null;
  await run().catch((error: unknown) => {
    thrown = error;
  });
  assert.is(thrown, fault);
  assert.equal(history(), []);
  // Nothing is recorded, so that the next look attempts it again.
  await run();
  assert.is(posts.length, 2);
  assert.is(history()[0]?.type, 'WebhookDelivered');
});

test.run();
