import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redeliver } from '../../src/commands/webhook/redeliver.ts';
import { streamId } from '../../src/events/category.ts';
import { partitionOf } from '../../src/events/partitionOf.ts';
import type { PostOutcome } from '../../src/ports/poster.ts';
import { answered, dispatchFixture, HOUR_MS, MINUTE_MS, timedOut } from './dispatchFixture.ts';

const test = suite('webhook dispatch');

test('the short way: begun as soon as the schedule is in the log, without index and without reading the delivery', async () => {
  const { endpoint, mail, posts, pages, settle, during, stop, history } = await dispatchFixture(() =>
    answered(200),
  );
  await endpoint('w', 'e');
  await settle();
  await mail('w');
  const before = pages();
  // The endpoints are read once a second, for all attempts of a workspace together.
  const read = await during(async () => {
    await mail('w', 20);
    await settle();
  });
  assert.is(posts.length, 21);
  assert.is(history('WebhookDelivered').length, 21);
  assert.is(pages(), before);
  // The fan-out asks for what is new of the endpoints; nothing is read for the attempts.
  assert.ok(read.reads <= 20, `${read.reads} reads`);
  await stop();
});

test('a delivery is attempted by one of the two ways, however much the index lags', async () => {
  const gates: (() => void)[] = [];
  const fixture = await dispatchFixture(
    () => new Promise((resolve) => gates.push(() => resolve(answered(200)))),
    { known: { e: 'fast' } },
  );
  const { endpoint, mail, posts, fold, tell, settle, clock, stop, history } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w', 3);
  await settle();
  assert.is(posts.length, 3);
  // Under way, and due by the index.
  await fold();
  await tell();
  await clock.advance(5_000);
  assert.is(posts.length, 3);
  // Answered and recorded, and still due by the index.
  for (const open of gates) open();
  await settle();
  await fixture.kick('w', 'e');
  const read = await fixture.during(() => clock.advance(5_000));
  // Of the endpoints, once a second at most; none of the deliveries.
  assert.ok(read.reads <= 6 && read.events === 0, JSON.stringify(read));
  assert.is(history('WebhookDelivered').length, 3);
  assert.is(posts.length, 3);
  await fold();
  await clock.advance(5 * MINUTE_MS);
  assert.is(posts.length, 3);
  await stop();
});

