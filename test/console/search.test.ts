import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { type ConsoleFixture, consoleFixture } from './consoleFixture.ts';

/** Search by parts: messages by each of their texts, contacts, templates and campaigns, in the person's own workspace. */
const test = suite<{ at: ConsoleFixture }>('console: search by parts');
test.before.each(async (context) => {
  context.at = await consoleFixture();
});
test.after.each(({ at }) => at.close());

const body = (to: string, more: object = {}) => ({ from: 'Shop <orders@shop.test>', to, text: 't', ...more });

async function sent({ api }: ConsoleFixture, key: string, mail: object): Promise<string> {
  const { status, body: answer } = await api.call('POST', '/v1/emails', { body: mail, idempotencyKey: key });
  assert.is(status, 202);
  return String(answer.id);
}

const idsIn = (text: string) => [...text.matchAll(/messages\/([\da-f-]{36})"/g)].map(([, id]) => id);

test('a mail is found by a part of an address, a subject, a sender and a tag', async ({ at }) => {
  const [ann, bob] = [
    await sent(
      at,
      '1',
      body('ann.smith@customer.test', { subject: 'Your order 4711 has shipped', tags: ['spring-2026'] }),
    ),
    await sent(at, '2', body('bob@other.test', { subject: 'Reset your Paßwort' })),
  ];
  const one = await at.loggedIn();
  const found = async (find: string, more = '') =>
    idsIn((await one.get(`/w/default/messages?${new URLSearchParams({ find })}${more}`)).text);
  for (const part of ['smith', 'ANN.SM', 'customer.te', 'order 47', 'spring', 'g-20'])
    assert.equal(await found(part), [ann], part);
  for (const part of ['bob@oth', 'PASSWORT'.toLowerCase().replace('ss', 'ß'), 'reset'])
    assert.equal(await found(part), [bob], part);
  assert.equal(await found('orders@shop'), [bob, ann]);
  assert.equal(await found('orders@shop', '&status=bounced'), []);
  assert.equal(await found('orders@shop', '&status=queued&since=2030-01-01'), []);
  assert.equal(await found('orders@shop', '&status=queued&channel=email'), [bob, ann]);
});

test('what is whole is found as before, and leads to what has it as a part', async ({ at }) => {
  const tagged = await sent(at, '1', body('ann@customer.test', { subject: 'x', tags: ['welcome'] }));
  const titled = await sent(at, '2', body('bob@customer.test', { subject: 'Welcome home' }));
  const one = await at.loggedIn();
  const { text } = await one.get('/w/default/messages?find=welcome');
  assert.equal(idsIn(text), [tagged]);
  const [, href = ''] = /href="([^"]*key=no)"/.exec(text) ?? [];
  assert.equal(idsIn((await one.get(href.replaceAll('&amp;', '&'))).text), [titled, tagged]);
});

test('hostile and short texts are answered in words', async ({ at }) => {
  await sent(at, '1', body('ann@customer.test', { subject: 'say "hello" <b>' }));
  const one = await at.loggedIn();
  for (const place of ['messages', 'contacts', 'templates'])
    for (const find of [
      ...[
        '"',
        '""',
        '*',
        'a',
        'ab',
        ' b ',
        'NEAR',
        'a OR b',
        '"hello" OR x',
        'hel*',
        '%',
        '%%%',
        '___',
        '\u0000\u0001abc',
      ],
      ...[
        '😀😀😀',
        '\u202eevil',
        '\ud800\ud800\ud800',
        "' OR 1=1 --",
        'x'.repeat(10_000),
        '{"$gt":""}',
        '\\',
      ],
    ]) {
      const { status, text } = await one.get(`/w/default/${place}?${new URLSearchParams({ find })}`);
      assert.is(status, 200, `${place} ${find.slice(0, 20)}`);
      assert.not.match(text, '<b>');
      if ([...find.trim()].length < 3) assert.match(text, /at least 3 letters/, `${place} ${find}`);
      if (find.length > 200) assert.match(text, /at most 200 letters/);
    }
  assert.match((await one.get('/w/default/messages?find=%22hello%22')).text, /say &quot;hello&quot;/);
  for (const after of ['x', '-1', '1e999', "1' OR 1=1", '9'.repeat(400)])
    assert.is(
      (await one.get(`/w/default/messages?${new URLSearchParams({ find: 'hello', after })}`)).status,
      200,
    );
});

test('nothing of another workspace is found', async ({ at }) => {
  const { api } = at;
  await sent(at, '1', body('ann@customer.test', { subject: 'a secret' }));
  const acme = await openWorkspace(api.ledger, api.origin, 'acme');
  const bob = await at.loggedIn({ name: 'Bob', workspaceId: acme.id });
  assert.equal(idsIn((await bob.get('/w/acme/messages?find=secret')).text), []);
  assert.is((await bob.get('/w/default/messages?find=secret')).status, 404);
  assert.equal(idsIn((await (await at.loggedIn()).get('/w/default/messages?find=secret')).text).length, 1);
});

test('contacts and templates are found by parts, and those of messages are named', async ({ at }) => {
  const { api } = at;
  const post = async (path: string, given: object) => {
    const { status } = await api.call('POST', path, { body: given });
    assert.ok(status < 300, `${path} ${status}`);
  };
  await post('/v1/contacts', {
    email: 'carla@customer.test',
    first_name: 'Carla',
    last_name: 'Rossi',
    tags: ['vip-gold'],
  });
  await post('/v1/contacts', { email: 'dora@customer.test', first_name: 'Dora' });
  await post('/v1/templates', {
    friendly_name: 'order-shipped',
    name: 'Shipping',
    subject: 'Order {{ n }}',
    text: 'x',
  });
  const one = await at.loggedIn();
  const page = async (path: string) => (await one.get(`/w/default/${path}`)).text;
  for (const part of ['carl', 'ROSSI', 'gold', 'la@cust']) {
    const text = await page(`contacts?find=${part}`);
    assert.match(text, 'carla@customer.test', part);
    assert.not.match(text, 'dora@customer.test', part);
  }
  await post('/v1/contacts', { email: 'carla@customer.test', last_name: 'Bianchi', tags: [] });
  for (const part of ['rossi', 'gold']) assert.not.match(await page(`contacts?find=${part}`), 'carla@');
  for (const part of ['bianchi', 'carla']) assert.match(await page(`contacts?find=${part}`), 'carla@');
  for (const part of ['shipp', 'order {{'])
    assert.match(await page(`templates?${new URLSearchParams({ find: part })}`), 'order-shipped');
  assert.match(await page('templates?find=nothing'), 'There is no such template.');
  const messages = await page('messages?find=shipp');
  assert.match(messages, /messages\?find=[\da-f-]{36}">Template order-shipped/);
  assert.match(messages, 'contacts?find=shipp');
});

test.run();
