import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { email } from '../../src/events/email.ts';
import { plainPosition } from '../../src/events/event.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { type ConsoleFixture, consoleFixture, type Visitor } from './consoleFixture.ts';

/** The page of an event, which leads to others, and documents as they were. */
const test = suite<{ at: ConsoleFixture; ann: Visitor }>('console: log');

test.before.each(async (context) => {
  const at = await consoleFixture();
  Object.assign(context, { at, ann: await at.loggedIn() });
});
test.after.each(({ at }) => at.close());

const LOG = '/w/default/log';

async function accepted({ api }: ConsoleFixture, subject = 's') {
  const body = { from: 'shop@acme.test', to: 'ann@customer.test', subject, text: 't' };
  const answer = await api.call('POST', '/v1/emails', { body, idempotencyKey: subject.slice(0, 9) });
  const [event] = await email.read(api.store, String(answer.body.id));
  if (event?.type !== 'EmailAccepted') throw new Error('it was not accepted');
  return event;
}

test('from an event to what led to it, and to what it led to', async ({ at, ann }) => {
  const { api } = at;
  const first = await accepted(at);
  const { endpointId } = await createWebhookEndpoint(api.ledger, api.context.secrets, api.origin, {
    ...{ name: 'shop', url: 'https://hooks.acme.test/', events: ['*'] },
  });
  const [recipient] = first.data.recipients;
  const data = {
    deliveryId: recipient?.deliveryId,
    suppressionId: recipient?.suppressionId,
    recipient: recipient?.address,
    attempt: 1,
  };
  const append = async (stream: string, causation: string, type: string, data: unknown) => {
    const revision = (await api.store.readStream(stream)).at(-1)?.revision ?? 'no-stream';
    const [made] = newEvents(api.ledger, { ...api.origin, causation }, [{ type, data }]);
    await api.ledger.store.append(stream, revision, made === undefined ? [] : [made]);
    return made?.id ?? '';
  };
  const attempted = await append(first.stream, first.id, 'SubmissionAttempted', data);
  const delivery = webhookDelivery.stream(webhookDeliveryIdOf(attempted, endpointId));
  const scheduled = {
    endpointId,
    eventId: attempted,
    kind: 'x',
    body: '{}',
    subjectId: first.stream.slice(6),
  };
  await append(delivery, attempted, 'WebhookDeliveryScheduled', scheduled);
  await append(first.stream, api.ledger.ids.uuid(), 'SubmissionAttempted', { ...data, attempt: 2 });

  const created = api.ledger.ids.uuid();
  const campaign = { campaignId: created };
  const [begun] = newEvents(api.ledger, api.origin, [
    { type: 'CampaignRunStarted', data: { runId: created } },
  ]);
  await api.ledger.store.append(`campaign-${created}`, 'no-stream', begun === undefined ? [] : [begun]);
  const ofCampaign = `email-${api.ledger.ids.uuid()}`;
  await append(ofCampaign, begun?.id ?? '', 'EmailAccepted', { ...first.data, campaign });
  await api.project();

  const parts = async (stream: string, revision: number) => {
    const { status, text } = await ann.get(`${LOG}/${stream}/${revision}`);
    assert.is(status, 200);
    const [, before = '', after = ''] =
      /led to it<\/h2>([\s\S]*)What it led to([\s\S]*)The event<\/h2>/.exec(text) ?? [];
    return { before, after };
  };
  const beginning = await parts(first.stream, 0);
  assert.match(beginning.before, 'a request, or a person');
  assert.match(beginning.after, `${LOG}/${first.stream}/1"`);
  const middle = await parts(first.stream, 1);
  assert.match(middle.before, `${LOG}/${first.stream}/0"`);
  assert.match(middle.after, `${LOG}/${delivery}/0"`);
  const end = await parts(delivery, 0);
  assert.match(end.before, `${LOG}/${first.stream}/1"`);
  assert.match(end.after, 'Nothing in the streams');
  assert.match((await parts(first.stream, 2)).before, 'is not in the streams');
  assert.match((await parts(`campaign-${created}`, 0)).after, `${LOG}/${ofCampaign}/0"`);
  assert.match((await parts(ofCampaign, 0)).before, `${LOG}/campaign-${created}/0"`);
});

