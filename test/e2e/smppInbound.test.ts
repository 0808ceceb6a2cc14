// runs in: test:all

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { headed, type RawPdu, rawPdu, ucs2 } from '../adapters/smpp/rawPdu.ts';
import { type SmppPeer, smppPeer } from '../adapters/smpp/smppPeer.ts';
import { isVerified } from '../support/httpsReceiver.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type Client, client } from './client.ts';
import { type Deployment, embedded } from './deployment.ts';
import { eventually } from './eventually.ts';

interface Context {
  peer: SmppPeer;
  deployment: Deployment;
  data: ReturnType<typeof temporaryFolder>;
  api: Client;
  secret: string;
}

interface Webhook {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const test = suite<Context>('e2e: what a carrier brings over SMPP');
const NUMBER = '+4915112345678';

test.before(async (context) => {
  context.peer = await smppPeer();
  context.data = temporaryFolder();
  context.deployment = await embedded({ SMPP_URL: context.peer.url, POSTLEDGER_DATA: context.data.path });
  const { deployment } = context;
  context.api = client(deployment.urls, deployment.key);
  const body = { name: 'all', url: deployment.receiver.url, events: ['*'] };
  context.secret = (await context.api.call<{ secret: string }>('POST', '/v1/webhooks', 201, body)).secret;
  await deployment.cli('sms-templates', 'approve', '--name', 'short', '--body', 'Hi {{ name }}');
  await deployment.cli('numbers', 'assign', NUMBER);
});
test.after(async ({ peer, deployment, data }) => {
  await deployment.close();
  await peer.close();
  data.remove();
});

const webhooks = ({ deployment, secret }: Context, type: string) =>
  deployment.receiver.received
    .filter((one) => isVerified(one, secret, one.receivedAtMs))
    .map(({ body }) => JSON.parse(body) as Webhook)
    .filter((one) => one.type === type);

const bring = ({ peer }: Context, pdu: RawPdu) => peer.bring(rawPdu({ to: NUMBER.slice(1), ...pdu }));

/** Sends a text to a number. Resolves with what the carrier answered it with. */
async function sendTo({ api, peer }: Context, to: string) {
  const { length } = peer.submitted;
  const body = {
    from: NUMBER,
    to,
    template: 'short',
    variables: { name: 'X' },
    consent_basis: 'transactional',
  };
  const headers = { 'idempotency-key': `to ${to}` };
  const { id } = await api.call<{ id: string }>('POST', '/v1/sms', 202, body, headers);
  await eventually('it is submitted', () => peer.submitted.length > length);
  return { id, carrierId: `id-${peer.submitted.length}` };
}

/** Name, data coding, bytes in hex, text. */
const TEXTS: readonly (readonly [string, number, string, string])[] = [
  ['UCS-2 of class 1', 0x19, '0059006500730021', 'Yes!'],
  ['UCS-2 of class 2', 0x1a, '004e006f', 'No'],
  ['GSM of class 3', 0x13, '6100621163', 'a@b_c'],
  ['ASCII', 0x01, '78405f79', 'x@_y'],
  ['a waiting message in UCS-2', 0xe0, '004f004b', 'OK'],
  ['Cyrillic', 0x06, 'bdd5e2', 'Нет'],
  ['Hebrew', 0x07, 'ebef', 'כן'],
  ['Korean', 0x0e, 'b3d7', '네'],
];

test('texts in each alphabet', async (context) => {
  for (const [at, [name, coding, hex, text]] of TEXTS.entries()) {
    const from = `491761234510${at}`;
    const answer = await bring(context, { from, coding, text: Buffer.from(hex, 'hex') });
    assert.is(answer.command_status, 0, name);
    const received = () => webhooks(context, 'sms.received').find(({ data }) => data.from === `+${from}`);
    await eventually(name, () => received() !== undefined);
    assert.is(received()?.data.body, text, name);
  }
});

test('parts in different codings are one text', async (context) => {
  const from = '4917612345300';
  const parts = [
    [0x11, 2, Buffer.from(', b')],
    [0x08, 3, ucs2(', в')],
    [0x03, 1, Buffer.from('à', 'latin1')],
  ] as const;
  for (const [coding, number, bytes] of parts) {
    const pdu = { from, coding, esmClass: 0x40, text: headed([[0, 3, 77, 3, number]], bytes) };
    assert.is((await bring(context, pdu)).command_status, 0);
  }
  const received = () => webhooks(context, 'sms.received').find(({ data }) => data.from === `+${from}`);
  await eventually('it is whole', () => received() !== undefined);
  assert.is(received()?.data.body, 'à, b, в');
});

test('a STOP of class 2 stops', async (context) => {
  const pdu = { from: '4917612345200', coding: 0x12, text: Buffer.from('53544f50', 'hex') };
  assert.is((await bring(context, pdu)).command_status, 0);
  const listed = async () =>
    JSON.parse(await context.deployment.cli('numbers', 'opt-outs', '--json')) as { number: string }[];
  await eventually('it is listed', async () => (await listed()).length === 1);
  assert.is((await listed())[0]?.number, '+4917612345200');
});

test('senders that are no numbers are named as they are', async (context) => {
  for (const [fromTon, from] of [
    [3, '72345'],
    [5, '4711'],
    [2, '01711234567'],
    [5, 'BANK'],
  ] as const) {
    const pdu = { fromTon, from, text: Buffer.from(`from ${from}`) };
    assert.is((await bring(context, pdu)).command_status, 0, from);
    const received = () => webhooks(context, 'sms.received').find(({ data }) => data.body === `from ${from}`);
    await eventually(from, () => received() !== undefined);
    assert.is(received()?.data.from, from);
  }
});

test('the STOP of a number without its country stops who was sent to from here', async (context) => {
  await sendTo(context, '+491721234567');
  await bring(context, { fromTon: 2, from: '01721234567', text: Buffer.from('STOP') });
  const listed = async () => await context.deployment.cli('numbers', 'opt-outs', '--json');
  await eventually('it is listed', async () => (await listed()).includes('+491721234567'));
});

const words = (id: string) =>
  Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:DELIVRD err:000 text:Hi`,
  );
const fieldsOf = (id: string) => ({ 30: Buffer.from(`${id}\0`), 1063: Buffer.from([2]) });

test('receipts in any form are no texts', async (context) => {
  for (const [at, form] of (
    [
      (id) => ({ esmClass: 4, coding: 8, text: words(id) }),
      (id) => ({ text: words(id), fields: fieldsOf(id) }),
      (id) => ({ command: 'data_sm', esmClass: 4, fields: fieldsOf(id) }),
    ] as ((id: string) => RawPdu)[]
  ).entries()) {
    const { id, carrierId } = await sendTo(context, `+491731234${at}00`);
    const answer = await bring(context, { from: `491731234${at}00`, ...form(carrierId) });
    assert.is(answer.command_status, 0, String(at));
    await eventually('it is delivered', () =>
      webhooks(context, 'sms.delivered').some(({ data }) => data.sms_id === id),
    );
  }
  assert.not(webhooks(context, 'sms.received').some(({ data }) => String(data.body).includes('stat:')));
});

test('what cannot be read is refused and kept, and a text to no workspace is kept', async (context) => {
  const unreadable = { coding: 4, text: Buffer.from('cafe', 'hex') };
  assert.is((await bring(context, unreadable)).command_status, 0x65);
  assert.is((await bring(context, { to: '491519999999', text: Buffer.from('x') })).command_status, 0);
  const folder = join(context.data.path, 'unmatched-sms');
  const kept = readdirSync(folder).sort();
  assert.is(kept.length, 2);
  assert.match(readFileSync(join(folder, kept[0] ?? ''), 'utf8'), /cafe\r\n$/);
  const listed = await context.deployment.cli('numbers', 'kept', '--json');
  assert.equal(
    (JSON.parse(listed) as { why: string }[]).map(({ why }) => why),
    ['it came to a number that no workspace has', 'no text that is known, by data coding 4'],
  );
});

test.run();
