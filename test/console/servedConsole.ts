import type { AddressInfo } from 'node:net';
import { liquidRenderer } from '../../src/adapters/liquid/renderer.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { decideSenderDomain } from '../../src/commands/workspace/senderDomains.ts';
import { email } from '../../src/events/email.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { type ConsoleFixture, consoleFixture } from './consoleFixture.ts';

export interface ServedConsole {
  readonly url: string;
  /** A link that logs in once. */
  link(): Promise<string>;
  /** Every kind of page, of what there is, by a name. */
  readonly paths: Readonly<Record<string, string>>;
  /** An address that bounced. */
  readonly bounced: string;
  /** Has the address bounce once more. */
  suppressAgain(): Promise<void>;
  readonly today: string;
  stop(): Promise<void>;
}

const HOSTILE = '<script>alert(1)</script> "quoted" ';

/** The console on a port of this machine, over a ledger with something of everything that pages show. */
export async function servedConsole(): Promise<ServedConsole> {
  const renderer = liquidRenderer({ processes: 1 });
  const console = await consoleFixture({ url: null, context: { renderer } });
  const { api, app } = console;
  const { ledger, origin, store, call } = api;
  const bounced = 'bounced@customer.test';
  const append = async (stream: string, ...events: readonly { type: string; data: unknown }[]) => {
    const revision = (await store.readStream(stream)).at(-1)?.revision;
    await store.append(
      stream,
      revision ?? 'no-stream',
      newEvents(ledger, { ...origin, actor: 'sender' }, events),
    );
    await api.project();
  };
  const send = async (to: string | readonly string[], key: string, hostile: boolean) => {
    const subject = hostile ? `${HOSTILE}${'😀'.repeat(300)}` : `Your order ${key}`;
    const text = hostile ? HOSTILE : 'Thank you for your order. It is on its way.';
    const tags = hostile ? [HOSTILE.slice(0, 20)] : ['orders'];
    const body = {
      from: 'Shop <shop@acme.test>',
      to,
      subject,
      text,
      html: `<h1>Thank you</h1><p>${text}</p>`,
      tags,
    };
    const { body: receipt } = await call('POST', '/v1/emails', { body, idempotencyKey: key });
    return String(receipt.id);
  };
  const emailId = await send(bounced, '1001', false);
  const hostileId = await send('ann@customer.test', '1002', true);
  const fail = async () => {
    const [accepted] = await email.read(store, emailId);
    const [recipient] = accepted?.type === 'EmailAccepted' ? accepted.data.recipients : [];
    await append(email.stream(emailId), {
      type: 'Bounced',
      data: {
        ...{
          deliveryId: recipient?.deliveryId,
          suppressionId: recipient?.suppressionId,
          recipient: bounced,
          sandbox: false,
          bounceType: 'Permanent',
        },
        ...{ bounceSubType: 'NoEmail', diagnosticCode: '550 5.1.1 no such user' },
      },
    });
  };
  await fail();
  const severalId = await send(
    ['ann@customer.test', 'bob@customer.test', bounced.replace('b', 'x')],
    '1100',
    true,
  );
  for (let n = 0; n < 45; n++) await send('delivered@example.com', `${1003 + n}`, false);
  await call('POST', '/v1/contacts', {
    body: { email: bounced, first_name: 'Ann', tags: ['vip'], subscribed: true },
  });
  const { endpointId } = await createWebhookEndpoint(ledger, api.context.secrets, origin, {
    ...{ name: 'shop', url: 'https://hooks.acme.test/postledger', events: ['*'] },
  });
  let deliveryId = '';
  for (let n = 0; n < 3; n++) {
    const eventId = ledger.ids.uuid();
    deliveryId = webhookDeliveryIdOf(eventId, endpointId);
    const scheduled = { endpointId, eventId, kind: 'bounced', body: `{"n":${n}}`, subjectId: emailId };
    const failed = {
      endpointId,
      attempt: 7,
      status: 503,
      reason: 'status',
      answer: HOSTILE,
      durationMs: 12,
      nextAttemptAt: null,
    };
    await append(
      webhookDelivery.stream(deliveryId),
      { type: 'WebhookDeliveryScheduled', data: scheduled },
      { type: 'WebhookAttemptFailed', data: failed },
      { type: 'WebhookDeliveryDied', data: { attempts: 7 } },
    );
  }
  const templateId = await templateOf(api);
  const { body: contact } = await call('POST', '/v1/contacts', { body: { email: 'ann@customer.test' } });
  const audience = { name: HOSTILE, description: HOSTILE.repeat(5), contact_ids: [contact.id] };
  const { body: listed } = await call('POST', '/v1/audiences', { body: audience });
  const { body: campaign } = await call('POST', '/v1/campaigns', {
    body: { name: 'March', audience_id: listed.id, template_id: templateId, from: 'shop@acme.test' },
  });
  const seenId = await mailOf(api, String(campaign.id));
  // The address is suppressed, so it goes to no one.
  const noOneId = await send(bounced, '1200', false);
  const created = store.log.find(({ type }) => type === 'ApiKeyCreated')?.data as { keyId: string };
  const keys = ['rsa-sha256', 'ed25519-sha256'] as const;
  await decideSenderDomain(ledger, origin, {
    ...{ do: 'add', domain: 'acme.test' },
    keys: keys.map((algorithm) => ({
      ...{
        selector: algorithm.slice(0, 2),
        algorithm,
        publicKey: 'A'.repeat(300),
        sealedPrivateKey: 'sealed',
      },
    })),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const today = new Date(api.clock.nowMs()).toISOString().slice(0, 10);
  const of = (path: string) => `/w/default/${path}`;
  return {
    ...{ url, bounced, today, suppressAgain: fail },
    link: async () => `${url}${await console.link()}`,
    paths: {
      now: '/',
      overview: of('overview'),
      messages: of('messages'),
      found: of('messages?find=customer'),
      tooShort: of('messages?find=ab'),
      foundContacts: of('contacts?find=customer'),
      foundTemplates: of('templates?find=nothing'),
      message: of(`messages/${emailId}`),
      hostile: of(`messages/${hostileId}`),
      several: of(`messages/${severalId}`),
      seen: of(`messages/${seenId}`),
      source: of(`messages/${seenId}/source`),
      noOne: of(`messages/${noOneId}`),
      key: of(`settings/keys/${created.keyId}`),
      campaign: of(`campaigns/${campaign.id}`),
      addresses: of('addresses'),
      address: of(`addresses/find?address=${bounced}`),
      webhooks: of('webhooks'),
      delivery: of(`webhooks/deliveries/${deliveryId}`),
      again: of('webhooks/again?status=dead'),
      figures: of('figures'),
      day: of(`figures/${today}`),
      figuresByTag: of('figures/by/tag'),
      settings: of('settings'),
      domain: of('settings/domains/acme.test'),
      templates: of('templates'),
      template: of(`templates/${templateId}`),
      campaigns: of('campaigns'),
      contacts: of('contacts'),
      log: of('log'),
      event: of(`log/email-${emailId}/0`),
      asOf: of(`log/as-of?${new URLSearchParams({ model: 'messages', key: hostileId, at: '999999' })}`),
    },
    async stop() {
      await console.close();
      await renderer.close();
    },
  };
}

/** A mail of the campaign that was sent, opened and clicked, with a picture of its own and one from elsewhere. */
async function mailOf(
  { call, ledger, origin, store, project }: ConsoleFixture['api'],
  campaignId: string,
): Promise<string> {
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEUlEQVR4nGP4z8CAB41Kxf9HAPfKYp4SUkZoAAAAAElFTkSuQmCC';
  const { body } = await call('POST', '/v1/emails', {
    body: {
      ...{
        from: 'Shop <shop@acme.test>',
        to: 'seen@customer.test',
        subject: 'Your order 1042 is on its way',
      },
      html: `<h1>Thank you, Ann</h1><p><img src="cid:logo" alt="logo"> <a href="https://shop.test/orders/1042">See your order</a></p>
<img src="https://elsewhere.test/x.png" alt="a picture from elsewhere"><script>alert(1)</script>`,
      ...{ text: 'Thank you, Ann.\nSee your order: https://shop.test/orders/1042', tags: ['orders'] },
      attachments: [
        {
          filename: 'logo.png',
          type: 'image/png',
          content: picture,
          contentId: 'logo',
          disposition: 'inline',
        },
        { filename: 'invoice 1042.pdf', type: 'application/pdf', content: 'JVBERi0xLjQK' },
      ],
    },
    idempotencyKey: 'seen',
  });
  const [accepted] = await email.read(store, String(body.id));
  if (accepted?.type !== 'EmailAccepted') throw new Error(`it was not accepted: ${JSON.stringify(body)}`);
  const of = { campaignId, runId: ledger.ids.uuid(), contactId: ledger.ids.uuid() };
  const id = ledger.ids.uuid();
  const [recipient] = accepted.data.recipients;
  const { address, ...ids } = recipient ?? { address: '' };
  const base = { ...ids, recipient: address };
  const server = { host: 'mx.customer.test', address: '192.0.2.25', tls: 'TLSv1.3' };
  const handover = {
    server,
    sender: 'bounce@acme.test',
    dkim: [],
    sha256: 'c0ffee'.repeat(10).padEnd(64, '0'),
  };
  const response = '250 2.0.0 Ok: queued as 4XyZ';
  const events = [
    { type: 'EmailAccepted', data: { ...accepted.data, campaign: of } },
    { type: 'SubmissionAttempted', data: { ...base, attempt: 1 } },
    { type: 'Submitted', data: { ...base, response, handover } },
    { type: 'Delivered', data: { ...base, response, handover } },
    { type: 'Opened', data: base },
    { type: 'Clicked', data: { ...base, url: 'https://shop.test/orders/1042' } },
  ];
  await store.append(
    email.stream(id),
    'no-stream',
    newEvents(ledger, { ...origin, actor: 'sender' }, events),
  );
  await project();
  return id;
}

/** A template with two revisions and long lines. */
async function templateOf({ call }: ConsoleFixture['api']): Promise<string> {
  const { body } = await call('POST', '/v1/templates', {
    body: {
      ...{
        friendly_name: 'order',
        name: HOSTILE,
        subject: 'Order {{ number }}',
        variables: { number: 1042 },
      },
      html: `<h1>Thank you</h1>\n<p>${'x'.repeat(300)}</p>`,
      text: 'Thank you.',
    },
  });
  await call('PATCH', `/v1/templates/${body.id}`, {
    body: { html: `<h1>Thank you</h1>\n<p>${'y'.repeat(300)}</p>`, text: HOSTILE },
  });
  return String(body.id);
}