test('a document as it was: by position and by time, and the event that had made it so', async ({
  at,
  ann,
}) => {
  const { api } = at;
  const event = await accepted(at, '<b>bold</b>');
  const shown = async (query: Readonly<Record<string, string>>) =>
    (await ann.get(`${LOG}/as-of?${new URLSearchParams(query)}`)).text;
  const key = event.stream.slice('email-'.length);
  const position = plainPosition(event.position);
  const then = await shown({ model: 'messages', key, at: position });
  assert.match(then, 'It had become so by');
  assert.match(then, `${LOG}/${event.stream}/0"`);
  assert.match(then, '&lt;b&gt;bold&lt;/b&gt;');
  assert.not.match(then, '<b>bold');
  assert.match(
    await shown({ model: 'messages', key, at: String(Number(position) - 1) }),
    'There was no such',
  );
  assert.match(await shown({ model: 'messages', key, at: '2001-01-01T00:00' }), 'There was no such');
  assert.match(await shown({ model: 'messages', key, at: '2126-01-01' }), 'It had become so by');
  assert.match(await shown({ model: 'workspaces', at: '2126-01-01' }), 'default');
  for (const name of ['default', 'DEFAULT', api.workspace.toUpperCase()])
    assert.match(
      await shown({ model: 'workspaces', key: name, at: '2126-01-01' }),
      'It had become so by',
      name,
    );
  assert.match(
    await shown({ model: 'messages', key: key.toUpperCase(), at: '2126-01-01' }),
    'It had become so by',
  );
  const page = '/w/default/addresses/find?address=a%40b.test';
  await ann.post('/w/default/addresses/suppress', { address: 'a@b.test', reason: 'asked' }, page);
  assert.match(
    await shown({ model: 'suppressions', key: 'A@b.test', at: '2126-01-01' }),
    'It had become so by',
  );
  for (const wrong of [
    { model: 'api_keys', key, at: '1' },
    { model: '__proto__', key, at: '1' },
    { model: 'messages', key, at: '"><script>' },
  ])
    assert.is((await ann.get(`${LOG}/as-of?${new URLSearchParams(wrong)}`)).status, 400, wrong.model);
  const other = await openWorkspace(
    api.ledger,
    { actor: 'operator', correlation: '', causation: null },
    'acme',
  );
  const carl = await at.loggedIn({ name: 'Carl', workspaceId: other.id });
  const query = new URLSearchParams({ model: 'messages', key, at: '2126-01-01' });
  const theirs = await carl.get(`/w/acme/log/as-of?${query}`);
  assert.match(theirs.text, 'There was no such document');
  assert.not.match(theirs.text, 'bold');
  const day = new URLSearchParams({
    model: 'daily_analytics',
    key: `../${api.workspace}/2026-01-01`,
    at: '9999999',
  });
  assert.match((await carl.get(`/w/acme/log/as-of?${day}`)).text, 'There was no such document');
  const viewer = await at.loggedIn({ role: 'support', name: 'Vic' });
  assert.is((await viewer.get(`${LOG}/as-of`)).status, 403);
});

