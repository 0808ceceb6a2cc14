import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AcceptDependencies,
  type AcceptedEmail,
  acceptDraft,
  acceptEmail,
} from '../../../src/commands/email/acceptEmail.ts';
import { recipientsOf } from '../../../src/commands/email/acceptedData.ts';
import type { EmailRequest } from '../../../src/commands/email/emailDraft.ts';
import { emailReceipt } from '../../../src/commands/email/receipt.ts';
import { Refusal } from '../../../src/commands/kernel/refusal.ts';
import { suppressionIdOf } from '../../../src/events/suppression.ts';
import { uuid5 } from '../../../src/events/uuid5.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import { EventStoreUnavailable, MAX_APPEND_BYTES } from '../../../src/ports/eventStore.ts';
import { countingReads } from '../../support/countingReads.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryBlobs } from '../../support/memoryBlobs.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { PLAIN_REQUEST } from '../../support/plainRequest.ts';
import { namesOfTests, seededIds } from '../../support/seededIds.ts';

const workspace = '11111111-1111-4111-8111-111111111111';
const origin = { workspace, actor: 'key:x', correlation: workspace, causation: null };
const id = '22222222-2222-5222-8222-222222222222';

const request = PLAIN_REQUEST;
const byTemplate = (templateId: string): EmailRequest => ({
  ...request,
  subject: null,
  text: null,
  template: { by: 'id', templateId, variables: '{"a":1}' },
});

function fixture(suppressed: readonly string[] = []) {
  const store = memoryEventStore();
  const blobs = memoryBlobs();
  const clock = manualClock();
  const templates = new Map([
    ['known', { templateId: workspace, revision: 3, subject: 'Hi', hasBody: true }],
  ]);
  const accepting: AcceptDependencies = {
    ledger: { store, clock, ids: seededIds() },
    blobs,
    templates: {
      byId: async (_workspace, templateId) => templates.get(templateId) ?? null,
      byFriendlyName: async () => null,
    },
    isForeignSender: () => false,
    suppressedAmong: async () =>
      new Set(suppressed.map((address) => suppressionIdOf(namesOfTests, workspace, address))),
    sandboxDomain: 'example.com',
    creditsPerRecipient: 2,
  };
  return { store, blobs, clock, templates, accepting };
}

const accepting = suite('accepting an email');

accepting('names everyone once, to before cc before bcc, letter case aside', () => {
  const found = recipientsOf(
    namesOfTests,
    workspace,
    {
      to: ['A@x.co', 'a@X.co', 'Bea <b@x.co>'],
      cc: ['"Bee" <B@x.co>', 'c@x.co'],
      bcc: ['c@X.co', 'd@x.co', 'click+1@Example.com', 'e@notexample.com'],
    },
    'example.com',
  );
  assert.equal(
    [found.to, found.cc, found.bcc],
    [['A@x.co', 'Bea <b@x.co>'], ['c@x.co'], ['d@x.co', 'click+1@Example.com', 'e@notexample.com']],
  );
  assert.equal(
    found.everyone.map(({ address, kind, sandbox }) => `${kind} ${address}${sandbox ? ' sandbox' : ''}`),
    [
      'to A@x.co',
      'to b@x.co',
      'cc c@x.co',
      'bcc d@x.co',
      'bcc click+1@Example.com sandbox',
      'bcc e@notexample.com',
    ],
  );
  assert.is(new Set(found.everyone.map(({ suppressionId }) => suppressionId)).size, 6);
});

accepting('takes a domain that only begins with the name of the sandbox domain for a real one', () => {
  const to = ['a@example.com.au', 'b@example.community', 'c@mail.example.com', 'd@EXAMPLE.com'];
  const { everyone } = recipientsOf(namesOfTests, workspace, { to, cc: [], bcc: [] }, 'example.com');
  assert.equal(
    everyone.filter(({ sandbox }) => sandbox).map(({ address }) => address),
    ['d@EXAMPLE.com'],
  );
});

