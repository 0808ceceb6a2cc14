import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { email } from '../../src/events/email.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { DocumentsUnavailable } from '../../src/ports/documents.ts';
import { type ConsoleFixture, consoleFixture, type Visitor } from './consoleFixture.ts';

/** What the pages show, and what the acts on them do. */
const test = suite<{ at: ConsoleFixture; ann: Visitor }>('console: pages');

test.before.each(async (context) => {
  const at = await consoleFixture();
  Object.assign(context, { at, ann: await at.loggedIn() });
});
test.after.each(({ at }) => at.close());

const HOSTILE = '"><script>alert(1)</script>';

async function sent({ api }: ConsoleFixture, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = {
    from: `${'Shop'} <shop@acme.test>`,
    to: 'ann@customer.test',
    subject: 's',
    text: 't',
    ...more,
  };
  const answer = await api.call('POST', '/v1/emails', {
    body,
    idempotencyKey: String(more.subject ?? 'k').slice(0, 9),
  });
  assert.is(answer.status, 202, answer.text);
  return String(answer.body.id);
}

test('a message: its timeline, contents for those who may, the events themselves for auditors', async ({
  at,
  ann,
}) => {
  const id = await sent(at, { html: '<h1>Hello</h1>', tags: ['order'] });
  const { text } = await ann.get(`/w/default/messages/${id}`);
  for (const part of [
    `<code>${id}</code>`,
    'accepted for 1 recipient',
    'ann@customer.test',
    'order',
    '<h3>Text</h3><pre>t</pre>',
    'sandbox',
  ])
    assert.match(text, part);
  assert.match(text, `log?stream=email-${id}`);
  const viewer = await at.loggedIn({ role: 'viewer', name: 'Vic' });
  const seen = await viewer.get(`/w/default/messages/${id}`);
  assert.is(seen.status, 200);
  assert.not.match(seen.text, '<h3>Text</h3>');
  assert.not.match(seen.text, 'log?stream');
  assert.is((await viewer.get(`/w/default/messages/${id}/html`)).status, 403);
  const frame = await ann.get(`/w/default/messages/${id}/html`);
  assert.is(frame.text, '<h1>Hello</h1>');
  assert.match(
    String(frame.headers['content-security-policy']),
    /^sandbox; default-src 'none'.*frame-ancestors 'self'/,
  );
  assert.is((await ann.get('/w/default/messages/nonsense')).status, 404);
});

test('a message to several recipients has a lane for each of them, with its webhooks', async ({
  at,
  ann,
}) => {
  const { api } = at;
  const to = ['ann@customer.test', 'Bob@customer.test', 'carl@customer.test'];
  const id = await sent(at, { to });
  const { endpointId } = await createWebhookEndpoint(api.ledger, api.context.secrets, api.origin, {
    ...{ name: 'shop', url: 'https://hooks.acme.test/', events: ['*'] },
  });
  const [accepted] = await email.read(api.store, id);
  const recipients = accepted?.type === 'EmailAccepted' ? accepted.data.recipients : [];
  const append = async (stream: string, origin: object, ...events: { type: string; data: unknown }[]) => {
    const revision = (await api.store.readStream(stream)).at(-1)?.revision ?? 'no-stream';
    const made = newEvents(api.ledger, { ...api.origin, ...origin }, events);
    await api.ledger.store.append(stream, revision, made);
    return made[0]?.id ?? '';
  };
  let causation = '';
  for (const { deliveryId, suppressionId, address } of recipients)
    causation = await append(
      email.stream(id),
      { causation: accepted?.id },
      {
        type: 'Bounced',
        data: {
          ...{
            deliveryId,
            suppressionId,
            recipient: address,
            sandbox: false,
            bounceType: 'Permanent',
          },
          ...{ bounceSubType: 'NoEmail', diagnosticCode: `no such user <b>${address}` },
        },
      },
    );
  const body = { endpointId, eventId: causation, kind: 'bounced', body: '{}', subjectId: id };
  const delivery = webhookDelivery.stream(webhookDeliveryIdOf(causation, endpointId));
  await append(delivery, { causation }, { type: 'WebhookDeliveryScheduled', data: body });
  const { text } = await ann.get(`/w/default/messages/${id}`);
  const lanes = text.split('<details class="lane"').slice(1);
  assert.is(lanes.length, 3);
  assert.match(text.split('<details class="lane"')[0] ?? '', 'accepted for 3 recipients');
  for (const [at, lane] of lanes.entries()) {
    assert.match(lane, '<summary>');
    assert.is(lane.match(/no such user/g)?.length, 1);
    assert.is(lane.includes('webhook bounced to shop'), at === 2, 'at its own recipient');
  }
  assert.not.match(text, '<b>');
  const one = await sent(at, { subject: 'one' });
  assert.not.match((await ann.get(`/w/default/messages/${one}`)).text, '<details class="lane"');
});

