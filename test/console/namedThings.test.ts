import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import { createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { email } from '../../src/events/email.ts';
import { renderer, smsBody } from '../support/smsFixture.ts';
import { type ConsoleFixture, called, consoleFixture, type Visitor } from './consoleFixture.ts';

/** Issue 54, 3 and 6: names instead of ids, revoking a key, and the page of a campaign. */
const test = suite<{ at: ConsoleFixture; ann: Visitor }>('console: names, keys and campaigns');

test.before.each(async (context) => {
  const at = await consoleFixture();
  Object.assign(context, { at, ann: await at.loggedIn() });
});
test.after.each(({ at }) => at.close());

const W = '/w/default';
const HOSTILE = '<b>March</b>';
/** What is worked out in the background is asked for until it is there. */
async function settled(one: Visitor, path: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const { text, status } = await one.get(path);
    assert.is(status, 200, path);
    if (!text.includes('hx-trigger') || tries > 50) return text;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function namedKey({ api }: ConsoleFixture, name: string, workspace = api.workspace) {
  const origin = { ...api.origin, workspace };
  const made = await createApiKey(api.ledger, origin, {
    ...{ scopes: ['email:send'], track: [], name, expiresAtMs: null },
  });
  await api.project();
  const created = api.store.log.findLast(({ type }) => type === 'ApiKeyCreated');
  return { key: made.key, keyId: ((created?.data ?? {}) as { keyId: string }).keyId };
}

const mail = {
  from: 'shop@acme.test',
  to: ['ann@customer.test', 'bob@customer.test'],
  subject: 's',
  text: 't',
};

test('a key is revoked on a page that says what it sent today, and by its name', async ({ at }) => {
  const { api } = at;
  const { key, keyId } = await namedKey(at, 'Shop <live>');
  await called(at, '/v1/emails', mail, { key });
  api.clock.pass(24 * 3_600_000);
  // Sessions are over after half a day.
  const ann = await at.loggedIn();
  const page = `${W}/settings/keys/${keyId}`;
  assert.match(await settled(ann, page), '0 mails to 0 recipients');
  for (let n = 0; n < 2; n++) await called(at, '/v1/emails', mail, { key });
  await called(at, '/v1/emails', mail);
  api.clock.pass(61_000);
  const text = await settled(ann, page);
  assert.match(text, '2 mails to 4 recipients, 0 text messages');
  assert.match(text, 'Type the name of the key');
  assert.match((await ann.get(`${W}/settings`)).text, `${page}">Revoke Shop &lt;live&gt; …</a>`);
  const revoke = (name: string) => ann.post(`${W}/settings/keys/revoke`, { key: keyId, name }, page);
  const refused = await revoke('Shop');
  assert.is(refused.status, 400);
  assert.match(refused.text, 'Nothing was done: it still works.');
  assert.is((await revoke('Shop <live>')).status, 303);
  assert.is((await api.call('POST', '/v1/emails', { body: mail, key, idempotencyKey: 'x' })).status, 401);
  assert.not.match(await settled(ann, page), 'Revoke the key');
  const viewer = await at.loggedIn({ role: 'viewer' });
  assert.not.match(await settled(viewer, page), 'Revoke the key');
});

test("another workspace's key and campaign are not told from none", async ({ at, ann }) => {
  const by = { actor: 'operator', correlation: '', causation: null };
  const { id } = await openWorkspace(at.api.ledger, by, 'acme');
  const { keyId } = await namedKey(at, 'theirs', id);
  assert.is((await ann.get(`/w/acme/settings/keys/${keyId}`)).status, 200);
  for (const path of [`settings/keys/${keyId}`, 'settings/keys/none', 'campaigns/none', `campaigns/${keyId}`])
    assert.is((await ann.get(`${W}/${path}`)).status, 404, path);
  const { campaignId } = await campaignOf(at);
  assert.is((await ann.get(`/w/acme/campaigns/${campaignId}`)).status, 404);
  const stranger = await at.loggedIn({ workspaceId: id });
  assert.is((await stranger.get(`${W}/campaigns/${campaignId}`)).status, 404);
});

/** A campaign with three contacts, each of whom has a message. */
async function campaignOf(at: ConsoleFixture) {
  const { api } = at;
  const templateId = await called(at, '/v1/templates', {
    ...{ friendly_name: 'news', name: 'News', subject: 'News', text: 'x' },
  });
  const contacts: string[] = [];
  for (const name of ['ann', 'bob', 'carl'])
    contacts.push(await called(at, '/v1/contacts', { email: `${name}@customer.test` }));
  const audienceId = await called(at, '/v1/audiences', { name: 'All <of> them', contact_ids: contacts });
  const campaignId = await called(at, '/v1/campaigns', {
    ...{ name: HOSTILE, audience_id: audienceId, template_id: templateId, from: 'shop@acme.test' },
  });
  const plain = await called(at, '/v1/emails', { ...mail, to: 'ann@customer.test' });
  const [accepted] = await email.read(api.store, plain);
  if (accepted?.type !== 'EmailAccepted') throw new Error('it was not accepted');
  const of = { campaignId, runId: api.ledger.ids.uuid(), contactId: contacts[0] ?? '' };
  const template = { templateId, revision: 1, variables: null };
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const data = { ...accepted.data, campaign: of, template };
    data.recipients = data.recipients.map((one) => ({ ...one, deliveryId: api.ledger.ids.uuid() }));
    const id = api.ledger.ids.uuid();
    const made = newEvents(api.ledger, api.origin, [{ type: 'EmailAccepted', data }]);
    await api.ledger.store.append(email.stream(id), 'no-stream', made);
    ids.push(id);
  }
  const happened = async (id: string, ...events: readonly [type: string, more?: object][]) => {
    const own = await email.read(api.store, id);
    const [recipient] = own[0]?.type === 'EmailAccepted' ? own[0].data.recipients : [];
    const { deliveryId, suppressionId, address } = recipient ?? {};
    const base = { deliveryId, suppressionId, recipient: address, sandbox: false };
    const whole = events.map(([type, more = {}]) => ({ type, data: { ...base, ...more } }));
    await api.ledger.store.append(email.stream(id), own.length - 1, newEvents(api.ledger, api.origin, whole));
  };
  return { campaignId, templateId, audienceId, ids, plain, happened };
}

/** The cells of each row under a caption. */
function rowsUnder(text: string, caption: string): readonly string[][] {
  const [, table = ''] = text.split(`<caption>${caption}`)[1]?.match(/<tbody>(.*?)<\/tbody>/s) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell),
  );
}

