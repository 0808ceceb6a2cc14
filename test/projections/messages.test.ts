import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { collectionOf } from '../../src/follow/fold/projection.ts';
import type { MessageDocument, MessageEntry } from '../../src/projections/messageDocuments.ts';
import { messages } from '../../src/projections/messages.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';

const test = suite('read model of messages');
const model = messages(1);
const AT = '2026-01-01T09:00:00.000Z';
const ID = '00000000-0000-4000-8000-000000000001';

const recipient = (name: string, sandbox = false) => ({
  ...{
    deliveryId: `d-${name}`,
    suppressionId: `d-${name}`,
    address: `${name}@Example.org`,
    kind: 'to',
    sandbox,
  },
});
const email = {
  messageStream: 'transactional',
  ...{ from: 'shop@example.org', subject: 'Hello', tags: ['a'], scheduledFor: null, batchId: null },
  ...{ template: null, campaign: null, batch: null, credits: 1, suppressedRecipients: [] as string[] },
  recipients: [recipient('ann')],
};

type Given = readonly [type: string, data?: object];

/** The documents by key after the events of one message. */
async function folded(...given: readonly Given[]) {
  const collection = await memoryDocuments().collection<object>(collectionOf(model));
  const events = given.map(
    ([type, data = {}], revision): RecordedEvent => ({
      ...{ id: `${revision}`, type, data, revision, position: positionAt(revision + 1) },
      stream: `${type.startsWith('Sms') ? 'sms' : 'email'}-${ID}`,
      metadata: { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: AT },
    }),
  );
  const folds = ({ type }: RecordedEvent) => model.types.some((each) => each === type);
  await foldInto(model as never, collection, events.filter(folds));
  const all = new Map<string, MessageDocument | MessageEntry>();
  for await (const { key, document } of collection.scan())
    if (!('counts' in document)) all.set(key, document as MessageDocument);
  return all;
}

async function message(...given: readonly Given[]): Promise<MessageDocument> {
  return (await folded(...given)).get(ID) as MessageDocument;
}

const of = (name: string, more: object = {}) => ({ deliveryId: `d-${name}`, ...more });
const statusAfter = async (...given: readonly Given[]) => (await message(...given)).status;

test('an email with one recipient and one tag is one document, found by both', async () => {
  const all = await folded(['EmailAccepted', email]);
  assert.equal([...all.keys()], [ID]);
  assert.equal(await message(['EmailAccepted', email]), {
    ...{ recipient: 'w/ann@example.org', tag: 'w/a', createdAt: AT, workspace: 'w', channel: 'email' },
    messageStream: 'transactional',
    ...{ direction: 'outbound', status: 'queued', from: 'shop@example.org', subject: 'Hello', tags: ['a'] },
    recipients: [{ address: 'ann@Example.org', kind: 'to', status: 'queued', deliveryId: 'd-ann' }],
    ...{ templateId: null, campaignId: null, batchId: null, batchSize: null, scheduledFor: null },
    ...{ sandbox: false, credits: 1 },
  });
});

test('each further recipient and tag has an entry that leads to the message, and none has two', async () => {
  const recipients = [recipient('ann'), recipient('bob')];
  const given = { ...email, recipients, suppressedRecipients: ['Cat@example.org'], tags: ['a', 'b', 'a'] };
  const all = await folded(['EmailAccepted', given]);
  const entry = (recipient: string | null, tag: string | null) => ({
    ...{ recipient, tag, createdAt: AT, messageId: ID },
  });
  assert.equal([...all.keys()].sort(), [ID, `${ID}/tag/1`, `${ID}/to/1`, `${ID}/to/2`]);
  assert.equal(all.get(`${ID}/to/1`), entry('w/bob@example.org', null));
  assert.equal(all.get(`${ID}/to/2`), entry('w/cat@example.org', null));
  assert.equal(all.get(`${ID}/tag/1`), entry(null, 'w/b'));
});

test('issue 54, 2: the subject as it was rendered stands next to the source', async () => {
  const ofTemplate = { ...email, subject: 'Order {{ n }}', template: { templateId: 't', revision: 1 } };
  const accepted: Given = ['EmailAccepted', ofTemplate];
  assert.is((await message(accepted, ['Submitted', of('ann')])).sentSubject, undefined);
  const sent = await message(accepted, ['Submitted', of('ann', { subject: 'Order 7' })]);
  assert.equal([sent.subject, sent.sentSubject, sent.status], ['Order {{ n }}', 'Order 7', 'submitted']);
});

