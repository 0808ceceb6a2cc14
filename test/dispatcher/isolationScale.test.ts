// runs in: test:all
// timeout: 3600 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../src/ports/documents.ts';
import type { KnownSpeedClass } from '../../src/projections/webhookHealth.ts';
import type { WebhookWorkDocument } from '../../src/projections/webhookWork.ts';
import { workTable } from '../work/workTable.ts';
import { answered, dispatchFixture, timedOut } from './dispatchFixture.ts';

const test = suite('isolation of a fast endpoint next to very many deliveries');

const HANGING = 1_000;
const EACH = 20;
const BURST = 20_000;
const MOST_LAG_MS = 100;

/** An index whose pages cost what is on them, however many deliveries wait. */
const largeIndex = () => workTable().collection as Collection<object> as Collection<WebhookWorkDocument>;

type Fixture = Awaited<ReturnType<typeof dispatchFixture>>;

/** The longest time from a mail of the healthy workspace to its post, over a hundred mails. */
async function longestLagMs({ mail, clock, postsTo }: Fixture): Promise<number> {
  const before = postsTo('ok').length;
  const mailedAtMs: number[] = [];
  const mails: Promise<void>[] = [];
  for (let n = 0; n < 100; n++) {
    mailedAtMs.push(clock.monotonicMs());
    mails.push(mail('healthy'));
    await clock.advance(20);
  }
  await clock.advance(1_000);
  await Promise.all(mails);
  const posts = postsTo('ok').slice(before);
  return Math.max(...mailedAtMs.map((atMs, n) => (posts[n]?.atMs ?? Number.POSITIVE_INFINITY) - atMs));
}

test(`${HANGING} endpoints that never answer, with ${HANGING * EACH} deliveries, before and after a restart`, async () => {
  /** What the read model of their health shows at a start. */
  const known: Record<string, KnownSpeedClass> = {};
  const fixture = await dispatchFixture(
    async ({ endpointId }) => {
      if (endpointId === 'ok') return answered(200);
      await fixture.clock.sleep(10_000);
      return timedOut;
    },
    { index: largeIndex(), known },
  );
  const { endpoint, mail, fold, hold, clock, kill, settle, stop } = fixture;
  await endpoint('healthy', 'ok');
  for (let n = 0; n < HANGING; n++) await endpoint(`w${n}`, `hang${n}`);
  await mail('healthy');
  await settle();
  hold([]);
  await clock.advance(1_000);
  for (let n = 0; n < HANGING; n++) await mail(`w${n}`, EACH);
  await fold();
  hold([0]);
  await clock.advance(5_000);
  for (const when of ['while they are read', 'after their first timeouts', 'after a restart']) {
    const lagMs = await longestLagMs(fixture);
    assert.ok(lagMs < MOST_LAG_MS, `${lagMs} ms ${when}`);
    await clock.advance(20_000);
    if (when === 'after their first timeouts') {
      known.ok = 'fast';
      for (let n = 0; n < HANGING; n++) known[`hang${n}`] = 'silent';
      kill();
    }
    await settle();
  }
  await stop();
});

test(`a burst of ${BURST} deliveries: all arrive once, and a single one for another endpoint at once`, async () => {
  const fixture = await dispatchFixture(
    async ({ endpointId }) => {
      await fixture.clock.sleep(endpointId === 'ok' ? 1 : 5);
      return answered(200);
    },
    { index: largeIndex() },
  );
  const { endpoint, mail, fold, hold, clock, settle, postsTo, history, stop } = fixture;
  await endpoint('healthy', 'ok');
  await endpoint('w', 'burst');
  await mail('healthy');
  await settle();
  hold([]);
  await clock.advance(1_000);
  await mail('w', BURST);
  await fold();
  hold([0]);
  await clock.advance(2_000);
  const lagMs = await longestLagMs(fixture);
  assert.ok(lagMs < MOST_LAG_MS, `${lagMs} ms`);
  while (postsTo('burst').length < BURST) {
    const before = postsTo('burst').length;
    await clock.advance(5_000);
    await fold();
    assert.ok(postsTo('burst').length > before, `it stands still at ${before}`);
  }
  await clock.advance(5_000);
  assert.is(postsTo('burst').length, BURST);
  assert.is(new Set(postsTo('burst').map(({ eventId }) => eventId)).size, BURST);
  assert.is(history('WebhookDelivered').length, BURST + 101);
  await stop();
});

test('an endpoint with a backlog is changed, and switched off and on: it goes by what it is now, others as before', async () => {
  const fixture = await dispatchFixture(async ({ endpointId }) => {
    await fixture.clock.sleep(endpointId === 'ok' ? 1 : 1_000);
    return answered(200);
  });
  const { endpoint, change, mail, fold, tell, hold, clock, postsTo, stop } = fixture;
  await endpoint('healthy', 'ok');
  await endpoint('w', 'e');
  hold([]);
  await clock.advance(1_000);
  await mail('w', 1_000);
  await fold();
  hold([0]);
  await clock.advance(10_000);
  const toFirst = postsTo('e').length;
  assert.ok(toFirst > 0);
  await change('w', 'e', { url: 'https://x.test/moved' });
  await tell();
  await clock.advance(10_000);
  assert.is(postsTo('e').length, toFirst, 'nothing more goes to where it was');
  assert.ok(postsTo('moved').length > 0);
  assert.ok((await longestLagMs(fixture)) < MOST_LAG_MS);
  await change('w', 'e', { status: 'DISABLED' });
  await tell();
  await clock.advance(2_000);
  const whenOff = postsTo('moved').length;
  await clock.advance(60_000);
  assert.is(postsTo('moved').length, whenOff, 'nothing goes to an endpoint that is off');
  await change('w', 'e', { status: 'ACTIVE' });
  await tell();
  await clock.advance(10_000);
  assert.ok(postsTo('moved').length > whenOff, 'switched on it goes on');
  assert.ok((await longestLagMs(fixture)) < MOST_LAG_MS);
  await stop();
});

test.run();