test('what a crash left pending comes from the index, once; what was recorded is not posted again', async () => {
  let isDown = true;
  const fixture = await dispatchFixture(() => (isDown ? new Promise(() => {}) : answered(200)));
  const { endpoint, mail, posts, fold, settle, kill, stop, clock } = fixture;
  await endpoint('w', 'e');
  await settle();
  isDown = false;
  await mail('w', 5);
  await settle();
  isDown = true;
  await mail('w', 4);
  await settle();
  assert.is(posts.length, 9);
  kill();
  isDown = false;
  await fold();
  await clock.advance(MINUTE_MS);
  assert.is(posts.length, 13);
  const counts = posts.map(({ eventId }) => posts.filter((post) => post.eventId === eventId).length);
  assert.equal([...counts].sort(), [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
  await stop();
});

test("what another process's endpoint is about is left to it, and taken over with the partition", async () => {
  const fixture = await dispatchFixture(() => answered(200), { partitions: 4 });
  const { endpoint, mail, posts, fold, tell, hold, clock, settle, stop } = fixture;
  const mine = partitionOf('e', 4);
  hold([(mine + 1) % 4]);
  await endpoint('w', 'e');
  await settle();
  await mail('w', 3);
  await fold();
  await tell();
  await clock.advance(10_000);
  assert.is(posts.length, 0);
  hold([mine]);
  await clock.advance(2_000);
  assert.is(posts.length, 3);
  await stop();
});

test('of a partition that is given up nothing more is begun, and it is drained once what was under way has ended', async () => {
  const gates: (() => void)[] = [];
  const fixture = await dispatchFixture(
    () => new Promise((resolve) => gates.push(() => resolve(answered(200)))),
    { known: { e: 'fast' } },
  );
  const { endpoint, mail, posts, hold, history, drained, settle, stop } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w', 20);
  await settle();
  assert.is(posts.length, 8);
  hold([]);
  let isDrained = false;
  const draining = drained(0).then(() => {
    isDrained = true;
  });
  for (const open of gates.splice(0, 7)) open();
  await settle();
  assert.not.ok(isDrained);
  assert.is(posts.length, 8, 'begun for the other process, too');
  for (const open of gates) open();
  await draining;
  assert.is(history('WebhookDelivered').length, 8);
  await stop();
});

test("a pause that ends when the partition is another process's is left to that one, and taken over with the partition", async () => {
  const fixture = await dispatchFixture(() => answered(500));
  const { endpoint, mail, posts, fold, tell, hold, clock, settle, stop } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w');
  await settle();
  await fold();
  await tell();
  assert.is(posts.length, 1);
  hold([]);
  await clock.advance(10 * MINUTE_MS);
  assert.is(posts.length, 1, 'posted for the other process, too');
  hold([0]);
  await clock.advance(2_000);
  assert.is(posts.length, 2);
  await stop();
});

test('what ends when its partition is lost leaves nothing in the way when the partition comes back', async () => {
  let open = () => {};
  const hanging = new Promise<PostOutcome>((resolve) => {
    open = () => resolve(timedOut);
  });
  const answering = () => (posts.length > 1 ? answered(200) : hanging);
  // Of a silent endpoint few deliveries are in memory.
  const fixture = await dispatchFixture(answering, { known: { e: 'silent' } });
  const { endpoint, mail, append, posts, fold, hold, clock, settle, history, stop } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w', 3);
  await settle();
  hold([]);
  await clock.advance(1_000);
  // The next holder was quicker, also with what is under way here.
  const nextAttemptAt = new Date(clock.nowMs() + MINUTE_MS).toISOString();
  const failed = {
    endpointId: 'e',
    attempt: 1,
    status: null,
    reason: 'timeout',
    durationMs: 5,
    nextAttemptAt,
  };
  for (const { stream } of history('WebhookDeliveryScheduled'))
    await append('w', stream, 'WebhookAttemptFailed', failed);
  open();
  await fold();
  await clock.advance(2 * MINUTE_MS);
  assert.is(posts.length, 1, 'posted for the other process, too');
  hold([0]);
  await clock.advance(5_000);
  assert.is(posts.length, 4);
  await stop();
});

test('a delivery that another process scheduled is begun when the event was seen and the index has it', async () => {
  const { endpoint, mail, posts, fold, tell, clock, settle, hold, stop } = await dispatchFixture(() =>
    answered(200),
  );
  await endpoint('w', 'e');
  await settle();
  hold([]);
  await mail('w', 2);
  hold([0]);
  await settle();
  await tell();
  await clock.advance(200);
  assert.is(posts.length, 0);
  await fold();
  await clock.advance(200);
  assert.is(posts.length, 2);
  await stop();
});

test('after a backlog from the index new deliveries go the short way again at once', async () => {
  const { endpoint, mail, posts, fold, tell, clock, hold, settle, stop } = await dispatchFixture(() =>
    answered(200),
  );
  await endpoint('w', 'e');
  await settle();
  hold([]);
  await mail('w', 300);
  await fold();
  hold([0]);
  await tell();
  while (posts.length < 300) await clock.advance(5);
  await clock.advance(20);
  // Neither folded nor reacted to: only the short way can bring it.
  await mail('w');
  await settle();
  assert.is(posts.length, 301);
  await stop();
});

test('while a backlog is read from the index a new delivery waits there too, after it', async () => {
  const fixture = await dispatchFixture(
    async () => {
      await fixture.clock.sleep(10);
      return answered(200);
    },
    { known: { e: 'fast' } },
  );
  const { endpoint, mail, posts, fold, hold, clock, stop } = fixture;
  await endpoint('w', 'e');
  hold([]);
  await mail('w', 400);
  await fold();
  hold([0]);
  await clock.advance(1_100);
  const before = new Set(posts.map(({ eventId }) => eventId));
  assert.ok(before.size > 0 && before.size < 200, `${before.size} posts`);
  const handedOver = mail('w');
  await clock.advance(1);
  const [newest] = fixture.history('Delivered').slice(-1);
  await fold();
  await clock.advance(5_000);
  await handedOver;
  assert.is(posts.length, 401);
  assert.is(posts.at(-1)?.eventId, newest?.id);
  await stop();
});

test('a fan-out that is run again hands nothing over again', async () => {
  const { endpoint, mail, again, posts, fold, clock, settle, stop } = await dispatchFixture(() =>
    answered(200),
  );
  await endpoint('w', 'e');
  await settle();
  await mail('w', 3);
  await settle();
  await fold();
  await clock.advance(2_000);
  await again();
  await clock.advance(2_000);
  assert.is(posts.length, 3);
  await stop();
});

test('a requeued delivery goes out again, though the index had still to pass its first outcome', async () => {
  const { endpoint, mail, posts, fold, tell, clock, settle, ledger, history, stop } = await dispatchFixture(
    () => answered(200),
  );
  await endpoint('w', 'e');
  await settle();
  await mail('w');
  await settle();
  const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };
  await redeliver(ledger, origin, streamId(history('WebhookDelivered')[0]?.stream ?? ''));
  await tell();
  await fold();
  await clock.advance(1_000);
  assert.is(posts.length, 2);
  await fold();
  await clock.advance(10 * MINUTE_MS);
  assert.is(posts.length, 2);
  await stop();
});

test('a delivery that is requeued while it is attempted goes out again at once after that', async () => {
  const { endpoint, mail, postsTo, fold, tell, clock, settle, ledger, history, stop } = await dispatchFixture(
    async ({ endpointId }) => {
      if (endpointId !== 'silent') return answered(200);
      await clock.sleep(10_000);
      return timedOut;
    },
  );
  await endpoint('w', 'silent');
  await endpoint('v', 'fast');
  await settle();
  await mail('w');
  await settle();
  await clock.advance(10_000);
  await fold();
  // In the middle of the second attempt.
  await clock.advance(MINUTE_MS + 5_000);
  assert.is(postsTo('silent').length, 2);
  const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };
  await redeliver(ledger, origin, streamId(history('WebhookDeliveryScheduled')[0]?.stream ?? ''));
  await tell();
  // What is done for another endpoint shows the dispatch, just before the end, that the index has passed the event.
  await clock.advance(4_700);
  await mail('v');
  await settle();
  await fold();
  await clock.advance(280);
  assert.is(postsTo('silent').length, 2);
  await clock.advance(500);
  assert.is(postsTo('silent').length, 3);
  await stop();
});

