import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessage } from '../../src/adapters/submission/readMessage.ts';
import type { ReadAttachment, ReadMessage } from '../../src/ports/readMessage.ts';
import { type SubmittedRequest, submittedRequest } from '../../src/submission/submittedRequest.ts';

const test = suite('a mail as the request of a call');

const ANN = 'ann@customer.test';
const BOB = 'bob@customer.test';
const MAIL = ['From: a@acme.test', `To: ${ANN}`, 'Subject: x', 'Message-ID: <1@acme.test>'];

const read = async (fields: readonly string[], body = 'Hello.', envelope: readonly string[] = [ANN]) => {
  const message = await readMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\n${body}`));
  assert.ok(message);
  return submittedRequest(message, RAW, envelopeOf(envelope));
};
function requestIn(found: SubmittedRequest) {
  if (!('request' in found)) throw new Error(JSON.stringify(found));
  return found;
}
const accepted = async (...given: Parameters<typeof read>) => requestIn(await read(...given)).request;
const pathsOf = (found: SubmittedRequest) => ('issues' in found ? found.issues : []).map(({ path }) => path);

const FILE: ReadAttachment = {
  ...{ filename: 'a.bin', type: 'application/octet-stream', contentId: null, disposition: 'attachment' },
  content: Buffer.from('file'),
};
const WITH_TEMPLATE = ['From: a@acme.test', `To: ${ANN}`, 'X-Postledger-Template: invoice'];
const OF_TEMPLATE = { fields: [{ name: 'X-Postledger-Template', value: 'invoice' }], text: '' };
const PART = { type: 'application/pdf', filename: 'a.pdf', content: Buffer.from('file') };
const RAW = Buffer.alloc(0);
const envelopeOf = (recipients: readonly string[]) => ({ recipients, track: [] });
const message = (more: Partial<ReadMessage> = {}): ReadMessage => ({
  fields: [
    { name: 'Subject', value: 'x' },
    { name: 'Message-ID', value: '<1@acme.test>' },
  ],
  from: [{ name: '', address: 'a@acme.test' }],
  to: [{ name: '', address: ANN }],
  cc: [],
  replyTo: [],
  sender: [],
  parts: [],
  text: 'Hello.',
  html: '',
  attachments: [],
  ...more,
});

test('a recipient is found in the header in any letter case, and named twice gets one mail', async () => {
  const mail = ['From: a@acme.test', 'To: Ann <Ann@Customer.test>', `Cc: ${ANN}`, 'Subject: x'];
  const { to, cc, bcc } = await accepted(mail, 'Hello.', ['ANN@customer.TEST', ANN]);
  assert.equal([to, cc, bcc], [['Ann <Ann@Customer.test>'], [], []]);
});

test('of a group in To those are named whom the envelope has', async () => {
  const mail = ['From: a@acme.test', `To: Team: ${ANN}, ${BOB};`, 'Cc: none:;', 'Subject: x'];
  const { to, cc, bcc } = await accepted(mail, 'Hello.', [ANN, 'dora@customer.test']);
  assert.equal([to, cc, bcc], [[ANN], [], ['dora@customer.test']]);
});

test('of a header that comes several times the values are joined', async () => {
  const { headers } = await accepted([...WITH_TEMPLATE, 'X-A: 1', 'x-a: 2', 'X-B: 3'], '');
  assert.equal(headers, { 'X-A': '1, 2', 'X-B': '3' });
});

test('every Reply-To is kept, and must be an address', async () => {
  const { replyTo } = await accepted([...MAIL, `Reply-To: Help <help@acme.test>, ${BOB}`]);
  assert.equal(replyTo, ['Help <help@acme.test>', BOB]);
  assert.equal(pathsOf(await read([...MAIL, 'Reply-To: help@acme.test, nobody'])), ['/reply_to']);
});

test('a file keeps its type with its parameters, but not those of the encoding of this mail', async () => {
  const types = [
    'text/calendar; charset=utf-8; method=REQUEST; name=a.ics',
    'Application/PDF; x-unix-mode=0644',
  ];
  const parts = types.map(
    (type) => `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\nfile`,
  );
  const mixed = [...WITH_TEMPLATE, 'Content-Type: multipart/mixed; boundary=b'];
  const { attachments } = await accepted(mixed, `${parts.join('\r\n')}\r\n--b--`);
  assert.equal(
    attachments.map(({ type }) => type),
    ['text/calendar; charset="utf-8"; method="REQUEST"', 'application/pdf; x-unix-mode="0644"'],
  );
});

test('a file without a name gets one; one that is too large, or empty, is refused by its place', () => {
  const withFiles = (...attachments: ReadAttachment[]) =>
    submittedRequest(message({ ...OF_TEMPLATE, attachments }), RAW, envelopeOf([ANN]));
  const [nameless] = requestIn(withFiles({ ...FILE, filename: '' })).request.attachments;
  assert.is(nameless?.filename, 'attachment-1');
  const [most] = requestIn(withFiles({ ...FILE, content: Buffer.alloc(10_500_000) })).request.attachments;
  assert.is(most?.content.length, 10_500_000);
  const tooLarge = withFiles(FILE, { ...FILE, content: Buffer.alloc(10_500_001) });
  assert.equal(pathsOf(tooLarge), ['/attachments/1/content']);
  assert.equal(pathsOf(withFiles({ ...FILE, content: Buffer.alloc(0) })), ['/attachments/0/content']);
  assert.equal(pathsOf(withFiles(...Array<ReadAttachment>(21).fill(FILE))), ['/attachments']);
});

test('a template is named by its id, or by its friendly name', async () => {
  const fields = (name: string) => ['From: a@acme.test', `To: ${ANN}`, `X-Postledger-Template: ${name}`];
  const id = '6b1f1f0e-0000-4000-8000-000000000001';
  assert.equal((await accepted(fields(id), '')).template, { by: 'id', templateId: id, variables: null });
  assert.is((await accepted(fields('invoice'), '')).template?.by, 'friendlyName');
});

test('an idempotency key has 255 characters at most; each part of a mail that is split has its own', async () => {
  const withKey = (length: number, envelope = [ANN], character = 'k') =>
    read([...MAIL, `X-Postledger-Idempotency-Key: ${character.repeat(length)}`], 'Hello.', envelope);
  for (const character of ['k', '😀']) {
    assert.equal(pathsOf(await withKey(256, [ANN], character)), ['/headers/X-Postledger-Idempotency-Key']);
    assert.equal(pathsOf(await withKey(255, [ANN], character)), [], character);
  }
  const identityFor = async (envelope: string[]) => requestIn(await withKey(255, envelope)).identity?.join();
  assert.is(await identityFor([ANN, BOB]), await identityFor([BOB, ANN]));
  assert.is.not(await identityFor([ANN]), await identityFor([BOB]));
});

test('whatever is sent makes a mail another one', () => {
  const identityOf = (more: Partial<ReadMessage>) =>
    requestIn(submittedRequest(message(more), RAW, envelopeOf([ANN]))).identity?.join();
  const template = (variables: string) => [
    { name: 'Message-ID', value: '<1@acme.test>' },
    { name: 'X-Postledger-Template', value: 'invoice' },
    { name: 'X-Postledger-Variables', value: variables },
  ];
  const mails: readonly Partial<ReadMessage>[] = [
    {},
    { cc: [{ name: '', address: BOB }] },
    { to: [{ name: 'Ann', address: ANN }] },
    { replyTo: [{ name: '', address: BOB }] },
    { parts: [PART] },
    { parts: [{ ...PART, type: 'text/plain' }] },
    { parts: [{ ...PART, filename: 'b.bin' }] },
    { parts: [{ ...PART, content: Buffer.from('elif') }] },
    { parts: [PART, PART] },
    { text: '', fields: template('{"n":1}') },
    { text: '', fields: template('{"n":2}') },
  ];
  assert.is(new Set(mails.map(identityOf)).size, mails.length);
  assert.is(identityOf({ parts: [PART] }), identityOf({ parts: [{ ...PART }] }));
  const alone = identityOf({});
  const traced = { name: 'Received', value: 'from x by y' };
  assert.is(identityOf({ fields: [traced, ...message().fields], text: 'as a reader sees it' }), alone);
});

test('names of any length are no part of an address; of too many of them the message is refused', async () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: '"'.repeat(1_000), address: `u${n}@customer.test` }));
  const some = submittedRequest(
    message({ to: named(2) }),
    RAW,
    envelopeOf(['u0@customer.test', 'u1@customer.test']),
  );
  assert.is(requestIn(some).request.to[0]?.length, 2_021);
  const to = named(300);
  assert.equal(
    pathsOf(submittedRequest(message({ to }), RAW, envelopeOf(to.map(({ address }) => address)))),
    ['/to'],
  );
});

test.run();
