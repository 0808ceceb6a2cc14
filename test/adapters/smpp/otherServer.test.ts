// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { smppCarrier } from '../../../src/adapters/smpp/smppCarrier.ts';
import { divideSms } from '../../../src/commands/sms/smsSegments.ts';
import type { CarrierReceipt, IncomingSms } from '../../../src/ports/carrier.ts';
import { eventually } from '../../e2e/eventually.ts';
import { requiresSmppServer } from '../../servers/smppServer.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { keptInMemory } from './keptInMemory.ts';

const server = await requiresSmppServer();
const test = suite('smpp carrier with another author’s server');
const ending = new AbortController();
const messages: IncomingSms[] = [];
const receipts: CarrierReceipt[] = [];
const carrier = smppCarrier(server.url, {
  ...{ clock: systemClock, ids: seededIds(), log: quietLog, metrics: noMetrics },
  unmatched: keptInMemory().unmatched,
});

test.before(async () => {
  void carrier.receive(
    {
      message: async (message) => {
        messages.push(message);
        return 'recorded';
      },
      receipt: async (receipt) => {
        receipts.push(receipt);
      },
    },
    ending.signal,
  );
  await eventually('it is bound', () => carrier.closedForMs() === 0);
});
test.after(async () => {
  ending.abort();
  await carrier.close();
  await server.stop();
});

test('what it read is what was charged, byte for byte', async () => {
  for (const [text, coding, hex] of [
    ['@Hi{€', 0, ['0048691b281b65']],
    ['Ж😀', 8, ['0416d83dde00']],
  ] as const) {
    server.lines.length = 0;
    assert.is((await submitted(text)).outcome, 'sent');
    await eventually('it is logged', () => submissions().length === 1);
    const [line] = submissions();
    assert.equal([line?.coding, line?.receipt, line?.udh, line?.text], [coding, 1, false, hex[0]]);
    assert.equal([line?.from, line?.to], ['4930', '49171']);
  }
  server.lines.length = 0;
  await submitted(`${'a'.repeat(153)}b`.padEnd(170, 'b'));
  await eventually('both are logged', () => submissions().length === 2);
  assert.equal(
    submissions().map(({ udh, text }) => [udh, String(text).slice(0, 14)]),
    [
      [true, '050003a7020161'],
      [true, '050003a7020262'],
    ],
  );
});

test('its receipts and its messages are delivered', async () => {
  const outcome = await submitted('short');
  // In decimal, where the submission was answered in hexadecimal.
  const carrierId = String(Number.parseInt((outcome.outcome === 'sent' && outcome.carrierId) || '', 16));
  const mine = () => receipts.filter((receipt) => receipt.carrierId === carrierId);
  await eventually('the receipt is there', () => mine().length > 0);
  assert.equal(mine(), [{ carrierId, state: 'delivered', detail: 'DELIVRD' }]);
  server.deliver('4917112345678', '4930', 'Hello there');
  await eventually('the message is there', () => messages.length > 0);
  const expected = { carrierId: null, from: '+4917112345678', completedFrom: null, to: '+4930', part: null };
  assert.equal(messages, [{ ...expected, text: 'Hello there' }]);
});

/** The submissions in its output, which also has receipts. */
const submissions = () => server.lines.filter(({ text }) => text !== undefined);

function submitted(text: string) {
  const division = divideSms(text);
  assert.ok(division);
  const smsId = 'aaaaaaaa-0000-4000-8000-0000000000a7';
  return carrier.submit({ smsId, from: '+4930', to: '+49171', text, taken: 0, ...division }, async () => {});
}

test.run();