accepting('charges whom it sends to, and lists whom it does not', async () => {
  const { accepting, store } = fixture(['x@y.co', 'q@y.co']);
  const many = { ...request, to: ['X@y.co', 'z@y.co'], cc: ['q@y.co'], bcc: ['w@y.co'] };
  const accepted = await acceptEmail(accepting, origin, id, many);
  const receipt = emailReceipt(accepted);
  assert.equal(receipt.suppressedRecipients, ['X@y.co', 'q@y.co']);
  assert.equal(receipt.to, ['X@y.co', 'z@y.co']);
  assert.is(receipt.creditsConsumed, 4);
  assert.is(receipt.status, 'queued');
  assert.equal(
    accepted.data.recipients.map(({ address }) => address),
    ['z@y.co', 'w@y.co'],
  );
  assert.is(store.log.length, 1);
});

accepting(
  "makes a delivery's id of its place among the recipients, and of nothing of the address",
  async () => {
    const idsFor = async (to: readonly string[]) =>
      (await acceptEmail(fixture().accepting, origin, id, { ...request, to })).data.recipients.map(
        ({ deliveryId }) => deliveryId,
      );
    const ids = await idsFor(['x@y.co', 'z@y.co']);
    assert.equal(
      ids,
      [0, 1].map((place) => uuid5('delivery', id, String(place))),
    );
    assert.equal(await idsFor(['ann@example.net', 'bob@example.net']), ids);
  },
);

accepting('answers a replay from the first event, whatever it brings', async () => {
  const { accepting, store, clock } = fixture();
  const first = await acceptEmail(accepting, origin, id, request);
  await clock.advance(5_000);
  const replays = await Promise.all(
    [{ ...request, subject: 'other', to: ['o@y.co'] }, request, byTemplate('gone')].map((replay) =>
      acceptEmail(accepting, origin, id, replay),
    ),
  );
  for (const replay of replays) {
    assert.is(JSON.stringify(emailReceipt(replay)), JSON.stringify(emailReceipt(first)));
    assert.is(replay.isNew, false);
  }
  assert.is(store.log.length, 1);
});

accepting('takes one of a thousand racing calls', async () => {
  const { accepting, store } = fixture();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) =>
      acceptEmail(accepting, origin, id, { ...request, subject: `s${at}` }),
    ),
  );
  assert.is(new Set(answers.map((answer) => JSON.stringify(emailReceipt(answer)))).size, 1);
  assert.is(answers.filter(({ isNew }) => isNew).length, 1);
  assert.is(store.log.length, 1);
});

accepting('pins the template, and refuses one that is unknown or empty', async () => {
  const { accepting, store, templates } = fixture();
  const { data } = await acceptEmail(accepting, origin, id, byTemplate('known'));
  assert.equal(data.template, { templateId: workspace, revision: 3, variables: { inline: '{"a":1}' } });
  assert.equal([data.subject, data.html, data.text], ['Hi', null, null]);
  templates.set('empty', { templateId: id, revision: 1, subject: 'x', hasBody: false });
  for (const template of ['gone', 'empty']) {
    await refused(acceptEmail(accepting, origin, workspace, byTemplate(template)), '/template_id');
  }
  templates.delete('known');
  const replay = await acceptEmail(accepting, origin, id, byTemplate('known'));
  assert.is(replay.isNew, false);
  assert.is(store.log.length, 1);
});

accepting('refuses what has become impossible for new messages only', async () => {
  const { accepting, store } = fixture();
  const late = [{ path: '/send_at', message: 'has passed' }];
  await refused(acceptEmail(accepting, origin, id, request, late), '/send_at');
  assert.is(store.log.length, 0);
  await acceptEmail(accepting, origin, id, request);
  assert.is((await acceptEmail(accepting, origin, id, request, late)).isNew, false);
});