test('a campaign: progress, what became of it as numbers and rates, each recipient once, and over time', async ({
  at,
  ann,
}) => {
  const { campaignId, templateId, audienceId, ids, plain, happened } = await campaignOf(at);
  const [first = '', second = '', third = ''] = ids;
  const submitted = ['Submitted', { response: 'ok' }] as const;
  for (const id of [first, second, plain])
    await happened(id, [...submitted], ['Delivered', { response: 'ok' }]);
  await happened(first, ['Opened'], ['Opened', { repeated: true }], ['Clicked', { url: 'https://a.test/' }]);
  await happened(second, ['Opened', { automated: true }], ['Unsubscribed']);
  await happened(plain, ['Opened'], ['Unsubscribed']);
  at.api.clock.pass(2 * 3_600_000);
  const bounce = { bounceType: 'Transient', bounceSubType: 'General', diagnosticCode: null };
  await happened(third, ['Bounced', bounce], ['Bounced', { ...bounce, repeated: true }]);
  const text = await settled(ann, `${W}/campaigns/${campaignId}`);
  assert.match(text, 'Campaign &lt;b&gt;March');
  assert.match(text, '3 of 3 contacts (100 %)');
  assert.match(text, 'All &lt;of&gt; them');
  assert.match(text, `<code>${audienceId}</code>`);
  assert.match(text, `templates/${templateId}?to=1">news</a>`);
  assert.equal(rowsUnder(text, 'Recipients, each counted once'), [
    ['Handed over', '2', '66.7 %', 'accepted'],
    ['Delivered', '2', '66.7 %', 'accepted'],
    ['Opened', '1', '50.0 %', 'delivered'],
    ['Clicked', '1', '50.0 %', 'delivered'],
    ['Bounced', '1', '33.3 %', 'accepted'],
    ['Complained', '0', '0.0 %', 'delivered'],
    ['Unsubscribed', '1', '50.0 %', 'delivered'],
  ]);
  const hours = rowsUnder(text, 'Recipients an hour').map(([, ...counts]) => counts.join());
  assert.equal(hours, ['0,0,0,0,1,0,0', '0,0,0,0,0,0,0', '2,2,1,1,0,0,1']);
  assert.match(text, 'data-plot');
});

