import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveryToken } from '../../../src/commands/email/deliveryToken.ts';
import { decideSuppression } from '../../../src/commands/email/suppress.ts';
import { email } from '../../../src/events/email.ts';
import { suppressionIdOf } from '../../../src/events/suppression.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { storedModels } from '../../../src/projections/liveModels.ts';
import { type ApiFixture, apiFixture, type FixtureOptions } from '../../support/apiFixture.ts';

/** What recipients find under their unsubscribe links. */
const test = suite<{ api: ApiFixture; broadcast: Broadcast }>('unsubscribing');

interface Broadcast {
  readonly emailId: string;
  readonly urls: readonly [string, string];
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = { body: 'List-Unsubscribe=One-Click', headers: FORM, key: null };
const button = (action: string) => ({ body: `action=${action}`, headers: FORM, key: null });
const open = { key: null };

async function broadcastBy(api: ApiFixture): Promise<Broadcast> {
  const body = {
    from: 'Acme <news@acme.test>',
    to: ['ann@customer.test', 'bob@customer.test'],
    subject: 'News',
    text: 'New',
    message_stream: 'broadcast',
  };
  const { body: receipt } = await api.call('POST', '/v1/emails', { body, idempotencyKey: 'b' });
  const emailId = String(receipt.id);
  const url = (recipient: number) =>
    `/u/${deliveryToken(api.context.tokens, 'unsubscribe', { emailId, recipient })}`;
  return { emailId, urls: [url(0), url(1)] };
}

async function fixture(given: FixtureOptions = {}) {
  const api = await apiFixture(given);
  return { api, broadcast: await broadcastBy(api) };
}

test.before.each(async (context) => {
  Object.assign(context, await fixture());
});
test.after.each(({ api }) => api.close());

const history = async ({ store }: ApiFixture, emailId: string) =>
  (await email.read(store, emailId))
    .slice(1)
    .map(({ type, data, metadata }) => [type, 'recipient' in data ? data.recipient : null, metadata.actor]);

const isSuppressed = async (api: ApiFixture, address: string) =>
  (await storedModels(api.models).suppressionOf(suppressionIdOf(api.ledger.ids, api.workspace, address))) !==
  null;

test('a GET shows a page with a button and changes nothing, however often', async ({ api, broadcast }) => {
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await api.call(method, broadcast.urls[0], open);
    assert.is(answer.status, 200);
    assert.is(answer.headers['cache-control'], 'no-store');
    assert.is(answer.headers['set-cookie'], undefined);
    if (method === 'HEAD') assert.is(answer.text, '');
    else assert.match(answer.text, /<form method="post">.*<button/);
  }
  assert.equal(await history(api, broadcast.emailId), []);
});

test('one click by a mail program unsubscribes this recipient for good, a second one is nothing new', async ({
  api,
  broadcast,
}) => {
  for (let times = 0; times < 3; times++) {
    const answer = await api.call('POST', broadcast.urls[0], ONE_CLICK);
    assert.is(answer.status, 200);
  }
  assert.equal(await history(api, broadcast.emailId), [['Unsubscribed', 'ann@customer.test', 'recipient']]);
  assert.is(await isSuppressed(api, 'ann@customer.test'), true);
  assert.is(await isSuppressed(api, 'bob@customer.test'), false);
  const again = await api.call('POST', '/v1/emails', {
    body: { from: 'a@acme.test', to: 'Ann@customer.test', subject: 's', text: 't' },
    idempotencyKey: 'later',
  });
  assert.equal(again.body.suppressed_recipients as unknown, ['Ann@customer.test']);
});

test('the form of RFC 8058 is taken in either encoding', async ({ api, broadcast }) => {
  const boundary = 'x-1';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  assert.is((await api.call('POST', broadcast.urls[0], { body, headers, key: null })).status, 200);
  assert.is((await history(api, broadcast.emailId)).length, 1);
});