test('template, campaign, batch, schedule and sandbox of a message', async () => {
  const given = {
    ...{ ...email, template: { templateId: 't', revision: 1 }, campaign: { campaignId: 'c' } },
    ...{ batchId: 'mine', batch: { index: 0, size: 3 }, recipients: [recipient('ann', true)] },
    scheduledFor: '2026-01-02T09:00:00.000Z',
  };
  const found = await message(['EmailAccepted', given]);
  const { templateId, campaignId, batchId, batchSize, sandbox, status, scheduledFor } = found;
  assert.equal([templateId, campaignId, batchId, batchSize], ['t', 'c', 'mine', 3]);
  assert.equal([sandbox, status, scheduledFor], [true, 'scheduled', given.scheduledFor]);
});

test('an email whose recipients are all suppressed is suppressed; one of them is delivered without it', async () => {
  const none = { ...email, recipients: [], suppressedRecipients: ['bob@example.org'] };
  assert.is(await statusAfter(['EmailAccepted', none]), 'suppressed');
  assert.is((await message(['EmailAccepted', none])).sandbox, false);
  const one = { ...email, suppressedRecipients: ['bob@example.org'] };
  assert.is(await statusAfter(['EmailAccepted', one], ['Delivered', of('ann')]), 'delivered');
});

test('the status follows the attempts, and a late report changes none that is more final', async () => {
  const steps: readonly (readonly [Given, string])[] = [
    [['EmailAccepted', email], 'queued'],
    [['SubmissionAttempted', of('ann')], 'processing'],
    [['DeliveryDelayed', of('ann', { nextAttemptAt: AT })], 'delivery_delayed'],
    [['SubmissionAttempted', of('ann')], 'processing'],
    [['Submitted', of('ann')], 'submitted'],
    [['DeliveryDelayed', of('ann', { nextAttemptAt: null })], 'submitted'],
    [['Delivered', of('ann')], 'delivered'],
    [['Submitted', of('ann')], 'delivered'],
    [['Bounced', of('ann')], 'bounced'],
    [['Delivered', of('ann')], 'bounced'],
    [['Complained', of('ann')], 'complained'],
    [['Opened', of('ann')], 'complained'],
  ];
  for (const [at, [, status]] of steps.entries())
    assert.is(await statusAfter(...steps.slice(0, at + 1).map(([given]) => given)), status, `step ${at}`);
});

test('of several bounces the last one says why, also after a complaint', async () => {
  const bounced = (bounceSubType: string): Given => ['Bounced', of('ann', { bounceSubType })];
  const given: Given[] = [['EmailAccepted', email], bounced('MailboxFull')];
  const reasonAfter = async (...more: readonly Given[]) =>
    (await message(...given, ...more)).recipients.map((each) => each.bounceSubType);
  assert.equal(await reasonAfter(), ['MailboxFull']);
  assert.equal(await reasonAfter(bounced('NoEmail')), ['NoEmail']);
  assert.equal(await reasonAfter(['Complained', of('ann')], bounced('NoEmail')), ['NoEmail']);
});

test("of several recipients the most serious status is the message's", async () => {
  const accepted: Given = [
    'EmailAccepted',
    { ...email, recipients: ['ann', 'bob', 'cat'].map((n) => recipient(n)) },
  ];
  assert.is(await statusAfter(accepted, ['Delivered', of('ann')]), 'queued');
  assert.is(await statusAfter(accepted, ['Delivered', of('ann')], ['Rejected', of('bob')]), 'rejected');
  const ends: Given[] = [
    ['Delivered', of('ann')],
    ['Submitted', of('bob')],
    ['Delivered', of('cat')],
  ];
  assert.is(await statusAfter(accepted, ...ends), 'submitted');
  const { recipients } = await message(accepted, ...ends);
  assert.equal(
    recipients.map(({ status }) => status),
    ['delivered', 'submitted', 'delivered'],
  );
});

test('text messages, outbound and inbound', async () => {
  const sms = { from: '+1', to: '+2', templateId: 't', credits: 2, tags: ['x', 'y'] };
  const accepted: Given = ['SmsAccepted', sms];
  const all = await folded(accepted);
  assert.equal([...all.keys()].sort(), [ID, `${ID}/tag/1`]);
  const found = await message(accepted);
  const { channel, direction, status, recipient: to, credits, templateId } = found;
  assert.equal([channel, direction, status, to], ['sms', 'outbound', 'queued', 'w/+2']);
  assert.equal([credits, templateId], [2, 't']);
  assert.is(await statusAfter(accepted, ['SmsSubmissionAttempted']), 'processing');
  assert.is(await statusAfter(accepted, ['SmsFailed', { nextAttemptAt: AT }]), 'delivery_delayed');
  assert.is(await statusAfter(accepted, ['SmsFailed', { nextAttemptAt: null }]), 'failed');
  assert.is(
    await statusAfter(accepted, ['SmsSent'], ['SmsDelivered'], ['SmsFailed', { nextAttemptAt: null }]),
    'delivered',
  );
  const inbound = await message(['SmsReceived', { from: '+1', to: '+2', segments: 1 }]);
  assert.equal([inbound.direction, inbound.status, inbound.credits], ['inbound', 'received', 0]);
});

test.run();