test('a campaign whose route says nothing of deliveries: what is not known is said', async ({ at, ann }) => {
  const { campaignId, ids, happened } = await campaignOf(at);
  const path = `${W}/campaigns/${campaignId}`;
  assert.match(await settled(ann, path), 'Nothing has become of it yet.');
  for (const id of ids) await happened(id, ['Submitted', { response: 'ok' }]);
  at.api.clock.pass(3 * 24 * 3_600_000);
  await happened(ids[0] ?? '', ['Opened']);
  const text = await settled(await at.loggedIn(), path);
  assert.match(text, 'has not reported what it delivered');
  const [, delivered, opened] = rowsUnder(text, 'Recipients, each counted once');
  assert.equal(delivered, ['Delivered', 'not known', '<bdi>–</bdi>', 'accepted']);
  assert.equal(opened, ['Opened', '1', '33.3 %', 'handed over']);
  const days = rowsUnder(text, 'Recipients a day').map(([, ...counts]) => counts.join());
  assert.equal(days, ['0,0,1,0,0,0,0', '0,0,0,0,0,0,0', '0,0,0,0,0,0,0', '3,0,0,0,0,0,0']);
});

test('names instead of ids, on messages, lists, campaigns and figures, with the id to be copied', async ({
  at,
  ann,
}) => {
  const { campaignId, templateId, audienceId, ids } = await campaignOf(at);
  const page = (await ann.get(`${W}/messages/${ids[0]}`)).text;
  assert.match(page, `templates/${templateId}?to=1">news</a>`);
  assert.match(page, `campaigns/${campaignId}">&lt;b&gt;March&lt;/b&gt;</a>`);
  assert.match(page, `data-copy="${templateId}"`);
  assert.match(page, `<code>${campaignId}</code>`);
  const list = (await ann.get(`${W}/campaigns`)).text;
  assert.match(list, `campaigns/${campaignId}">&lt;b&gt;March`);
  for (const id of [campaignId, audienceId]) assert.match(list, `<code>${id}</code>`);
  assert.match(await settled(ann, `${W}/figures/by/campaign`), `campaigns/${campaignId}">&lt;b&gt;March`);
  assert.match(await settled(ann, `${W}/figures/by/template`), `find=${templateId}">news</a>`);
  const { key, keyId } = await namedKey(at, 'Shop key');
  const sent = await called(at, '/v1/emails', mail, { key });
  const timeline = (await ann.get(`${W}/messages/${sent}`)).text;
  assert.match(timeline, ', key Shop key<');
  assert.not.match(timeline, `key:${keyId}`);
  // What a name stood for may be gone.
  await at.api.call('DELETE', `/v1/templates/${templateId}`, {});
  assert.match((await ann.get(`${W}/messages/${ids[0]}`)).text, `?to=1">${templateId}</a>`);
});

test('templates of text messages have their names too', async () => {
  const at = await consoleFixture({ context: { renderer } });
  const code = { name: 'code', body: 'Code {{ code }}' };
  const { templateId } = await approveSmsTemplate(at.api.ledger, at.api.origin, code);
  const id = await called(at, '/v1/sms', smsBody);
  const ann = await at.loggedIn();
  assert.match(await settled(ann, `${W}/figures/by/template?days=90`), `find=${templateId}">code</a>`);
  assert.match((await ann.get(`${W}/log/sms-${id}/0`)).text, 'SMS template code');
  await at.close();
});