accepting(
  'looks up no sender for what is refused anyway: nothing would await the answer of a store that is away',
  async () => {
    const { accepting } = fixture();
    const isForeignSender = () => Promise.reject(new DocumentsUnavailable('test'));
    const late = [{ path: '/send_at', message: 'has passed' }];
    await refused(acceptEmail({ ...accepting, isForeignSender }, origin, id, request, late), '/send_at');
    await assertRejects(
      acceptEmail({ ...accepting, isForeignSender }, origin, id, request),
      DocumentsUnavailable,
    );
  },
);

accepting('keeps long texts and attachments as blobs, durable before the event', async () => {
  const { accepting, blobs, store } = fixture();
  const html = `<p>${'ä'.repeat(40_000)}</p>`;
  const attachment = { filename: 'a', type: 'text/plain', contentId: null, disposition: 'inline' as const };
  const large = { ...request, html, attachments: [{ ...attachment, content: Buffer.from('hello') }] };
  const append = () => Promise.reject(new EventStoreUnavailable('test'));
  const failing = { ...accepting, ledger: { ...accepting.ledger, store: { ...store, append } } };
  await assertRejects(acceptEmail(failing, origin, id, large), EventStoreUnavailable);
  assert.is(blobs.kept.size, 2, 'the blobs were there before the append was tried');
  const { data } = await acceptEmail(accepting, origin, id, large);
  assert.ok(data.html !== null && 'blob' in data.html);
  assert.is(data.attachments[0]?.content.length, 5);
  assert.equal(data.text, { inline: 't' });
});

accepting('a replay leaves no contents behind, and costs nothing more where there are none', async () => {
  const { accepting, blobs, store } = fixture();
  const { store: counting, during } = countingReads(store);
  const counted = { ...accepting, ledger: { ...accepting.ledger, store: counting } };
  const accept = (sent: EmailRequest) => acceptEmail(counted, origin, id, sent);
  assert.equal(await during(() => accept(request)), { reads: 0, events: 0 });
  const file = { filename: 'a', type: 'text/plain', contentId: null, disposition: 'inline' as const };
  const attachments = [{ ...file, content: Buffer.from('hello') }];
  for (const other of [
    { ...request, attachments },
    { ...request, html: 'x'.repeat(100_000) },
    { ...request, text: 'x'.repeat(100_000) },
  ])
    assert.is((await accept(other)).isNew, false);
  assert.is(blobs.kept.size, 0);
});

accepting('stays below the limit of an append with everything at its worst', async () => {
  const { accepting, store } = fixture();
  const wide = '😀';
  const worst: EmailRequest = {
    ...request,
    to: Array.from({ length: 2_600 }, (_, at) => `recipient${at}@y.co`),
    subject: wide.repeat(998),
    html: '\u0001'.repeat(65_000),
    text: '"'.repeat(32_000),
    tags: Array(50).fill(wide.repeat(256)),
    headers: { 'X-Big': 'a'.repeat(65_000) },
    attachments: Array(20).fill({
      filename: wide.repeat(255),
      type: 'a'.repeat(255),
      contentId: 'c'.repeat(255),
      disposition: 'inline',
      content: Buffer.from('x'),
    }),
    batchId: wide.repeat(255),
  };
  await acceptEmail(accepting, origin, id, worst);
  assert.ok(Buffer.byteLength(JSON.stringify(store.log[0])) < MAX_APPEND_BYTES);
});

accepting("takes a campaign's message under its own id", async () => {
  const { accepting } = fixture();
  const campaign = { campaignId: id, runId: workspace, contactId: id };
  const draft = {
    ...request,
    subject: 'Hi {{first_name}}',
    text: null,
    template: { templateId: id, revision: 2, variables: '{}' },
  };
  const { data }: AcceptedEmail = await acceptDraft(accepting, origin, id, draft, { batch: null, campaign });
  assert.equal(data.campaign, campaign);
  assert.is(data.template?.revision, 2);
});

async function refused(promise: Promise<unknown>, path: string): Promise<void> {
  const error = await assertRejects(promise, Refusal);
  assert.is((error as Refusal).issues[0]?.path, path);
}

async function assertRejects(promise: Promise<unknown>, type: abstract new (...args: never[]) => Error) {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof type, String(error));
  return error;
}

accepting.run();