const part = (name: string, fields: readonly string[] = [], value = 'One-Click') =>
  ['--x-1', `Content-Disposition: form-data; name=${name}`, ...fields, '', value, '--x-1--', ''].join('\r\n');
const multipart = 'multipart/form-data; boundary=x-1';
const urlencoded = FORM['content-type'];

for (const [what, body, type] of [
  [
    'a part with its type',
    part('"List-Unsubscribe"', ['Content-Type: text/plain; charset=utf-8']),
    multipart,
  ],
  [
    'a part with several fields',
    part('"List-Unsubscribe"', [
      'Content-Type: text/plain; charset=US-ASCII',
      'Content-Transfer-Encoding: 8bit',
      'Content-Length: 9',
    ]),
    multipart,
  ],
  ['a name without quotes', part('List-Unsubscribe'), multipart],
  [
    'line ends of one character',
    part('"List-Unsubscribe"', ['Content-Type: text/plain']).replaceAll('\r', ''),
    multipart,
  ],
  ['a quoted boundary', part('"List-Unsubscribe"'), 'multipart/form-data; boundary="x-1"'],
  ['more parameters of the part', part('"List-Unsubscribe"; charset=utf-8', ['X-Any: 1']), multipart],
  ['the equals sign encoded', 'List-Unsubscribe%3DOne-Click', urlencoded],
  ['in small letters', 'list-unsubscribe%3done-click', urlencoded],
  ['hyphens encoded', 'List%2DUnsubscribe=One%2DClick', urlencoded],
  ['encoded twice', 'List-Unsubscribe%253DOne-Click', urlencoded],
  ['in capitals', 'LIST-UNSUBSCRIBE=ONE-CLICK', urlencoded],
  [
    'after other fields, with a line end',
    'a=b&List-Unsubscribe=One-Click\r\n',
    `${urlencoded}; charset=UTF-8`,
  ],
  ['as text', 'List-Unsubscribe=One-Click', 'text/plain;charset=UTF-8'],
] as const)
  test(`one click is understood: ${what}`, async ({ api, broadcast }) => {
    const answer = await api.call('POST', broadcast.urls[0], {
      body,
      headers: { 'content-type': type },
      key: null,
    });
    assert.is(answer.status, 200);
    assert.equal(
      (await history(api, broadcast.emailId)).map(([kind]) => kind),
      ['Unsubscribed'],
    );
  });

test('while the read models are away a first unsubscription is recorded all the same, and a page says what is so', async ({
  api,
  broadcast,
}) => {
  const [url] = broadcast.urls;
  const { suppressions } = api.models;
  const { get } = suppressions;
  Object.assign(suppressions, { get: () => Promise.reject(new DocumentsUnavailable('away')) });
  for (let times = 0; times < 2; times++) {
    const answer = await api.call('POST', url, ONE_CLICK);
    assert.is(answer.status, 503);
    assert.match(String(answer.headers['content-type']), 'text/html');
    assert.is(answer.headers['retry-after'], '60');
  }
  Object.assign(suppressions, { get });
  assert.equal(await history(api, broadcast.emailId), [['Unsubscribed', 'ann@customer.test', 'recipient']]);
  assert.match((await api.call('GET', url, open)).text, 'You are unsubscribed.');
});

test('an undo counts also where the suppressions do not show the unsubscription yet', async ({
  api,
  broadcast,
}) => {
  const [url] = broadcast.urls;
  await api.call('POST', url, button('unsubscribe'));
  api.clock.pass(60_000);
  const { suppressions } = api.models;
  const { get } = suppressions;
  Object.assign(suppressions, { get: async () => null });
  assert.match((await api.call('POST', url, button('resubscribe'))).text, 'You are subscribed again.');
  Object.assign(suppressions, { get });
  assert.is(await isSuppressed(api, 'ann@customer.test'), false);
});

