import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { webhookDeliveryIdOf } from '../../../src/events/webhookDelivery.ts';
import { healthyAtOnce } from './healthyAtOnce.ts';
import { dateAt, idOf, type MadeUp, type MadeUpEvent, saidOf, WORKSPACE } from './madeUp.ts';
import { webhooksBySchedule } from './webhooksBySchedule.ts';
import { webhooksInTime } from './webhooksInTime.ts';

const test = suite('the rules of the auditor about webhooks');

const MINUTE_MS = 60_000;
const AT_MS = 10_000;
const URL_OF = 'https://hooks1.test/1';
/** The event that is to be delivered is the second of the made-up log. */
const EVENT_ID = idOf(2);
const STREAM = `webhookdelivery-${webhookDeliveryIdOf(EVENT_ID, 'endpoint')}`;

const endpoint = (events: readonly string[] = ['*']): MadeUpEvent => ({
  ...{ atMs: 0, stream: `webhooks-${WORKSPACE}`, type: 'WebhookEndpointCreated' },
  data: { endpointId: 'endpoint', name: 'hooks', url: URL_OF, events, sealedSecret: '' },
});
const happened: MadeUpEvent = {
  ...{ atMs: AT_MS, stream: 'email-e', type: 'Submitted' },
  data: {
    deliveryId: 'd',
    suppressionId: 'd',
    recipient: 'reader@mail1.test',
    sandbox: false,
    response: null,
  },
};
const recorded = (atMs: number, type: string, data: object = {}): MadeUpEvent => ({
  ...{ atMs, stream: STREAM, type, data: { endpointId: 'endpoint', ...data }, actor: 'dispatcher' },
});
const scheduled = recorded(AT_MS + 5, 'WebhookDeliveryScheduled');
const delivered = (atMs: number) => recorded(atMs, 'WebhookDelivered', { attempt: 1, status: 200 });
const failed = (atMs: number, attempt: number, nextMs: number | null) =>
  recorded(atMs, 'WebhookAttemptFailed', {
    ...{ attempt, status: 500, reason: 'status' },
    nextAttemptAt: nextMs === null ? null : dateAt(nextMs),
  });

type PostLine = NonNullable<NonNullable<MadeUp['lines']>['posts']>[number];
const post = (atMs: number, status = 200, takesMs = 20): PostLine => ({
  ...{ process: 'process 1', host: 'hooks1.test', url: URL_OF, eventId: EVENT_ID, timestamp: 0, body: '' },
  ...{ outcome: { outcome: 'answered', status, body: '' }, endedAtMs: atMs + takesMs, atMs },
});
const world = (events: readonly MadeUpEvent[], posts: readonly PostLine[], endMs = 30_000): MadeUp => ({
  ...{ events: [endpoint(), happened, ...events], lines: { posts }, endMs },
  plan: { lastsMs: endMs, receivers: [{ host: 'hooks1.test', behaviour: 'fast' }] },
});

const WELL = world([scheduled, delivered(AT_MS + 40)], [post(AT_MS + 10)]);
/** A first attempt that fails at 10,040 ms, and a second that is due a minute after its end. */
const retried = (secondMs: number, endMs = secondMs + 1_000): MadeUp =>
  world(
    [scheduled, failed(AT_MS + 40, 1, AT_MS + 40 + MINUTE_MS), delivered(secondMs + 40)],
    [post(AT_MS + 10, 500), post(secondMs)],
    endMs,
  );
const DUE_MS = AT_MS + 30 + MINUTE_MS;

test('a delivery that goes by the schedule breaks no rule', async () => {
  for (const rule of [webhooksBySchedule, webhooksInTime, healthyAtOnce]) {
    assert.equal(await saidOf(rule, WELL), [], rule.name);
    assert.equal(await saidOf(rule, retried(DUE_MS + 10)), [], rule.name);
  }
});

test('every endpoint that subscribed is scheduled, and no other', async () => {
  const never = await saidOf(webhooksBySchedule, world([], [], 10 * MINUTE_MS));
  assert.match(never.join(), /was never scheduled/);
  const events = [endpoint(['bounced']), happened, scheduled, delivered(AT_MS + 40)];
  assert.match((await saidOf(webhooksBySchedule, { ...WELL, events })).join(), /had not subscribed/);
});

test('nothing is posted early, twice in one attempt, or after the end', async () => {
  assert.match((await saidOf(webhooksBySchedule, retried(DUE_MS - 500))).join(), /500 ms early/);
  const twice = world([scheduled, delivered(AT_MS + 400)], [post(AT_MS + 10), post(AT_MS + 300)]);
  assert.match((await saidOf(webhooksBySchedule, twice)).join(), /again after it was delivered/);
  const after = world([scheduled, delivered(AT_MS + 40)], [post(AT_MS + 10), post(AT_MS + 5_000)]);
  assert.match((await saidOf(webhooksBySchedule, after)).join(), /after its end, WebhookDelivered/);
  const requeued = recorded(AT_MS + 4_900, 'WebhookDeliveryRequeued', { was: 'delivered' });
  const asked = world(
    [scheduled, delivered(AT_MS + 40), requeued, delivered(AT_MS + 5_040)],
    [post(AT_MS + 10), post(AT_MS + 5_000)],
  );
  assert.equal(await saidOf(webhooksBySchedule, asked), []);
});

