import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { matchesByMessageId } from '../../src/intake/matchDelivery.ts';

const test = suite('deliveries that a report may be of');

const idOf = (n: number) => `44444444-4444-4444-8444-${String(n).padStart(12, '0')}`;
const messageIds = (count: number) => Array.from({ length: count }, (_, n) => `${idOf(n)}@a.example`);
const MOST = 20;

test('each message is tried by the addresses first, then as the message of one recipient', () => {
  const [one = '', other = ''] = [idOf(0), idOf(1)];
  const ids = [
    `${one.toUpperCase()}@a.example`,
    'no-uuid@a.example',
    `${other}@a.example`,
    `${one}@b.example`,
  ];
  assert.equal(matchesByMessageId(ids, ['bob@b.example']), [
    { emailId: one, recipient: { address: 'bob@b.example' } },
    { emailId: one, recipient: 'only' },
    { emailId: other, recipient: { address: 'bob@b.example' } },
    { emailId: other, recipient: 'only' },
  ]);
});

test('a report with many Message-IDs is looked up for the first of them', () => {
  const expected = Array.from({ length: MOST }, (_, n) => ({ emailId: idOf(n), recipient: 'only' }));
  assert.equal(matchesByMessageId(messageIds(MOST), []), expected);
  assert.equal(matchesByMessageId(messageIds(MOST + 1), []), expected);
});

test('a report with many addresses is looked up for the first of them', () => {
  const addresses = Array.from({ length: MOST + 1 }, (_, n) => `bob${n}@b.example`);
  assert.equal(
    matchesByMessageId(messageIds(1), addresses),
    addresses.slice(0, MOST).map((address) => ({ emailId: idOf(0), recipient: { address } })),
  );
});

test.run();
