import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { webhookDelivery } from '../../src/events/webhookDelivery.ts';
import type { GaugeValue } from '../../src/ports/metrics.ts';
import { NO_FIGURES } from '../../src/projections/dailyAnalytics.ts';
import { noMetrics } from '../support/quietLog.ts';
import { consoleFixture } from './consoleFixture.ts';

/** What the first page says, from what the process knows of itself and its read models. */
const test = suite('console: overview');

const GIB = 1024 ** 3;

/** The page of an operator of all workspaces, over these gauges. */
async function nowPage(gauges: readonly GaugeValue[], checks?: readonly { ok: boolean; says: string }[]) {
  let asked = 0;
  const at = await consoleFixture({
    context: {
      metrics: {
        ...noMetrics,
        gauges: async (names) => gauges.filter(({ name }) => names.includes(name)),
      },
    },
    reports: {
      logDamage: null,
      ...(checks && {
        checks: async () => {
          asked++;
          return checks.map((one) => ({ name: 'master key', mend: 'Run: chmod 600 it', ...one }));
        },
      }),
    },
  });
  const ann = await at.loggedIn();
  return { at, ann, asked: () => asked, text: (await ann.get('/')).text };
}

test('the oldest due work of each kind, what lags, and the disk: the worst first', async () => {
  const { at, text } = await nowPage([
    { name: 'postledger_consumer_lag_seconds', labels: { consumer: 'projection:messages_v9' }, value: 40 },
    { name: 'postledger_consumer_lag_seconds', labels: { consumer: 'projection:<b>' }, value: 2 },
    { name: 'postledger_data_free_bytes', labels: {}, value: 0.2 * GIB },
    { name: 'postledger_carrier_bound', labels: {}, value: 0 },
    { name: 'postledger_missing_events', labels: { process: 'background' }, value: 0 },
    { name: 'postledger_missing_events', labels: {}, value: 12 },
  ]);
  const says = [...text.matchAll(/<li[^>]*><strong>(.*?)<\/strong>/g)].map(([, one]) => one);
  assert.equal(says, [
    'Acknowledged events are missing from the log, 12 at least.',
    'The disk of the data folder has 0.2 GiB left.',
    'The carrier of text messages is not bound: none is sent.',
    'The background is 40 s late: figures and lists are as old (messages_v9).',
  ]);
  await at.close();
});

test('what was found stands under its kind; what loses mail is first and alone in red, each with its next step', async () => {
  const { at, text } = await nowPage(
    [
      { name: 'postledger_data_free_bytes', labels: {}, value: 0.2 * GIB },
      { name: 'postledger_carrier_bound', labels: {}, value: 0 },
      { name: 'postledger_missing_events', labels: {}, value: 12 },
    ],
    [1, 2, 3, 4, 5, 6, 7].map((n) => ({ ok: false, says: `fault ${n}` })),
  );
  const kinds = [...text.matchAll(/<section><h2>(.*?): (\d+)<\/h2>(.*?)<\/section>/gs)];
  assert.equal(
    kinds.map(([, kind, count]) => [kind, Number(count)]),
    [
      ['Mail is lost or refused', 2],
      ['Mail waits, or is counted late', 1],
      ['To be set right', 7],
    ],
  );
  assert.equal(
    kinds.map(([, , , list = '']) => list.split('class="bad-one"').length - 1),
    [2, 0, 0],
  );
  assert.match(kinds[0]?.[3] ?? '', '<code>postledger audit missing</code>');
  assert.match(kinds[2]?.[3] ?? '', '<details><summary>2 more</summary>');
  await at.close();
});

test('the week in four figures, next to the one before; what the route cannot know is not shown', async () => {
  const at = await consoleFixture();
  const { api } = at;
  const { dailyAnalytics } = api.models;
  const days = async (figures: Readonly<Record<string, number>>, from: number, n: number) => {
    for (let ago = from; ago < from + n; ago++) {
      const day = new Date(api.clock.nowMs() - ago * 86_400_000).toISOString().slice(0, 10);
      await dailyAnalytics.writeMany([
        {
          key: `${api.workspace}/${day}`,
          position: positionAt(1_000_000 + written++),
          document: { workspace: api.workspace, day, ...NO_FIGURES, ...figures },
        },
      ]);
    }
  };
  let written = 0;
  const cards = async (path: string) => {
    const { text } = await (await at.loggedIn()).get(path);
    return [
      ...text.matchAll(/class="card"><span>(.*?)<\/span><b>(.*?)<\/b>.*?<span class="(\w+)">(.*?)<\/span>/gs),
    ].map(([, ...parts]) => parts);
  };
  assert.equal(
    (await cards('/')).map(([label, value]) => [label, value]),
    [
      ['Sent', '0'],
      ['Delivery rate', '–'],
      ['Bounce rate', '–'],
      ['Complaint rate', '–'],
    ],
  );
  api.clock.pass(5_000);
  await days({ accepted: 1_000, submitted: 990, delivered: 980, bounced: 15, complained: 1 }, 0, 7);
  await days({ accepted: 800, submitted: 800, delivered: 790, bounced: 4, complained: 0 }, 7, 7);
  assert.equal(await cards('/'), [
    ['Sent', '7,000', 'quiet', '+25 % against the week before'],
    ['Delivery rate', '98 %', 'bad', '-0.75 points against the week before'],
    ['Bounce rate', '1.5 %', 'bad', '+1 points against the week before'],
    ['Complaint rate', '0.1 %', 'bad', '+0.1 points against the week before'],
  ]);
  await days({ accepted: 1_000, submitted: 990, delivered: 3, bounced: 2 }, 0, 7);
  const [, submission] = await cards('/w/default/overview');
  assert.equal(submission?.slice(0, 2), ['Submission rate', '99 %']);
  const { text } = await (await at.loggedIn({ name: 'Cy' })).get('/w/default/overview');
  assert.match(text, 'What was delivered is not known');
  await at.close();
});