test('what customers write is text on every page', async ({ at, ann }) => {
  const id = await sent(at, {
    subject: HOSTILE + '😀'.repeat(400),
    text: HOSTILE,
    tags: [HOSTILE],
    from: '"<i>" <a@acme.test>',
  });
  const find = new URLSearchParams({ find: HOSTILE });
  const paths = [
    `messages/${id}`,
    `messages?${find}`,
    `addresses/find?address=%3Cb%3E@x.test`,
    `log?stream=email-${id}`,
  ];
  for (const path of [...paths, `log/email-${id}/0`, `figures?days=${encodeURIComponent(HOSTILE)}`]) {
    const { status, text } = await ann.get(`/w/default/${path}`);
    assert.is(status, 200, path);
    assert.not.match(text, /<script>alert|<i>|<b>@/, path);
  }
  assert.is((await ann.get(`/w/${encodeURIComponent(HOSTILE)}/log`)).status, 404);
});

test('messages are found by address, tag, id, status and time, page by page', async ({ at, ann }) => {
  const ids: string[] = [];
  for (let n = 0; n < 60; n++)
    ids.push(
      await sent(at, {
        subject: `message${n}`,
        to: `${n % 2 ? 'ann' : 'bob'}@customer.test`,
        tags: [`t${n % 3}`],
      }),
    );
  const rows = async (query: Readonly<Record<string, string>>) => {
    const { status, text } = await ann.get(`/w/default/messages?${new URLSearchParams(query)}`);
    assert.is(status, 200);
    return { text, ids: [...text.matchAll(/messages\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id) };
  };
  assert.is((await rows({ find: 'ANN@customer.test' })).ids.length, 30);
  assert.is((await rows({ find: 't1' })).ids.length, 20);
  assert.equal((await rows({ find: ids[7] ?? '' })).ids, [ids[7]]);
  assert.equal((await rows({ find: 'message9' })).ids, [ids[9]], 'by its Idempotency-Key');
  assert.equal((await rows({ find: 'bob@customer.test', status: 'bounced' })).ids, []);
  assert.equal((await rows({ since: '2027-01-01' })).ids, []);
  assert.is((await rows({ stream: 'transactional', sandbox: 'no' })).ids.length, 50);
  assert.equal((await rows({ stream: 'broadcast' })).ids, []);
  const simulated = await rows({ sandbox: 'yes' });
  assert.equal(simulated.ids, []);
  assert.match(simulated.text, 'use bounce+label@');
  const first = await rows({});
  const [, next = ''] = /<a href="([^"]*)" rel="next"/.exec(first.text) ?? [];
  const second = await ann.get(next.replaceAll('&amp;', '&'));
  const all = [
    ...first.ids,
    ...[...second.text.matchAll(/messages\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id),
  ];
  assert.equal(all.toSorted(), ids.toSorted());
  assert.match((await ann.get('/w/default/addresses/find?address=ann@customer.test')).text, 'message1');
  assert.is((await ann.get('/w/default/messages?after=x')).status, 400);
});

test('an id or a key is found whatever is filtered, and the page says so', async ({ at, ann }) => {
  const id = await sent(at, { subject: 'order-1' });
  const says = 'found by its id or key, so the filters have no effect';
  for (const find of [id, 'order-1']) {
    const list = async (more: object) =>
      (await ann.get(`/w/default/messages?${new URLSearchParams({ find, ...more })}`)).text;
    const filtered = await list({ status: 'bounced', sandbox: '' });
    assert.match(filtered, `messages/${id}`);
    assert.match(filtered, says);
    assert.not.match(await list({ status: '', channel: '' }), says);
  }
  assert.not.match((await ann.get('/w/default/messages?find=a@b.test&status=bounced')).text, says);
});

