import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { deliveryLocalPart, messageLocalPart } from '../../src/commands/email/deliveryToken.ts';
import { deliveryOfAddress, isSignedAddress, matchesByMessageId } from '../../src/intake/matchDelivery.ts';

const test = suite('deliveries that a report may be of');

const idOf = (n: number) => `44444444-4444-4444-8444-${String(n).padStart(12, '0')}`;
const tokens = signedTokens(Buffer.alloc(32, 5));
const nameOf = (emailId: string) => messageLocalPart(tokens, emailId);
const messageIds = (count: number) => Array.from({ length: count }, (_, n) => `${nameOf(idOf(n))}@a.example`);
const MOST = 20;

test('each message is tried by the addresses first, then as the message of one recipient', () => {
  const [one = '', other = ''] = [idOf(0), idOf(1)];
  const ids = [
    `${nameOf(one).toUpperCase()}@a.example`,
    'no-uuid@a.example',
    `${nameOf(other)}@a.example`,
    `${nameOf(one)}@b.example`,
  ];
  assert.equal(matchesByMessageId(tokens, ids, ['bob@b.example']), [
    { emailId: one, recipient: { address: 'bob@b.example' } },
    { emailId: one, recipient: 'only' },
    { emailId: other, recipient: { address: 'bob@b.example' } },
    { emailId: other, recipient: 'only' },
  ]);
});

test('a report with many Message-IDs is looked up for the first of them', () => {
  const expected = Array.from({ length: MOST }, (_, n) => ({ emailId: idOf(n), recipient: 'only' }));
  assert.equal(matchesByMessageId(tokens, messageIds(MOST), []), expected);
  assert.equal(matchesByMessageId(tokens, messageIds(MOST + 1), []), expected);
});

test('a report with many addresses is looked up for the first of them', () => {
  const addresses = Array.from({ length: MOST + 1 }, (_, n) => `bob${n}@b.example`);
  assert.equal(
    matchesByMessageId(tokens, messageIds(1), addresses),
    addresses.slice(0, MOST).map((address) => ({ emailId: idOf(0), recipient: { address } })),
  );
});

test('without the tag of this service a Message-ID names nothing', () => {
  const [one, other] = [idOf(0), idOf(1)];
  const tagOf = (emailId: string) => nameOf(emailId).split('.')[1];
  const other32 = signedTokens(Buffer.alloc(32, 6));
  for (const id of [
    one,
    `${one}.`,
    `${one}.${tagOf(other)}`,
    `${one}.${tagOf(one)}a`,
    messageLocalPart(other32, one),
  ])
    assert.equal(matchesByMessageId(tokens, [`${id}@a.example`], ['bob@b.example']), [], id);
});

test('an address that a server wrapped on the way is the one in it: BATV, SRS', () => {
  const ref = { emailId: idOf(0), recipient: 3 };
  const token = deliveryLocalPart(tokens, ref);
  const match = { emailId: idOf(0), recipient: { place: 3 } };
  const forged = deliveryLocalPart(signedTokens(Buffer.alloc(32, 6)), ref);
  for (const wrapped of [
    (local: string) => local.toUpperCase(),
    (local: string) => `prvs=1234567890=${local}`,
    (local: string) => `prvs=${local}/1234567890`,
    (local: string) => `btv1==123abc45678==${local}`,
    (local: string) => `SRS0=HHHH=TT=bounces.a.example=${local}`,
    (local: string) => `SRS0+HHHH=TT=bounces.a.example=${local}`,
    (local: string) => `srs1=hhhh=fwd.example==HHHH=TT=bounces.a.example=${local}`,
  ]) {
    assert.equal(deliveryOfAddress(tokens, `${wrapped(token)}@fwd.example`), match, wrapped('x'));
    assert.ok(isSignedAddress(tokens, `${wrapped(token)}@fwd.example`));
    assert.is(deliveryOfAddress(tokens, `${wrapped(forged)}@fwd.example`), null);
  }
});

test.run();