test('where most bounced, by domain, campaign, template and tag, the worst first', async () => {
  const at = await consoleFixture();
  const { api } = at;
  const send = async (to: string, tag: string, key: string) => {
    const body = { from: 'shop@acme.test', to, subject: 's', text: 't', tags: [tag] };
    assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey: key })).status, 202);
  };
  for (const n of [1, 2, 3]) await send(`ann${n}@good.test`, 'good', `g${n}`);
  await send('bounce@example.com', 'worse', 'b');
  const one = await at.loggedIn();
  await one.get('/');
  api.clock.pass(5_000);
  const { text } = await one.get('/');
  const table = (by: string) =>
    new RegExp(`<caption>By ${by}</caption>.*?<tbody>(.*?)</tbody>`, 's').exec(text)?.[1] ?? '';
  assert.match(table('domain of the recipient'), 'good.test');
  assert.match(table('tag'), 'messages?find=good');
  assert.match(text, 'No messages with a campaign.');
  assert.match(text, '/w/default/figures/by/template');
  await at.close();
});

test('what is well is not said, nor what concerns others to a person of one workspace', async () => {
  const { at, text } = await nowPage([{ name: 'postledger_data_free_bytes', labels: {}, value: 50 * GIB }]);
  assert.match(text, 'Nothing needs attention.');
  await at.close();
});

test('work that is due and not done, of each kind, by the work indexes: workers of other machines are asked too', async () => {
  const at = await consoleFixture();
  const { api } = at;
  const body = { from: 'shop@acme.test', to: 'ann@customer.test', subject: 's', text: 't' };
  assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey: '1' })).status, 202);
  const said = async (person?: { workspaceId: string }) => (await (await at.loggedIn(person)).get('/')).text;
  api.clock.pass(59_000);
  assert.match(await said(), 'Nothing needs attention.');
  api.clock.pass(241_000);
  assert.match(await said(), 'Work of the kind email has been due for 5 min, in 1 lane.');
  assert.match(await said({ workspaceId: api.workspace }), 'Nothing needs attention.');
  await at.close();
});

test('read models that are being built, the one that has come least first, without their versions', async () => {
  const building = () => ({ 'projection:contacts_v1': 0.29, 'projection:webhook_work_p16_v4': 0 });
  const startUp = { takesSends: true, knowsKeys: true, checks: () => ({}), building };
  const at = await consoleFixture({ context: { startUp } });
  const { text } = await (await at.loggedIn({ workspaceId: at.api.workspace })).get('/');
  assert.match(text, 'as after an upgrade: webhook_work 0 %, contacts 29 %.');
  await at.close();
});

test('those who see the same workspaces share an answer for five seconds', async () => {
  let asked = 0;
  const gauges = async () => {
    asked++;
    return [];
  };
  const at = await consoleFixture({ context: { metrics: { ...noMetrics, gauges } } });
  const [ann, bob] = [await at.loggedIn(), await at.loggedIn({ name: 'Bob' })];
  await Promise.all([ann.get('/'), bob.get('/'), ann.get('/')]);
  assert.is(asked, 1);
  at.api.clock.pass(5_000);
  await bob.get('/');
  assert.is(asked, 2);
  await at.close();
});

test("doctor's findings of this machine, asked for once a minute", async () => {
  const { at, ann, asked, text } = await nowPage(
    [],
    [
      { ok: true, says: 'all right' },
      { ok: false, says: 'can be read by <b>others</b>' },
    ],
  );
  assert.match(text, 'master key: can be read by &lt;b&gt;others&lt;/b&gt;.');
  assert.match(text, 'Run: chmod 600 it');
  assert.not.match(text, 'all right');
  await ann.get('/');
  assert.is(asked(), 1);
  at.api.clock.pass(61_000);
  await ann.get('/');
  assert.is(asked(), 2);
  await at.close();
});