test('an Idempotency-Key of any form is found, and what it names besides', async ({ at, ann }) => {
  const send = async (idempotencyKey: string, to: string, tags: readonly string[] = []) => {
    const body = { from: 'shop@acme.test', to, subject: 's', text: 't', tags };
    const answer = await at.api.call('POST', '/v1/emails', { body, idempotencyKey });
    return String(answer.body.id);
  };
  const list = async (query: Readonly<Record<string, string>>) =>
    (await ann.get(`/w/default/messages?${new URLSearchParams(query)}`)).text;
  const uuid = '5F0C1D9E-7A3B-4C52-9E1F-2B6A7C8D9E0F';
  for (const key of [uuid, 'ann@customer.test', '+4915123456789']) {
    const id = await send(key, 'bob@customer.test');
    assert.match(await list({ find: key }), `messages/${id}"`, key);
  }
  const other = await send('other', 'ann@customer.test');
  const ofKey = await list({ find: 'ann@customer.test' });
  assert.not.match(ofKey, `messages/${other}"`);
  const [, otherwise = ''] = /<a href="([^"]*)">Search for other messages/.exec(ofKey) ?? [];
  assert.match((await ann.get(otherwise.replaceAll('&amp;', '&'))).text, `messages/${other}"`);
  const tag = '0e2b7c1a-93d4-4f6e-8a5b-1c2d3e4f5a6b';
  const tagged = await send('tagged', 'bob@customer.test', [tag]);
  assert.match(await list({ find: tag }), `messages/${tagged}"`, 'a tag that is a uuid');
});

test('times are read as pages show them: in UTC, whatever the clock of the machine says', async ({
  at,
  ann,
}) => {
  const id = await sent(at);
  const ms = at.api.clock.nowMs();
  const minute = (more: number) => new Date(ms + more * 60_000).toISOString();
  const found = async (since: string) =>
    (await ann.get(`/w/default/messages?${new URLSearchParams({ since })}`)).text.includes(`messages/${id}"`);
  for (const form of [
    (text: string) => text,
    (text: string) => `${text.slice(0, 16)}`,
    (text: string) => `${text.slice(0, 19).replace('T', ' ')} UTC`,
    (text: string) => `${text.slice(0, 16)}+00:00`,
  ]) {
    assert.ok(await found(form(minute(-1))), form(minute(-1)));
    assert.not(await found(form(minute(1))), form(minute(1)));
  }
  for (const wrong of ['March 1, 2026', '2026', '1/2/2026', '2026-02-30', '2026-03-01 09:00 CET'])
    assert.is(
      (await ann.get(`/w/default/messages?${new URLSearchParams({ since: wrong })}`)).status,
      400,
      wrong,
    );
  assert.is((await ann.get('/w/default/figures?days=7&to=')).status, 200, 'a date that was emptied');
});

test('suppressed addresses, the newest first, page by page', async ({ at, ann }) => {
  const { ledger, origin, clock, project } = at.api;
  assert.match((await ann.get('/w/default/addresses')).text, 'No address is suppressed.');
  for (let n = 0; n < 101; n++) {
    clock.pass(1_000);
    await decideSuppression(ledger, origin, { do: 'add', address: `a${n}@customer.test`, reason: 'x' });
  }
  await project();
  const { text } = await ann.get('/w/default/addresses');
  const rows = [...text.matchAll(/>(a\d+@customer.test)</g)].map(([, address]) => address);
  assert.equal([rows.length, rows[0], rows.at(-1)], [100, 'a100@customer.test', 'a1@customer.test']);
  const [, next = ''] = /<a href="([^"]*)" rel="next"/.exec(text) ?? [];
  const second = (await ann.get(next.replaceAll('&amp;', '&'))).text;
  assert.match(second, 'a0@customer.test');
  assert.not.match(second, /a1@|rel="next"/);
  assert.is((await ann.get('/w/default/addresses?after=x')).status, 400);
});