test('a pause is void once the index brought its delivery earlier, since the clock was set forward', async () => {
  const { endpoint, mail, posts, fold, clock, settle, during, stop } = await dispatchFixture(() =>
    answered(500),
  );
  await endpoint('w', 'e');
  await settle();
  await mail('w');
  await settle();
  await fold();
  await clock.advance(MINUTE_MS);
  await settle();
  await fold();
  assert.is(posts.length, 2, 'the next is in five minutes');
  clock.step(clock.nowMs() + 4 * MINUTE_MS);
  await clock.advance(MINUTE_MS + 1_000);
  await settle();
  await fold();
  assert.is(posts.length, 3);
  // A node of the log that lags would give the delivery as it was before the third attempt.
  const read = await during(() => clock.advance(10 * MINUTE_MS));
  assert.is(read.events, 0, 'nothing is read of the delivery when the pause would have been over');
  assert.is(posts.length, 3);
  await stop();
});

test('retries come exactly on schedule, also when the clock is set back or forward in between', async () => {
  for (const stepMs of [0, -30_000, -HOUR_MS]) {
    const { endpoint, mail, posts, fold, clock, settle, stop } = await dispatchFixture(() => answered(500));
    await endpoint('w', 'e');
    await settle();
    await mail('w');
    await settle();
    await fold();
    await clock.advance(10_000);
    clock.step(clock.nowMs() + stepMs);
    await clock.advance(49_999);
    assert.is(posts.length, 1, `a step of ${stepMs} ms`);
    await clock.advance(1);
    assert.is(posts.length, 2, `a step of ${stepMs} ms`);
    await fold();
    await clock.advance(5 * MINUTE_MS);
    assert.is(posts.length, 3, `a step of ${stepMs} ms`);
    await stop();
  }
});

test('first attempts from the index are begun though the clock was set back since they were scheduled', async () => {
  const { endpoint, mail, posts, fold, clock, hold, settle, stop } = await dispatchFixture(() =>
    answered(200),
  );
  hold([]);
  await endpoint('w', 'e');
  await mail('w', 3);
  await fold();
  clock.step(clock.nowMs() - 30_000);
  hold([0]);
  await settle();
  await clock.advance(2_000);
  assert.is(posts.length, 3);
  await stop();
});