test('an unsubscription is taken back within an hour, and no later', async ({ api, broadcast }) => {
  const [url] = broadcast.urls;
  const done = await api.call('POST', url, button('unsubscribe'));
  assert.match(done.text, 'You are unsubscribed.');
  assert.match(done.text, 'value="resubscribe"');
  api.clock.pass(3_600_000);
  const undone = await api.call('POST', url, button('resubscribe'));
  assert.match(undone.text, 'You are subscribed again.');
  assert.is(await isSuppressed(api, 'ann@customer.test'), false);

  await api.call('POST', url, button('unsubscribe'));
  api.clock.pass(3_600_001);
  const late = await api.call('POST', url, button('resubscribe'));
  assert.match(late.text, 'You are unsubscribed.');
  assert.not.match(late.text, 'resubscribe');
  assert.is(await isSuppressed(api, 'ann@customer.test'), true);
  assert.equal(
    (await history(api, broadcast.emailId)).map(([type]) => type),
    ['Unsubscribed', 'Resubscribed', 'Unsubscribed'],
  );
});

test('after five undos no other is offered, and the page names whom to ask', async ({ api, broadcast }) => {
  const [url] = broadcast.urls;
  for (let times = 0; times < 5; times++) {
    assert.match((await api.call('POST', url, button('unsubscribe'))).text, 'value="resubscribe"');
    assert.match((await api.call('POST', url, button('resubscribe'))).text, 'You are subscribed again.');
  }
  for (let times = 0; times < 3; times++) {
    const last = await api.call('POST', url, button('unsubscribe'));
    assert.match(last.text, 'To get mail again, please write to Acme &lt;news@acme.test&gt;.');
    assert.not.match(last.text, '<form');
    await api.call('POST', url, button('resubscribe'));
  }
  assert.is((await history(api, broadcast.emailId)).length, 11);
  assert.is(await isSuppressed(api, 'ann@customer.test'), true);
});

test('an unsubscription is written again where something else had lifted it', async ({ api, broadcast }) => {
  const [url] = broadcast.urls;
  await api.call('POST', url, ONE_CLICK);
  await decideSuppression(api.ledger, api.origin, { do: 'remove', address: 'ann@customer.test' });
  api.clock.pass(60_000);
  assert.match((await api.call('GET', url, open)).text, 'Unsubscribe?');
  for (let times = 0; times < 3; times++) {
    assert.match((await api.call('POST', url, ONE_CLICK)).text, 'You are unsubscribed.');
    api.clock.pass(60_000);
  }
  assert.is((await history(api, broadcast.emailId)).length, 2);
  assert.is(await isSuppressed(api, 'ann@customer.test'), true);
});

test('the event says whether it was the page’s button or one click', async ({ api, broadcast }) => {
  await api.call('POST', broadcast.urls[0], button('unsubscribe'));
  await api.call('POST', broadcast.urls[1], ONE_CLICK);
  const ways = (await email.read(api.ledger.store, broadcast.emailId)).flatMap((event) =>
    event.type === 'Unsubscribed' ? [event.data.way] : [],
  );
  assert.equal(ways, ['page', 'one click']);
});

test('what is taken back is the unsubscription alone, not a complaint or an operator', async ({
  api,
  broadcast,
}) => {
  await api.call('POST', broadcast.urls[0], ONE_CLICK);
  await decideSuppression(api.ledger, api.origin, {
    do: 'add',
    address: 'ann@customer.test',
    reason: 'asked',
  });
  await api.call('POST', broadcast.urls[0], button('resubscribe'));
  assert.is(await isSuppressed(api, 'ann@customer.test'), true);
});