test('an act that no page shows yet says so', async ({ at, ann }) => {
  const { models, clock } = at.api;
  const page = '/w/default/addresses/find?address=ann%40customer.test';
  const act = '/w/default/addresses/suppress';
  const said = async () =>
    (
      await ann.get(
        String((await ann.post(act, { address: 'ann@customer.test', reason: 'x' }, page)).headers.location),
      )
    ).text;
  const { getForFold } = models.suppressions;
  models.suppressions.getForFold = async () => {
    clock.pass(3_000);
    return new Map();
  };
  assert.match(
    await said(),
    'ann@customer.test is suppressed. This page shows it once the background has caught up.',
  );
  models.suppressions.getForFold = getForFold;
  await at.api.project();
  const lifted = await ann.post(
    '/w/default/addresses/lift',
    { address: 'ann@customer.test', reason: 'x' },
    page,
  );
  assert.match((await ann.get(String(lifted.headers.location))).text, 'is sent to again.</p>');
});

test('an address is suppressed and lifted, with its reason and the person in the log', async ({
  at,
  ann,
}) => {
  const page = '/w/default/addresses/find?address=ann%40customer.test';
  assert.match((await ann.get(page)).text, 'The address is sent to.');
  const done = await ann.post(
    '/w/default/addresses/suppress',
    { address: 'ann@customer.test', reason: 'asked by telephone' },
    page,
  );
  assert.is(done.status, 303);
  const suppressed = await ann.get(String(done.headers.location));
  for (const part of ['is suppressed', 'asked by telephone', 'Send to it again'])
    assert.match(suppressed.text, part);
  assert.match((await ann.get('/w/default/addresses')).text, 'ann@customer.test');
  const [{ stream = '' } = {}] = at.api.store.log.filter(({ type }) => type === 'SuppressionAdded');
  assert.match(suppressed.text, `href="/w/default/log/${stream}/0"`, 'the event that suppressed it');
  const lift = { address: 'ann@customer.test', reason: 'her server works again' };
  assert.is((await ann.post('/w/default/addresses/lift', { ...lift, reason: '' }, page)).status, 400);
  const again = await ann.post('/w/default/addresses/suppress', { ...lift }, page);
  assert.match(
    (await ann.get(String(again.headers.location))).text,
    'is suppressed already. Nothing was done.',
  );
  assert.is((await ann.post('/w/default/addresses/lift', lift, page)).status, 303);
  assert.match((await ann.get(page)).text, 'The address is sent to.');
  const events = at.api.store.log.filter(({ type }) => type.startsWith('Suppression'));
  assert.equal(
    events.map(({ type, metadata, data }) => [type, metadata.person, (data as { reason?: string }).reason]),
    [
      ['SuppressionAdded', 'Ann', 'asked by telephone'],
      ['SuppressionRemoved', 'Ann', 'her server works again'],
    ],
  );
  for (const fields of [
    { address: 'nothing', reason: 'x' },
    { address: 'a@b.test', reason: '' },
  ])
    assert.is((await ann.post('/w/default/addresses/suppress', fields, page)).status, 400);
});

test('pace, suspension and keys are changed, and refused with the name of the field', async ({ at, ann }) => {
  const settings = '/w/default/settings';
  assert.is((await ann.post(`${settings}/pace`, { per_second: '7', per_day: '700' }, settings)).status, 303);
  assert.match((await ann.get(settings)).text, '7 recipients a second, 700 a UTC day');
  const wrong = await ann.post(`${settings}/pace`, { per_second: '0', per_day: '1.5' }, settings);
  assert.is(wrong.status, 422);
  assert.match(wrong.text, /per_second must be a whole number.*per_day must be/);
  await ann.post(`${settings}/suspend`, { reason: 'its key was stolen' }, settings);
  await at.api.project();
  assert.match((await ann.get('/')).text, 'is suspended: its key was stolen');
  assert.match((await ann.get('/')).text, `<a class="button" href="${settings}">Settings</a>`);
  assert.match((await ann.get(settings)).text, 'its key was stolen');
  const [page = '', key = ''] =
    /\/w\/default\/settings\/keys\/([0-9a-f-]{36})/.exec((await ann.get(settings)).text) ?? [];
  // The key has no name, so its id is typed.
  for (const name of ['', 'something else'])
    assert.is((await ann.post(`${settings}/keys/revoke`, { key, name }, page)).status, 400);
  assert.not(at.api.store.log.some(({ type }) => type === 'ApiKeyRevoked'));
  assert.is((await ann.post(`${settings}/keys/revoke`, { key, name: key }, page)).status, 303);
  assert.is((await at.api.call('GET', '/v1/contacts')).status, 401);
});

