import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { elapsed } from '../../src/cli/audit/timeline.ts';
import { BATCH_OPERATIONS, batchEmailIdOf } from '../../src/commands/email/emailIds.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { contact, contactIdOf } from '../../src/events/contact.ts';
import { email } from '../../src/events/email.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { type Terminal, terminal, workspaceInTerminal } from './terminal.ts';

const audit = suite<{ cli: Terminal }>('audit show');
const ID = '11111111-1111-4111-8111-111111111111';
const ENDPOINT = '22222222-2222-4222-8222-222222222222';
const ofRecipient = { deliveryId: ID, suppressionId: ID, recipient: 'bounce@example.com', sandbox: true };

const accepted = {
  type: 'EmailAccepted',
  data: {
    from: 'Shop <shop@acme.org>',
    ...{ to: ['bounce@example.com'], cc: [], bcc: [], replyTo: [], subject: 'Your order', html: null },
    ...{ text: { inline: 'x' }, template: null, headers: {}, attachments: [], tags: ['order'] },
    ...{ scheduledFor: null, batchId: null, messageStream: 'transactional', trackOpens: true },
    ...{ trackClicks: true, suppressedRecipients: [], credits: 1, batch: null, campaign: null },
    recipients: [
      { deliveryId: ID, suppressionId: ID, address: 'bounce@example.com', kind: 'to', sandbox: true },
    ],
  },
};

audit.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run('workspaces create default');
  await state.cli.run('workspaces create acme');
  const { ledger } = state.cli;
  const workspace = workspaceInTerminal('default');
  const suppressionId = suppressionIdOf(ledger.ids, workspace, ofRecipient.recipient);
  for (const named of [ofRecipient, ...accepted.data.recipients]) named.suppressionId = suppressionId;
  let causation: string | null = null;
  const by = (actor: string) => ({ workspace, actor, correlation: ID, causation });
  const append = (
    stream: string,
    at: number | 'no-stream',
    actor: string,
    event: { type: string; data: unknown },
  ) => ledger.store.append(stream, at, newEvents(ledger, by(actor), [event]));

  await append(webhooks.stream(workspace), 'no-stream', 'key:1', {
    type: 'WebhookEndpointCreated',
    data: {
      endpointId: ENDPOINT,
      name: 'orders',
      url: 'https://acme.org/hook',
      events: ['*'],
      sealedSecret: 's',
    },
  });
  await append(email.stream(ID), 'no-stream', 'key:1', accepted);
  const bounced = newEvents(ledger, by('sender'), [
    { type: 'SubmissionAttempted', data: { ...ofRecipient, attempt: 1 } },
    {
      type: 'Bounced',
      data: { ...ofRecipient, bounceType: 'Permanent', bounceSubType: 'General', diagnosticCode: '550 no' },
    },
  ]);
  await ledger.store.append(email.stream(ID), 0, bounced);
  const delivery = webhookDelivery.stream(webhookDeliveryIdOf(bounced[1]?.id ?? '', ENDPOINT));
  causation = bounced[1]?.id ?? '';
  await append(delivery, 'no-stream', 'dispatcher', {
    type: 'WebhookDeliveryScheduled',
    data: { endpointId: ENDPOINT, eventId: causation, kind: 'email.bounced', body: '{}', subjectId: ID },
  });
  await append(delivery, 0, 'dispatcher', {
    type: 'WebhookDelivered',
    data: { endpointId: ENDPOINT, attempt: 1, status: 204, durationMs: 12 },
  });
});