test('a stream that is too long for a page goes on where it ended, as a page and as a file', async ({
  at,
  ann,
}) => {
  const { ledger, origin } = at.api;
  const stream = `email-${ledger.ids.uuid()}`;
  const data = {
    deliveryId: ledger.ids.uuid(),
    suppressionId: ledger.ids.uuid(),
    recipient: 'ann@customer.test',
    sandbox: true,
  };
  const opened = (count: number) =>
    newEvents(
      ledger,
      origin,
      Array.from({ length: count }, () => ({ type: 'Opened', data })),
    );
  await ledger.store.append(stream, 'no-stream', opened(2_000));
  await ledger.store.append(stream, 1_999, opened(100));
  await accepted(at);
  const revisionsIn = async (query: Readonly<Record<string, string>>) => {
    const asked = new URLSearchParams({ stream, ...query });
    const { text } = await ann.get(`${LOG}?${asked}`);
    const file = (await ann.get(`${LOG}.ndjson?${asked}`)).text.trim().split('\n');
    const shown = [...text.matchAll(/log\/email-[^/"]+\/(\d+)"/g)].map(([, revision]) => Number(revision));
    assert.equal(
      file.map((line) => JSON.parse(line).revision),
      shown,
    );
    const [, next] = /<a href="([^"]*)" rel="next"/.exec(text) ?? [];
    const on = new URLSearchParams(next?.replaceAll('&amp;', '&').split('?')[1]);
    return { shown, after: on.get('after'), next: next === undefined ? null : Object.fromEntries(on) };
  };
  const newest = await revisionsIn({});
  assert.equal([newest.shown.length, newest.shown[0], newest.shown.at(-1)], [2_000, 2_099, 100]);
  const older = await revisionsIn(newest.next ?? {});
  assert.equal([older.shown.length, older.shown[0], older.shown.at(-1), older.next], [100, 99, 0, null]);
  const first = await revisionsIn({ order: 'oldest' });
  assert.equal([first.shown.length, first.shown[0], first.shown.at(-1)], [2_000, 0, 1_999]);
  const last = await revisionsIn({ after: first.after ?? '' });
  assert.equal([last.shown.length, last.shown[0], last.shown.at(-1)], [100, 2_000, 2_099]);
  assert.is(last.after, null);
});

test('issue 54, 6: the newest events first, page by page, each once, by type and time too', async ({
  at,
}) => {
  const { clock, store, workspace } = at.api;
  // Some are hours and days old, many of one minute, and some of one millisecond.
  const ages = [70 * 24, 20, 3, 0, 0];
  const startMs = clock.nowMs();
  for (const [n, hours] of ages.entries()) {
    clock.pass(startMs + (100 * 24 - hours) * 3_600_000 - clock.nowMs());
    for (let m = 0; m < 30; m++) await accepted(at, `${n}-${m}`);
  }
  // Sessions are over after half a day.
  const ann = await at.loggedIn();
  const paged = async (query: Readonly<Record<string, string>>) => {
    const found: string[] = [];
    for (let path: string | undefined = `${LOG}?${new URLSearchParams(query)}`; path !== undefined; ) {
      const { text, status } = await ann.get(path);
      assert.is(status, 200);
      found.push(
        ...[...text.matchAll(/log\/([^/"]+\/\d+)"/g)].map(([, place = '']) => decodeURIComponent(place)),
      );
      path = /<a href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    return found;
  };
  const places = (wanted: (event: (typeof store.log)[number]) => boolean) =>
    store.log
      .filter((event) => event.metadata.workspace === workspace && wanted(event))
      .map(({ stream, revision }) => `${stream}/${revision}`)
      .reverse();
  assert.equal(
    await paged({}),
    places(() => true),
  );
  assert.equal(
    await paged({ type: 'EmailAccepted' }),
    places(({ type }) => type === 'EmailAccepted'),
  );
  const until = new Date(startMs + 99 * 24 * 3_600_000).toISOString();
  assert.equal(
    await paged({ until }),
    places(({ metadata }) => metadata.at <= until),
  );
  assert.equal(
    await paged({ since: until }),
    places(({ metadata }) => metadata.at >= until),
  );
  assert.equal(await paged({ order: 'oldest' }), places(() => true).reverse());
  assert.is((await ann.get(`${LOG}?type=Nothing`)).status, 400);
  assert.is((await ann.get(`${LOG}?before=x`)).status, 400);
});

test('a log that is too long for a page is said so, with what goes on', async ({ at, ann }) => {
  await accepted(at);
  const { store, clock } = at.api;
  const { readAll } = at.api.ledger.store;
  Object.assign(at.api.ledger.store, {
    readAll: (...args: Parameters<typeof store.readAll>) => {
      clock.pass(6_000);
      return readAll(...args);
    },
  });
  const query = new URLSearchParams({ model: 'suppressions', key: 'ann@customer.test', at: '2126-01-01' });
  assert.match((await ann.get(`${LOG}/as-of?${query}`)).text, /Stopped after 5 seconds and \d+ events/);
});

test.run();