test('figures: days, a file, and the same sums by the log', async ({ at, ann }) => {
  await sent(at, { to: 'delivered@example.com' });
  const day = new Date(at.api.clock.nowMs()).toISOString().slice(0, 10);
  const { text } = await ann.get('/w/default/figures');
  assert.match(text, `figures/${day}`);
  const file = await ann.get('/w/default/figures.csv?days=7');
  const lines = file.text.trim().split('\n');
  assert.is(lines.length, 8);
  assert.match(lines.at(-1) ?? '', `${day},1,`);
  const proved = async (verdict: string) => {
    assert.match((await ann.get(`/w/default/figures/${day}`)).text, 'is folded again');
    for (let look = 0; look < 100; look++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!(await ann.get(`/w/default/figures/${day}`)).text.includes('is folded again')) break;
    }
    assert.match((await ann.get(`/w/default/figures/${day}`)).text, verdict);
  };
  await proved('The log says the same');
  const [documents] = [at.api.models.dailyAnalytics];
  const key = `${at.api.workspace}/${day}`;
  const stored = await documents.get(key);
  assert.ok(stored);
  await documents.forget([key]);
  await documents.writeMany([
    { key, position: stored.position, document: { ...stored.document, delivered: 9 } },
  ]);
  await sent(at, { to: 'opened@example.com', subject: 'later' });
  assert.match((await ann.get(`/w/default/figures/${day}`)).text, 'The log says the same', 'as of the check');
  // A minute later the log is folded again, and says what is wrong.
  at.api.clock.pass(61_000);
  await proved('The log says something else');
  for (const wrong of ['2026-13-01', 'x'])
    assert.is((await ann.get(`/w/default/figures/${wrong}`)).status, 404);
  assert.is((await ann.get('/w/default/figures?to=x')).status, 400);
});

test('a day that is not counted yet is not said to be wrong', async () => {
  const at = await consoleFixture({ autoProject: false });
  await at.api.project();
  const ann = await at.loggedIn();
  await sent(at, { to: 'delivered@example.com' });
  const page = `/w/default/figures/${new Date(at.api.clock.nowMs()).toISOString().slice(0, 10)}`;
  await ann.get(page);
  for (let look = 0; look < 100; look++) await new Promise((resolve) => setImmediate(resolve));
  const { text } = await ann.get(page);
  assert.match(
    text,
    /class="warn" role="status">Nothing of this day is counted yet, and the log has \d+ events of it/,
  );
  assert.not.match(text, 'The log says something else');
  await at.close();
});

test('figures by tag, domain and so on: counted in the background, as a table and a file', async ({
  at,
  ann,
}) => {
  await sent(at, { tags: ['order', HOSTILE, '=1+1'] });
  await sent(at, { to: 'delivered@example.com', subject: 'two', tags: ['order'] });
  const counted = async (path: string) => {
    assert.match((await ann.get(path)).text, 'The messages are counted');
    for (let look = 0; look < 100; look++) await new Promise((resolve) => setImmediate(resolve));
    return (await ann.get(path)).text;
  };
  const tags = await counted('/w/default/figures/by/tag');
  assert.not.match(tags, HOSTILE);
  const order = '<td><a href="/w/default/messages?find=order">order</a></td>';
  assert.match(tags, `${order}<td class="number">2</td><td class="number">2</td>`);
  const { text, headers } = await ann.get('/w/default/figures/by/tag/csv');
  assert.match(String(headers['content-disposition']), 'figures-by-tag.csv');
  const [heading = '', ...lines] = text.trim().split('\n');
  assert.match(heading, /^tag,messages,recipients,complained,.*,opened,clicked$/);
  const hostile = `"${HOSTILE.replaceAll('"', '""')}",1,1,`;
  for (const begin of [hostile, "'=1+1,1,1,"])
    assert.ok(
      lines.some((each) => each.startsWith(begin)),
      text,
    );
  assert.match(await counted('/w/default/figures/by/domain?days=7'), '<td>customer.test</td>');
  assert.match(
    await counted('/w/default/figures/by/tag?to=2020-01-01'),
    'There are no messages of these days',
  );
  assert.is((await ann.get('/w/default/figures/by/subject')).status, 404);
  assert.is((await ann.get('/w/default/figures/by/tag?to=x')).status, 400);
  // Other days are another count: until it ends a file of it cannot be given.
  assert.is((await ann.get('/w/default/figures/by/tag/csv?days=90')).status, 503);
});

