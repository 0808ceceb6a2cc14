import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { changeWebhookEndpoint, createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { email } from '../../src/events/email.ts';
import { sms } from '../../src/events/sms.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { type ConsoleFixture, consoleFixture, type Visitor } from './consoleFixture.ts';

/** What a person does from the page of a message, and about its webhooks. */
const test = suite<{ at: ConsoleFixture; ann: Visitor }>('console: acts on a message');

test.before.each(async (context) => {
  const at = await consoleFixture();
  Object.assign(context, { at, ann: await at.loggedIn() });
});
test.after.each(({ at }) => at.close());

const ANSWER = '<script>alert(1)</script>';

/** A message to two, with two webhooks that its receiver has refused: ids of the message and of the deliveries. */
async function withWebhooks({ api }: ConsoleFixture) {
  const { call, ledger, origin, store, context } = api;
  const { endpointId } = await createWebhookEndpoint(ledger, context.secrets, origin, {
    ...{ name: 'shop', url: 'https://hooks.acme.test/', events: ['*'] },
  });
  const to = ['ann@customer.test', 'bob@customer.test'];
  const { body } = await call('POST', '/v1/emails', {
    body: { from: 'Shop <shop@acme.test>', to, subject: 's', text: 't' },
    idempotencyKey: 'k',
  });
  const id = String(body.id);
  const [accepted] = await email.read(store, id);
  const recipients = accepted?.type === 'EmailAccepted' ? accepted.data.recipients : [];
  const submitted = recipients.map(({ deliveryId, suppressionId, address: recipient }) => ({
    type: 'Submitted',
    data: { deliveryId, suppressionId, recipient, sandbox: false, response: '250 ok' },
  }));
  const by = { ...origin, actor: 'sender' };
  await store.append(email.stream(id), 0, newEvents(ledger, by, submitted));
  const deliveries: string[] = [];
  for (const event of (await email.read(store, id)).slice(1)) {
    const deliveryId = webhookDeliveryIdOf(event.id, endpointId);
    deliveries.push(deliveryId);
    const scheduled = { endpointId, eventId: event.id, kind: 'submitted', body: '{}', subjectId: id };
    const failed = {
      ...{ endpointId, attempt: 1, status: 503, reason: 'status', answer: ANSWER, durationMs: 12 },
      nextAttemptAt: null,
    };
    const events = [
      { type: 'WebhookDeliveryScheduled', data: scheduled },
      { type: 'WebhookAttemptFailed', data: failed },
      { type: 'WebhookDeliveryDied', data: { attempts: 1 } },
    ];
    await store.append(webhookDelivery.stream(deliveryId), 'no-stream', newEvents(ledger, by, events));
  }
  await api.project();
  return { id, deliveries, endpointId, page: `/w/default/messages/${id}` };
}

const requeued = ({ api }: ConsoleFixture) =>
  api.store.log.filter(({ type }) => type === 'WebhookDeliveryRequeued').map(({ stream }) => stream);

test('its webhooks with status, duration and answer, and all of them posted again', async ({ at, ann }) => {
  const { id, deliveries, page } = await withWebhooks(at);
  const { text } = await ann.get(page);
  assert.match(text, 'attempt 1 failed: 503; 12 ms');
  assert.match(text, '<pre class="answer">&lt;script&gt;alert(1)&lt;/script&gt;</pre>');
  assert.match(text, 'Retry its 2 webhooks');
  const viewer = await at.loggedIn({ role: 'viewer', name: 'Vic' });
  const seen = (await viewer.get(page)).text;
  assert.match(seen, 'attempt 1 failed: 503; 12 ms');
  assert.not.match(seen, 'class="answer"');
  assert.not.match(seen, 'webhooks again');
  const delivery = (await viewer.get(`/w/default/webhooks/deliveries/${deliveries[0]}`)).text;
  assert.match(delivery, 'attempt 1 failed: 503; 12 ms');
  assert.not.match(delivery, /class="answer"|What is posted|<pre>/);
  // A form has a limit, so however many there are it names the message alone.
  assert.match(text, `name="message" value="${id}"`);
  assert.not.match(text, /name="one\./);
  const done = await ann.post('/w/default/webhooks/again', { message: id }, page);
  assert.match((await ann.get(String(done.headers.location))).text, '2 deliveries are due now');
  assert.equal(requeued(at).toSorted(), deliveries.map(webhookDelivery.stream).toSorted());
});

test('nothing is made due for an endpoint that is off, and the page says so', async ({ at, ann }) => {
  const { id, endpointId, page } = await withWebhooks(at);
  const { ledger, origin } = at.api;
  await changeWebhookEndpoint(ledger, origin, endpointId, { status: 'DISABLED' });
  const done = await ann.post('/w/default/webhooks/again', { message: id }, page);
  const says = '0 deliveries are due now, 0 were due already, 2 were left, since their endpoint is off';
  assert.match((await ann.get(String(done.headers.location))).text, says);
  assert.equal(requeued(at), []);
});

test('of a link that was clicked a viewer sees where it led, and not its path', async ({ at, ann }) => {
  const { ledger, origin, store } = at.api;
  const { id, page } = await withWebhooks(at);
  const url = 'https://shop.test:8443/orders/4711?token=secret#x';
  const clicked = {
    deliveryId: 'd',
    suppressionId: 'd',
    recipient: 'ann@customer.test',
    sandbox: false,
    url,
  };
  const { length } = await email.read(store, id);
  await ledger.store.append(
    email.stream(id),
    length - 1,
    newEvents(ledger, origin, [
      { type: 'Clicked', data: clicked },
      { type: 'Clicked', data: { ...clicked, url: 'no address' } },
    ]),
  );
  assert.match((await ann.get(page)).text, `clicked ${url}`);
  const { text } = await (await at.loggedIn({ role: 'viewer', name: 'Vic' })).get(page);
  assert.match(text, 'clicked https://shop.test:8443/…');
  assert.not.match(text, /4711|secret|no address/);
});

test('the sender of a text is no link: only recipients are searched for', async ({ at, ann }) => {
  const { ledger, origin } = at.api;
  const id = ledger.ids.uuid();
  const data = {
    ...{ from: '+4915111111111', to: '+4915222222222', templateId: ledger.ids.uuid(), text: 't' },
    ...{ segments: 1, credits: 1, tags: [], metadata: null },
  };
  const made = newEvents(ledger, origin, [{ type: 'SmsAccepted', data }]);
  await ledger.store.append(sms.stream(id), 'no-stream', made);
  const { text } = await ann.get(`/w/default/messages/${id}`);
  assert.match(text, `<dd>${data.from}</dd>`);
  assert.match(text, `find=%2B4915222222222">${data.to}</a>`);
});

test('nothing of it is shown or changed from another workspace, whoever asks', async ({ at, ann }) => {
  const { api } = at;
  const { id, deliveries, endpointId } = await withWebhooks(at);
  await openWorkspace(api.ledger, { actor: 'operator', correlation: '', causation: null }, 'acme');
  await api.project();
  const delivery = deliveries[0] ?? '';
  for (const path of [
    `messages/${id}`,
    `messages/${id}/html`,
    `webhooks/deliveries/${delivery}`,
    `log/email-${id}/0`,
    `log/${webhookDelivery.stream(delivery)}/0`,
  ])
    assert.is((await ann.get(`/w/acme/${path}`)).status, 404, path);
  for (const path of [
    ...['messages', 'addresses', 'webhooks', 'settings', 'log?type=EmailAccepted', 'log.ndjson'],
    `messages?find=${id}`,
    `log?stream=email-${id}`,
    `webhooks?endpoint=${endpointId}`,
  ]) {
    const { status, text } = await ann.get(`/w/acme/${path}`);
    assert.is(status, 200, path);
    assert.not.match(text, new RegExp(`messages/${id}|log/email-${id}|"stream":"email|shop|customer`), path);
  }
  const key = api.store.log.find(({ type }) => type === 'ApiKeyCreated')?.data as { keyId: string };
  const before = api.store.log.length;
  for (const [path, fields] of [
    ['webhooks/again', { [`one.${delivery}`]: 'on' }],
    ['webhooks/again', { message: id }],
    ['webhooks/again', { message: 'nothing' }],
    ['webhooks/status', { endpoint: endpointId, status: 'DISABLED' }],
    ['webhooks/test', { endpoint: endpointId }],
    ['settings/keys/revoke', { key: key.keyId }],
  ] as const)
    assert.is((await ann.post(`/w/acme/${path}`, fields, '/w/acme/webhooks')).status, 404, path);
  assert.is(api.store.log.length, before);
});

test('of the recipients those who are not suppressed can be', async ({ at, ann }) => {
  const { page } = await withWebhooks(at);
  const viewer = await at.loggedIn({ role: 'viewer', name: 'Vic' });
  assert.not.match((await viewer.get(page)).text, 'suppress');
  assert.match((await ann.get(page)).text, '<option value="bob@customer.test">bob@customer.test</option>');
  const act = '/w/default/addresses/suppress';
  await ann.post(act, { address: 'bob@customer.test', reason: 'asked' }, page);
  await at.api.project();
  const { text } = await ann.get(page);
  assert.match(text, 'Suppress ann@customer.test</button>');
  assert.not.match(text, '<option value="bob@customer.test"');
});

test('deliveries by kind; chosen ones are counted before they are posted again', async ({ at, ann }) => {
  const { deliveries } = await withWebhooks(at);
  const list = '/w/default/webhooks';
  assert.match((await ann.get(`${list}?kind=submitted`)).text, deliveries[0] ?? '-');
  const none = (await ann.get(`${list}?kind=bounced`)).text;
  assert.not.match(none, deliveries[0] ?? '-');
  assert.match(none, 'There are no such deliveries.');
  const { text } = await ann.get(list);
  assert.match(text, '503</td>', 'the last failure of the endpoint');
  assert.match(text, '<td class="number">0 of 2</td>');
  const again = `${list}/again?chosen=yes&one.${deliveries[0]}=on`;
  const asked = (await ann.get(again)).text;
  assert.match(asked, '1 delivery is posted again');
  assert.match((await ann.get(`${list}/again?chosen=yes`)).text, '0 deliveries are posted again');
  assert.equal(requeued(at), [], 'asking does nothing');
  await ann.post(`${list}/again`, { [`one.${deliveries[0]}`]: 'on' }, again);
  assert.equal(requeued(at), [webhookDelivery.stream(deliveries[0] ?? '')]);
});

test('issue 49, 3: the page of a message says that its key came with another request', async ({
  at,
  ann,
}) => {
  const send = (subject: string) =>
    at.api.call('POST', '/v1/emails', {
      body: { from: 'Shop <shop@acme.test>', to: 'ann@customer.test', subject, text: 't' },
      idempotencyKey: 'order-1',
    });
  const { body } = await send('Received');
  const page = async () => (await ann.get(`/w/default/messages/${body.id}`)).text;
  assert.not.match(await page(), 'Idempotency-Key came again');
  await send('Shipped');
  assert.match(await page(), 'Idempotency-Key came again with another request');
});

test('a message that has not ended says why it waits, in the words of the process that sends', async ({
  at,
  ann,
}) => {
  const { body } = await at.api.call('POST', '/v1/emails', {
    body: { from: 'Shop <shop@acme.test>', to: 'ann@customer.test', subject: 's', text: 't' },
    idempotencyKey: 'k',
  });
  await at.api.project();
  const page = async () => (await ann.get(`/w/default/messages/${body.id}`)).text;
  assert.match(await page(), 'Why it waits');
  assert.match(await page(), 'no process that does this work is running');
  const [event] = await email.read(at.api.store, String(body.id));
  const [recipient] = event?.type === 'EmailAccepted' ? event.data.recipients : [];
  if (event === undefined || recipient === undefined) throw new Error('nothing was accepted');
  const { deliveryId, suppressionId, address } = recipient;
  const data = { deliveryId, suppressionId, recipient: address, sandbox: false, response: '250 ok' };
  const by = { ...at.api.origin, actor: 'sender' };
  await at.api.store.append(event.stream, 0, newEvents(at.api.ledger, by, [{ type: 'Submitted', data }]));
  await at.api.project();
  assert.not.match(await page(), 'Why it waits');
});

test.run();