test('tokens that were altered, or signed for something else, are 404 and change nothing', async ({
  api,
  broadcast,
}) => {
  const { tokens } = api.context;
  const ref = { emailId: broadcast.emailId, recipient: 0 };
  const [url] = broadcast.urls;
  const flipped = `${url.slice(0, -3)}${url.at(-3) === 'A' ? 'B' : 'A'}${url.slice(-2)}`;
  for (const forged of [
    flipped,
    `${url}A`,
    '/u/x',
    `/u/${'A'.repeat(8_000)}`,
    `/u/${deliveryToken(tokens, 'click', ref)}`,
    `/u/${deliveryToken(tokens, 'unsubscribe', { ...ref, recipient: 2 })}`,
    `/u/${deliveryToken(tokens, 'unsubscribe', { ...ref, emailId: api.ledger.ids.uuid() })}`,
  ])
    for (const method of ['GET', 'POST'])
      assert.is((await api.call(method, forged, method === 'GET' ? open : ONE_CLICK)).status, 404, forged);
  assert.equal(await history(api, broadcast.emailId), []);
});

test('bodies that ask for nothing, or too much, change nothing', async ({ api, broadcast }) => {
  const [url] = broadcast.urls;
  for (const body of [
    '',
    'action=delete',
    'List-Unsubscribe=No',
    'List-Unsubscribe',
    '%',
    '%zz%ff%3D',
    'One-Click=List-Unsubscribe',
    '{"action":"unsubscribe"}',
  ])
    assert.is((await api.call('POST', url, { body, headers: FORM, key: null })).status, 422, body);
  const large = `List-Unsubscribe=One-Click&x=${'x'.repeat(2_048)}`;
  assert.is((await api.call('POST', url, { body: large, headers: FORM, key: null })).status, 413);
  assert.equal(await history(api, broadcast.emailId), []);
});

test('the page speaks the language that the reader likes best', async ({ api, broadcast }) => {
  for (const [wish, language, title] of [
    [undefined, 'en', 'Unsubscribe?'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Abmelden?'],
    ['nl, fr-CA;q=0.7, en;q=0.1', 'fr', 'Se désabonner\u202f?'],
    ['en;q=0.2, es;q=0.3', 'es', '¿Darse de baja?'],
    ['ja, *;q=0.5', 'en', 'Unsubscribe?'],
    ['de;q=0, en', 'en', 'Unsubscribe?'],
    ['de;q=x;;,,,', 'en', 'Unsubscribe?'],
  ] as const) {
    const headers = { 'accept-language': wish ?? '' };
    const answer = await api.call('GET', broadcast.urls[0], { ...open, headers });
    assert.is(answer.headers['content-language'], language, wish);
    assert.match(answer.text, `<html lang="${language}">`);
    assert.match(answer.text, `<h1>${title}</h1>`);
  }
});

test('names from the message are text on the page, never markup', async ({ api }) => {
  const body = {
    from: 'x@acme.test',
    from_name: '<script>alert(1)</script> $& "&',
    to: 'ann@customer.test',
    subject: 's',
    text: 't',
  };
  const { body: receipt } = await api.call('POST', '/v1/emails', { body, idempotencyKey: 'n' });
  const token = deliveryToken(api.context.tokens, 'unsubscribe', {
    emailId: String(receipt.id),
    recipient: 0,
  });
  const { text } = await api.call('GET', `/u/${token}`, open);
  assert.not.match(text, '<script>');
  assert.match(text, '&lt;script&gt;alert(1)&lt;/script&gt; $&amp; ');
});

test('while the log cannot be written, a person sees a page that says so, and a mail program tries again', async () => {
  const { api, broadcast } = await fixture();
  const store = { ...api.store, append: () => Promise.reject(new EventStoreUnavailable('no')) };
  const broken = await apiFixture({ context: { ...api.context, ledger: { ...api.ledger, store } } });
  const answer = await broken.call('POST', broadcast.urls[0], ONE_CLICK);
  assert.is(answer.status, 503);
  assert.is(answer.headers['retry-after'], '60');
  assert.match(answer.text, 'does not work at the moment');
  await broken.close();
  await api.close();
});

test.run();