test('the log: by stream, type, actor and place, with positions to cite', async ({ at, ann }) => {
  const id = await sent(at);
  const list = async (query: Readonly<Record<string, string>>) =>
    (await ann.get(`/w/default/log?${new URLSearchParams(query)}`)).text;
  assert.match(await list({ stream: `email-${id}` }), 'EmailAccepted');
  assert.match(await list({ type: 'EmailAccepted' }), `email-${id}`);
  assert.not.match(await list({ type: 'ApiKeyCreated' }), `email-${id}`);
  assert.match(await list({ actor: 'nobody' }), 'No event among those');
  const page = '/w/default/addresses/find?address=b%40b.test';
  await ann.post('/w/default/addresses/suppress', { address: 'b@b.test', reason: 'x' }, page);
  for (const actor of ['Ann', 'operator Ann'])
    assert.match(await list({ actor }), 'SuppressionAdded', 'by the name of the person');
  assert.not.match(await list({ actor: 'Ann' }), 'EmailAccepted</a>');
  const event = at.api.store.log.find(({ type }) => type === 'EmailAccepted');
  const after = String(Number(event?.position) - 1);
  assert.match(await list({ after }), 'EmailAccepted');
  assert.is((await ann.get('/w/default/log?after=x')).status, 400);
  assert.is((await ann.get('/w/default/log?type=Nothing')).status, 400);
  const file = await ann.get(`/w/default/log.ndjson?stream=email-${id}`);
  assert.is((JSON.parse(file.text.split('\n')[0] ?? '') as { id: string }).id, event?.id);
  assert.match((await ann.get(`/w/default/log/email-${id}/0`)).text, 'taken in');
  assert.is((await ann.get(`/w/default/log/email-${id}/99`)).status, 404);
  assert.is((await ann.get('/w/default/log/ledger/0')).status, 404, 'what is of no workspace');
});

test('read models that are away cost a page, and what the log alone knows is still shown', async ({
  at,
  ann,
}) => {
  const id = await sent(at);
  const away = () => Promise.reject(new DocumentsUnavailable('MongoDB does not answer'));
  const { models } = at.api;
  for (const model of Object.values(models)) Object.assign(model, { get: away, getMany: away, page: away });
  for (const [path, part] of [
    [
      '',
      'The workspaces could not be asked for: the document store is unavailable: MongoDB does not answer.',
    ],
    ['', 'Work that is due could not be asked for'],
    [`w/default/messages/${id}`, 'What became of it'],
    [`w/default/messages/${id}`, 'Who is suppressed could not be asked for'],
    ['w/default/addresses/find?address=a@b.test', 'Whether the address is suppressed could not be asked for'],
    ['w/default/settings', 'Keys could not be asked for'],
    ['w/default/settings', '<h2>Domains</h2>'],
  ] as const) {
    const { status, text } = await ann.get(`/${path}`);
    assert.is(status, 200, path);
    assert.match(text, part);
  }
  assert.is((await ann.get('/w/default/messages')).status, 503, 'a page of nothing else');
  const fault = () => Promise.reject(new Error('a fault'));
  models.suppressions.get = fault;
  assert.is((await ann.get('/w/default/addresses/find?address=a@b.test')).status, 500);
});

test.run();