audit('shows the whole history of a message in order', async ({ cli }) => {
  const { exitCode, stdout } = await cli.run(`audit show ${ID}`);
  assert.is(exitCode, 0);
  const sentences = [
    'from: Shop <shop@acme.org>',
    'subject: Your order',
    'accepted for 1 recipient; 1 of them simulated; 1 credit charged',
    'attempt 1 claimed',
    'bounced, Permanent (General); 550 no; the address is suppressed',
    'webhook email.bounced to orders (https://acme.org/hook): is to be posted',
    'webhook email.bounced to orders (https://acme.org/hook): attempt 1 answered 204; 12 ms',
  ];
  let from = 0;
  for (const words of sentences) {
    const found = stdout.indexOf(words, from);
    assert.ok(found >= 0, `${words}\n${stdout}`);
    from = found;
  }
  assert.match(stdout, /^3 .* bounced, Permanent/m);
  assert.match(stdout, /^4 .* #3 +webhook email\.bounced to orders/m);
});

audit('says of a message that has not ended why it waits, and nothing of one that has', async ({ cli }) => {
  const id = '33333333-3333-4333-8333-333333333333';
  const origin = {
    workspace: workspaceInTerminal('default'),
    actor: 'key:1',
    correlation: id,
    causation: null,
  };
  const [event] = newEvents(cli.ledger, origin, [accepted]);
  await cli.ledger.store.append(email.stream(id), 'no-stream', event === undefined ? [] : [event]);
  const { stdout } = await cli.run(`audit show ${id}`);
  assert.match(stdout, 'It waits: no process that does this work is running');
  assert.not.match((await cli.run(`audit show ${ID}`)).stdout, 'It waits');
  const { waits } = JSON.parse((await cli.run(`audit show ${id} --json`)).stdout);
  assert.equal(waits, [{ worker: 'email', why: 'no process that does this work is running', untilMs: null }]);
});

audit('shows the messages of a call by its Idempotency-Key as one history', async ({ cli }) => {
  const workspace = workspaceInTerminal('default');
  const [operation] = BATCH_OPERATIONS;
  const ids = [0, 1].map((rank) => batchEmailIdOf(cli.ledger.ids, workspace, operation, 'order-7', rank));
  const origin = { workspace, actor: 'key:1', correlation: ID, causation: null };
  const append = (rank: number, revision: number | 'no-stream', type: string, data: unknown) =>
    cli.ledger.store.append(
      email.stream(ids[rank] ?? ''),
      revision,
      newEvents(cli.ledger, origin, [{ type, data }]),
    );
  for (const index of [0, 1])
    await append(index, 'no-stream', 'EmailAccepted', { ...accepted.data, batch: { index, size: 2 } });
  await append(1, 0, 'SubmissionAttempted', { ...ofRecipient, attempt: 1 });
  await append(0, 0, 'SubmissionAttempted', { ...ofRecipient, attempt: 1 });

  const { exitCode, stdout } = await cli.run('audit show --key order-7');
  assert.is(exitCode, 0, stdout);
  assert.match(stdout, /^Call order-7 in workspace default\n {2}message 1: email-/);
  const order = [...stdout.matchAll(/(message [12]): .*?(accepted|attempt)/g)].map(
    ([, of, what]) => `${of} ${what}`,
  );
  assert.equal(order, ['message 1 accepted', 'message 2 accepted', 'message 2 attempt', 'message 1 attempt']);
  const { events } = JSON.parse((await cli.run('audit show --key order-7 --json')).stdout);
  assert.equal(
    events.map(({ message }: { message: number }) => message),
    [1, 2, 2, 1],
  );

  const unknown = await cli.run('audit show --key order-8');
  assert.is(unknown.exitCode, 3);
  assert.match(unknown.stderr, /nothing is known of order-8/);
  for (const words of ['audit show', `audit show ${ID} --key order-7`])
    assert.match((await cli.run(words)).stderr, /name an id or an address, or a key with --key/);
});

audit(
  'says what a dispute needs: who took it, what it was, who opened it, how and why it ended',
  async ({ cli }) => {
    const { ledger } = cli;
    const workspace = workspaceInTerminal('default');
    const origin = { workspace, actor: 'sender', correlation: ID, causation: null };
    const handover = {
      server: { host: 'mx.example.com', address: '192.0.2.7', tls: 'TLSv1.3' },
      sender: 'b.token@bounces.acme.org',
      dkim: ['pl1._domainkey.acme.org'],
      sha256: 'ab'.repeat(32),
    };
    const file = { sender: 'shop@acme.org', dkim: [], sha256: 'cd'.repeat(32) };
    const events = [
      { type: 'Submitted', data: { ...ofRecipient, response: 'written to x.eml', handover: file } },
      { type: 'Delivered', data: { ...ofRecipient, response: '250 ok', handover } },
      { type: 'Opened', data: { ...ofRecipient, agent: 'scanner', automated: true, automatedBy: 'agent' } },
      { type: 'Clicked', data: { ...ofRecipient, url: 'https://x.co', agent: 'browser' } },
      { type: 'Unsubscribed', data: { ...ofRecipient, way: 'one click' } },
    ];
    await ledger.store.append(email.stream(ID), 2, newEvents(ledger, origin, events));
    const add = 'suppressions add Bounce@example.com --reason asked --message';
    assert.is((await cli.run(`${add} ${ID}`)).exitCode, 0);
    const unknown = await cli.run(`suppressions add ann@example.com --message ${ID}`);
    assert.match(unknown.stderr, `email ${ID} has no report about ann@example.com`);
    const elsewhere = await cli.run(`${add} ${ID} --workspace acme`);
    assert.match(elsewhere.stderr, 'has no report about Bounce@example.com');
    const { stdout } = await cli.run(`audit show ${ID}`);
    for (const words of [
      `handed over; written to x.eml; from shop@acme.org; not signed; SHA-256 ${file.sha256}`,
      'delivered; 250 ok; to mx.example.com [192.0.2.7], TLSv1.3; from b.token@bounces.acme.org; ' +
        `signed by pl1._domainkey.acme.org; SHA-256 ${handover.sha256}`,
      'opened; by a program (by its user agent), not counted; user agent: scanner',
      'clicked https://x.co; user agent: browser',
      'unsubscribed by one click',
      'Bounce@example.com: suppressed by an operator because of this: asked',
    ])
      assert.ok(stdout.includes(words), `${words}\n${stdout}`);
    const { data } = await cli.json(`audit show ${ID}`);
    const [cause, suppressed] = ['Unsubscribed', 'SuppressionAdded'].map((type) =>
      data.events.find((event: { type: string }) => event.type === type),
    );
    assert.is(suppressed.data.cause, cause.id);
  },
);

audit('an id in capital letters is the same one', async ({ cli }) => {
  const [delivery] = cli.store.log.filter(({ type }) => type === 'WebhookDeliveryScheduled');
  for (const id of [
    workspaceInTerminal('default'),
    delivery?.stream.slice('webhookdelivery-'.length) ?? '',
  ]) {
    const { exitCode, stdout, stderr } = await cli.run(`audit show ${id.toUpperCase()}`);
    assert.is(exitCode, 0, stderr);
    assert.match(stdout, id);
  }
});

audit('gives every event as JSON', async ({ cli }) => {
  const { data } = await cli.json(`audit show ${ID}`);
  assert.equal(
    data.events.map(({ type }: { type: string }) => type),
    ['EmailAccepted', 'SubmissionAttempted', 'Bounced', 'WebhookDeliveryScheduled', 'WebhookDelivered'],
  );
  assert.is(data.events[4].webhook.endpoint.name, 'orders');
  assert.is(data.events[2].data.diagnosticCode, '550 no');
});

audit('says where a message belongs, and when there is none', async ({ cli }) => {
  const elsewhere = await cli.run(`audit show ${ID} --workspace acme`);
  assert.is(elsewhere.exitCode, 3);
  assert.match(elsewhere.stderr, 'belongs to workspace default: add --workspace default');
  const endpoint = await cli.run(`audit show ${ENDPOINT} --workspace acme`);
  assert.match(endpoint.stderr, `endpoint ${ENDPOINT} belongs to workspace default`);
  const unknown = await cli.run('audit show 99999999-9999-4999-8999-999999999999');
  assert.is(unknown.exitCode, 3);
  assert.match(unknown.stderr, 'nothing has the id');
});

audit(
  'shows an address: its messages, reports, decisions and contact, and nothing of others',
  async ({ cli }) => {
    const { ledger } = cli;
    const by = {
      workspace: workspaceInTerminal('default'),
      actor: 'key:1',
      correlation: ID,
      causation: null,
    };
    const contactId = contactIdOf(ledger.ids, by.workspace, 'bounce@example.com');
    const saved = { type: 'ContactSaved', data: { email: 'bounce@example.com', firstName: 'Ann' } };
    await ledger.store.append(contact.stream(contactId), 'no-stream', newEvents(ledger, by, [saved]));
    const other = { type: 'Opened', data: { ...ofRecipient, recipient: 'bob@example.com', agent: 'a' } };
    await ledger.store.append(email.stream(ID), 2, newEvents(ledger, by, [other]));
    assert.is((await cli.run('suppressions add bounce@example.com --reason asked --as Eve')).exitCode, 0);
    assert.is((await cli.run('suppressions remove bounce@example.com')).exitCode, 0);
    const { exitCode, stdout } = await cli.run('audit show Bounce@example.com');
    assert.is(exitCode, 0);
    assert.match(stdout, 'Address Bounce@example.com in workspace default');
    let from = 0;
    for (const words of [
      'accepted for 1 recipient',
      'bounced, Permanent',
      'firstName: Ann',
      'operator Eve',
      'sent to again, by an operator',
    ]) {
      const found = stdout.indexOf(words, from);
      assert.ok(found >= 0, `${words}\n${stdout}`);
      from = found;
    }
    assert.not.match(stdout, 'bob@example.com');
    assert.is((await cli.run('audit show Bounce@example.com --workspace acme')).exitCode, 3);
  },
);

audit('shows what has a stream of its own by its id, without what is sealed', async ({ cli }) => {
  const shown = async (id: string) => {
    const { exitCode, stdout } = await cli.run(`audit show ${id}`);
    assert.is(exitCode, 0, id);
    return stdout;
  };
  const endpoint = await shown(ENDPOINT);
  assert.match(endpoint, `Endpoint ${ENDPOINT} in workspace default`);
  assert.match(endpoint, 'name: orders; url: https://acme.org/hook');
  assert.not.match(endpoint, 'sealedSecret');
  assert.match(await shown(workspaceInTerminal('default')), 'A workspace exists from now on; name: default');
  const { data } = await cli.json(`audit show ${ID}`);
  const [scheduled] = data.events.filter(({ type }: { type: string }) => type === 'WebhookDeliveryScheduled');
  const delivery = scheduled.stream.slice('webhookdelivery-'.length);
  const posted = await shown(delivery);
  assert.match(posted, `Webhook delivery ${delivery} in workspace default`);
  assert.match(posted, /^1 .* bounced, Permanent.*\n2 .* #1 +is to be posted/m);
  await cli.run('suppressions add gone@example.com --reason asked');
  const suppression = await shown(
    suppressionIdOf(cli.ledger.ids, workspaceInTerminal('default'), 'gone@example.com'),
  );
  assert.match(suppression, 'Suppression ');
  assert.match(suppression, 'asked');
});

audit('writes how long after the start something happened', () => {
  const day = 86_400_000;
  const written = [0, 999, 1234, 65_000, 3_600_000, day + 3_600_000, -5].map(elapsed);
  assert.equal(written, ['+0 ms', '+999 ms', '+1.234 s', '+1 min 5 s', '+1 h 0 min', '+1 d 1 h', '-5 ms']);
});

audit.run();