test('the last hour: messages and webhooks in steps of five minutes, as plots and as tables', async () => {
  const at = await consoleFixture();
  const { api } = at;
  const send = async (to: string, key: string) => {
    const body = { from: 'shop@acme.test', to, subject: 's', text: 't' };
    assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey: key })).status, 202);
  };
  const hour = async (name: string) => {
    const { text } = await (await at.loggedIn({ name })).get('/');
    const plots = [...text.matchAll(/data-plot="([^"]*)"/g)].slice(0, 2);
    return plots.map(([, json = '']) => {
      const { times, series } = JSON.parse(json.replaceAll('&quot;', '"'));
      assert.is(times.length, 12);
      return series.map(({ label, values }: { label: string; values: readonly number[] }) => [
        label,
        values.reduce((sum, value) => sum + value, 0),
      ]);
    });
  };
  await send('delivered@example.com', '1');
  api.clock.pass(50 * 60_000);
  await send('ann@customer.test', '2');
  await send('bounced@example.com', '3');
  const endpointId = api.ledger.ids.uuid();
  const scheduled = {
    endpointId,
    eventId: api.ledger.ids.uuid(),
    kind: 'bounced',
    body: '{}',
    subjectId: 'x',
  };
  const failed = { endpointId, attempt: 1, status: 503, reason: 'status', answer: null, durationMs: 1 };
  await api.ledger.store.append(
    webhookDelivery.stream('d'),
    'no-stream',
    newEvents(api.ledger, api.origin, [
      { type: 'WebhookDeliveryScheduled', data: scheduled },
      { type: 'WebhookAttemptFailed', data: { ...failed, nextAttemptAt: null } },
    ]),
  );
  const [messages, webhooks] = await hour('Ann');
  assert.equal(messages?.[0], ['Accepted', 3]);
  assert.equal(webhooks, [
    ['Attempts', 1],
    ['Delivered', 0],
    ['Not delivered', 1],
  ]);
  api.clock.pass(20 * 60_000);
  assert.equal((await hour('Bob'))[0]?.[0], ['Accepted', 2]);
  const by = { actor: 'operator', correlation: '', causation: null };
  const stranger = await openWorkspace(api.ledger, by, 'acme');
  const carl = await at.loggedIn({ name: 'Carl', workspaceId: stranger.id });
  assert.match((await carl.get('/')).text, '&quot;values&quot;:[0,0,0,0,0,0,0,0,0,0,0,0]');
  await at.close();
});

test('a failing endpoint is named also behind many that are switched off or of others', async () => {
  const at = await consoleFixture();
  const { ledger, context, origin, models, workspace, clock, project } = at.api;
  const { endpointId } = await createWebhookEndpoint(ledger, context.secrets, origin, {
    ...{ name: 'shop', url: 'https://hooks.acme.test/', events: ['*'] },
  });
  await project();
  const failing = (key: string, of: string, minutes: number) => ({
    key,
    position: BEGINNING,
    document: {
      ...{
        workspace: of,
        speedClass: null,
        lastStatus: 503,
        lastReason: null,
        lastFailure: null,
        recent: [],
      },
      failingSince: new Date(clock.nowMs() - minutes * 60_000).toISOString(),
    },
  });
  const many = Array.from({ length: 600 }, (_, n) => failing(`${n}`, n % 2 ? workspace : 'other', 700 - n));
  await models.webhookHealth.writeMany([...many, failing(endpointId, workspace, 5)]);
  const { text } = await (await at.loggedIn()).get('/');
  assert.match(text, 'The endpoint shop of default has failed for 5 min: 503.');
  assert.is(text.match(/<strong>The endpoint/g)?.length, 1);
  const more = Array.from({ length: 5_000 }, (_, n) => failing(`more${n}`, 'other', 1_000));
  await models.webhookHealth.writeMany(more);
  clock.pass(5_000);
  const cut = (await (await at.loggedIn({ name: 'Bob' })).get('/')).text;
  assert.match(cut, 'Only the 5000 endpoints that have failed longest were looked at.');
  await at.close();
});

test('of more workspaces than are looked at, the page says how many are not', async () => {
  const at = await consoleFixture();
  const { models, workspace } = at.api;
  const own = await models.workspaces.get(workspace);
  if (own === null) return assert.unreachable();
  const more = async (from: number, to: number) => {
    const names = Array.from({ length: to - from }, (_, n) => `more${from + n}`);
    await models.workspaces.writeMany(
      names.map((name) => ({ ...own, key: name, document: { ...own.document, id: name, name } })),
    );
  };
  const says = 'were not looked at';
  await more(0, 199);
  assert.not.match((await (await at.loggedIn()).get('/')).text, says);
  await more(199, 210);
  at.api.clock.pass(5_000);
  const { text } = await (await at.loggedIn({ name: 'Bob' })).get('/');
  assert.match(text, `Of 211 workspaces 11 ${says}`);
  await at.close();
});

test.run();