test('a minute of looking costs one page, however many endpoints wait', async () => {
  const fixture = await dispatchFixture(() => answered(500));
  const { endpoint, mail, posts, fold, pages, sweptPages, clock, kill, settle, stop } = fixture;
  const endpoints = 200;
  await settle();
  for (let n = 0; n < endpoints; n++) {
    await endpoint(`w${n}`, `e${n}`);
    await mail(`w${n}`, 2);
  }
  await settle();
  await fold();
  assert.is(posts.length, 2 * endpoints);
  // A new process knows none of them, and goes through the lanes once.
  kill();
  await clock.advance(2_000);
  const [before, swept] = [pages(), sweptPages()];
  await clock.advance(20_000);
  assert.equal([pages() - before, sweptPages() - swept], [0, 0]);
  await clock.advance(40_000);
  assert.is(posts.length, 4 * endpoints);
  await stop();
});

test('for an endpoint that is off everything waits without a look; switched on it goes on, eight at once', async () => {
  const gates: (() => void)[] = [];
  let isOn = false;
  const fixture = await dispatchFixture(() =>
    isOn ? new Promise((resolve) => gates.push(() => resolve(answered(200)))) : answered(500),
  );
  const { endpoint, change, mail, posts, fold, tell, pages, clock, most, settle, history, stop } = fixture;
  await endpoint('w', 'e');
  await settle();
  await mail('w', 30);
  await settle();
  await fold();
  await change('w', 'e', { status: 'DISABLED' });
  await tell();
  await clock.advance(2 * MINUTE_MS);
  const before = pages();
  await clock.advance(MINUTE_MS / 2);
  assert.is(posts.length, 30);
  assert.is(pages() - before, 0);
  // Nothing is scheduled in between.
  await mail('w', 5);
  assert.is(history('WebhookDeliveryScheduled').length, 30);
  isOn = true;
  await change('w', 'e', { status: 'ACTIVE' });
  await tell();
  for (let turn = 0; turn < 40; turn++) {
    await clock.advance(20);
    for (const open of gates.splice(0)) open();
  }
  assert.is(history('WebhookDelivered').length, 30);
  assert.is(posts.length, 60);
  assert.is(most('e'), 8);
  await stop();
});

test('the first event of a new endpoint is posted, though its workspace was asked for just before', async () => {
  const { endpoint, mail, postsTo, settle, history, stop } = await dispatchFixture(() => answered(200));
  await endpoint('w', 'e');
  await mail('w');
  await settle();
  await endpoint('w', 'new');
  await mail('w');
  await settle();
  assert.is(postsTo('new').length, 1);
  assert.is(history('WebhookDeliveryDied').length, 0);
  await stop();
});

test('an attempt that had read its endpoint just before that was switched on closes nothing', async () => {
  const { endpoint, change, mail, posts, fold, tell, clock, settle, store, stop } = await dispatchFixture(
    () => answered(500),
  );
  await endpoint('w', 'e');
  await settle();
  await mail('w');
  await settle();
  await fold();
  await change('w', 'e', { status: 'DISABLED' });
  await tell();
  const gates: (() => void)[] = [];
  let isHeld = true;
  const read = store.readStream;
  store.readStream = async (stream, options) => {
    const events = await read(stream, options);
    if (isHeld && stream.startsWith('webhooks-')) await new Promise<void>((resolve) => gates.push(resolve));
    return events;
  };
  const release = async () => {
    for (const open of gates.splice(0)) open();
    await settle();
  };
  await clock.advance(MINUTE_MS);
  assert.is(gates.length, 1, 'the attempt reads its endpoint');
  // It asks again, since that is off.
  await release();
  assert.is(gates.length, 1);
  isHeld = false;
  await change('w', 'e', { status: 'ACTIVE' });
  await tell();
  await clock.advance(1_000);
  await release();
  await clock.advance(2_000);
  assert.is(posts.length, 2);
  await stop();
});

for (const isKilled of [false, true])
  test(`an endpoint that stays off for 72 hours leaves its deliveries dead, none of them posted${isKilled ? ', over a kill too' : ''}`, async () => {
    const { endpoint, change, mail, posts, fold, tell, clock, kill, settle, history, stop } =
      await dispatchFixture(() => answered(500));
    await endpoint('w', 'e');
    await settle();
    await mail('w', 20);
    await settle();
    await fold();
    await change('w', 'e', { status: 'DISABLED' });
    await tell();
    clock.pass(36 * HOUR_MS);
    await settle();
    if (isKilled) kill();
    await settle();
    clock.pass(36 * HOUR_MS - 1_000);
    await settle();
    assert.is(history('WebhookDeliveryDied').length, 0);
    await clock.advance(3_000);
    assert.is(history('WebhookDeliveryDied').length, 20);
    assert.is(posts.length, 20);
    await stop();
  });

test.run();