test('a log that is away has no attempt made twice; processes that believe to hold the same may make it twice', async () => {
  const twice = world([scheduled, delivered(AT_MS + 400)], [post(AT_MS + 10), post(AT_MS + 300)]);
  const during = (store: 'log' | 'coordination') => ({
    ...twice,
    plan: {
      ...twice.plan,
      plannedEvents: [
        {
          ...({ of: 'store', do: 'unavailable', process: null, share: 1 } as const),
          ...{ store, atMs: AT_MS, lastsMs: 200 },
        },
      ],
    },
  });
  assert.match((await saidOf(webhooksBySchedule, during('log'))).join(), /again after it was delivered/);
  assert.equal(await saidOf(webhooksBySchedule, during('coordination')), []);
});

test('what the log says was seen by the receiver, and has its next attempt by the schedule', async () => {
  const unseen = world([scheduled, delivered(AT_MS + 40)], [post(AT_MS + 10, 500)]);
  assert.match((await saidOf(webhooksBySchedule, unseen)).join(), /its receiver took none/);
  const given = world([scheduled, failed(AT_MS + 40, 1, null)], [post(AT_MS + 10, 500)]);
  assert.match((await saidOf(webhooksBySchedule, given)).join(), /next attempt null after attempt 1/);
});

test('an attempt is at most a second late, unless its endpoint is busy or no dispatcher runs', async () => {
  assert.match((await saidOf(webhooksInTime, retried(DUE_MS + 2_500))).join(), /was posted 2.5 s late/);
  const forgotten = world([scheduled], [], AT_MS + 9_000);
  assert.match((await saidOf(webhooksInTime, forgotten)).join(), /is 9.0 s late/);
  const late = retried(DUE_MS + 2_500);
  const busy = { ...post(DUE_MS - 100, 200, 2_550), eventId: 'another' };
  const posts = [...(late.lines?.posts ?? []), busy];
  assert.equal(await saidOf(webhooksInTime, { ...late, lines: { posts } }), []);
  const hanging = { ...post(AT_MS + 100), eventId: 'another', outcome: null, endedAtMs: null };
  const waits = world([scheduled], [hanging], AT_MS + 90_000);
  assert.equal(await saidOf(webhooksInTime, waits), [], 'a post is under way at the end');
  const kill = { process: 'process 1', life: 1, what: 'killed', atMs: AT_MS + 200 } as const;
  const killed = {
    ...waits,
    lines: { ...waits.lines, processes: [kill, { ...kill, life: 2, what: 'runs', atMs: AT_MS + 210 }] },
  };
  assert.match(
    (await saidOf(webhooksInTime, killed as MadeUp)).join(),
    /s late, in which its endpoint had nothing to do/,
  );
  const processes = [
    { process: 'process 1', life: 1, what: 'killed', atMs: DUE_MS - 100 },
    { process: 'process 1', life: 2, what: 'runs', atMs: DUE_MS + 1_000 },
  ] as const;
  assert.equal(await saidOf(webhooksInTime, { ...late, lines: { ...late.lines, processes } }), []);
});

test('a clock that is set back delays no attempt of a process that lives on', async () => {
  const late = retried(DUE_MS + 2_500);
  const step = { of: 'clock', do: 'step', atMs: AT_MS + 20_000, process: null, byMs: -3_600_000 } as const;
  const among = (...names: readonly string[]): MadeUp => ({
    ...late,
    plan: {
      ...late.plan,
      plannedEvents: [step],
      processes: names.map((name) => ({ name, roles: 'all' as const })),
    },
  });
  assert.match((await saidOf(webhooksInTime, among('process 1'))).join(), /was posted 2.5 s late/);
  assert.equal(
    await saidOf(webhooksInTime, among('process 1', 'process 2')),
    [],
    'another may go by the date',
  );
  const full = among('process 1');
  const ofAnother = { ...post(DUE_MS - 5_000, 500, 6_000), eventId: idOf(9) };
  assert.equal(
    await saidOf(webhooksInTime, { ...full, lines: { posts: [...(full.lines?.posts ?? []), ofAnother] } }),
    [],
    'while its endpoint is busy it may find no room in memory',
  );
});

test('a healthy endpoint gets its first attempt within a second, also after a restart', async () => {
  const at = (atMs: number) => world([scheduled, delivered(atMs + 40)], [post(atMs)]);
  assert.match((await saidOf(healthyAtOnce, at(AT_MS + 3_000))).join(), /after 3000 ms and 0 other posts/);
  const late = at(AT_MS + 3_000);
  const nameless = {
    of: 'outside',
    do: 'names away',
    atMs: AT_MS - 5_000,
    lastsMs: 1_000,
    who: 'hooks1.test',
  } as const;
  const away = { ...late, plan: { ...late.plan, plannedEvents: [nameless] } };
  assert.equal(await saidOf(healthyAtOnce, away), [], 'its name was just away');
  const other = { ...late, plan: { ...late.plan, plannedEvents: [{ ...nameless, who: 'hooks2.test' }] } };
  assert.match((await saidOf(healthyAtOnce, other)).join(), /after 3000 ms/);
  const restarted = (firstMs: number): MadeUp => ({
    ...at(firstMs),
    plan: { ...at(firstMs).plan, over: 'embedded' },
    lines: {
      posts: [post(firstMs)],
      processes: [
        { process: 'process 1', life: 1, what: 'killed', atMs: AT_MS - 1_000 },
        { process: 'process 1', life: 2, what: 'runs', atMs: AT_MS + 2_000 },
      ],
    },
  });
  assert.equal(await saidOf(healthyAtOnce, restarted(AT_MS + 4_500)), []);
  assert.match((await saidOf(healthyAtOnce, restarted(AT_MS + 12_000))).join(), /after 7000 ms/);
});

test.run();