test("issue 54, 3: the log and a document as it was name what ids stand for, and no other workspace's things", async ({
  at,
  ann,
}) => {
  const { api } = at;
  const { campaignId, templateId, audienceId, ids } = await campaignOf(at);
  const { key, keyId } = await namedKey(at, 'Shop <live>');
  const sent = await called(at, '/v1/emails', mail, { key });
  const log = (await ann.get(`${W}/log`)).text;
  for (const [name, id] of [
    ['template news', `template-${templateId}`],
    ['campaign &lt;b&gt;March&lt;/b&gt;', `campaign-${campaignId}`],
    ['audience All &lt;of&gt; them', `audience-${audienceId}`],
    ['key Shop &lt;live&gt;', `key:${keyId}`],
  ])
    assert.match(
      log,
      new RegExp(`<td>${name} <details class="id"><summary[^>]*>id</summary><code>${id}</code>`),
    );
  assert.match(log, /<td>contact ann@customer\.test <details class="id">.*?<code>contact-/);
  assert.not.match(log, /<td>(template|campaign|audience|contact)-/);
  for (const filter of [`stream=template-${templateId}`, `actor=key:${keyId}`])
    assert.match((await ann.get(`${W}/log?${filter}`)).text, '<tbody><tr>', filter);

  const event = (await ann.get(`${W}/log/email-${ids[0]}/0`)).text;
  const [, inside = ''] = event.split('What its ids stand for today');
  assert.match(inside, `template <a href="${W}/templates/${templateId}">news</a>`);
  assert.match(inside, `campaign <a href="${W}/campaigns/${campaignId}">&lt;b&gt;March&lt;/b&gt;</a>`);
  assert.match(
    inside,
    `contact <a href="${W}/addresses/find?address=ann%40customer.test">ann@customer.test</a>`,
  );
  assert.match(inside, `data-copy="${templateId}"`);
  assert.match((await ann.get(`${W}/log/email-${sent}/0`)).text, 'by key Shop &lt;live&gt; <details');
  const page = (await ann.get(`${W}/log/template-${templateId}/0`)).text;
  assert.match(page, 'stream template news <details');

  const asOf = async (key: string, at = '999999') =>
    (await ann.get(`${W}/log/as-of?${new URLSearchParams({ model: 'messages', key, at })}`)).text;
  const document = (await asOf(ids[0] ?? '')).split('What its ids stand for today')[1] ?? '';
  assert.match(document, `templates/${templateId}">news</a>`);
  assert.match(document, `campaigns/${campaignId}">&lt;b&gt;March`);
  const endpoint = await called(at, '/v1/webhooks', {
    name: 'Till',
    url: 'https://hooks.acme.test/',
    events: ['*'],
  });
  const created = (await ann.get(`${W}/log?type=WebhookEndpointCreated`)).text;
  const [, path = ''] = /href="([^"]*log\/[^"]*)">WebhookEndpointCreated/.exec(created) ?? [];
  assert.match((await ann.get(path)).text, `endpoint <a href="${W}/webhooks?endpoint=${endpoint}">Till</a>`);

  // Anyone can write the id of another workspace's template into a mail of their own.
  const by = { actor: 'operator', correlation: '', causation: null };
  const { id: acme } = await openWorkspace(api.ledger, by, 'acme');
  const theirs = await namedKey({ ...at, api: { ...api, workspace: acme } }, 'SECRET KEY', acme);
  const [own] = await email.read(api.store, sent);
  if (own?.type !== 'EmailAccepted') throw new Error('it was not accepted');
  const variables = { keyId: theirs.keyId, templateIds: [templateId, 7, 'x', null], deep: { campaignId } };
  const data = { ...own.data, template: { templateId, revision: 1, variables } };
  const hostile = api.ledger.ids.uuid();
  await api.ledger.store.append(
    email.stream(hostile),
    'no-stream',
    newEvents(api.ledger, api.origin, [{ type: 'EmailAccepted', data }]),
  );
  const seen = (await ann.get(`${W}/log/email-${hostile}/0`)).text;
  assert.match(seen.split('What its ids stand for today')[1] ?? '', `campaigns/${campaignId}">`);
  assert.not.match(seen, 'SECRET KEY');

  // What a name stood for may be gone.
  await api.call('DELETE', `/v1/templates/${templateId}`, {});
  assert.match((await ann.get(`${W}/log`)).text, `<td>template-${templateId}</td>`);
});

test.run();
