import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { sms } from '../../src/events/sms.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { openProjection } from '../../src/follow/fold/projection.ts';
import { segmentOfCarrierId, smsCarrierIds } from '../../src/projections/smsCarrierIds.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';

const test = suite('ids of the carrier');

/** Finds the message of a receipt's id, after the carrier answered submissions with these ids. */
async function submitted(...answered: readonly string[]) {
  const clock = manualClock();
  const store = memoryEventStore();
  const ledger = { store, clock, ids: seededIds() };
  const origin = { workspace: 'w', actor: 'sender', correlation: 'c', causation: null };
  const collection = await openProjection(memoryDocuments(), smsCarrierIds);
  for (const [n, carrierId] of answered.entries()) {
    const sent = { type: 'SmsSent', data: { attempt: 1, carrierId } };
    await store.append(sms.stream(`message-${n}`), 'no-stream', newEvents(ledger, origin, [sent]));
  }
  await foldInto(smsCarrierIds, collection, store.log);
  return async (receipt: string) =>
    (await segmentOfCarrierId(collection, receipt)) ?? { smsId: 'unknown', carrierId: '' };
}

test('a receipt may write the id decimal, with other zeros, or in another case', async () => {
  for (const [answer, receipts] of [
    ['0000003D', ['0000003D', '0000003d', '3D', '3d', '61', '0000000061']],
    ['61', ['61', '0061', '3d', '3D', '0000003D']],
    ['00DEADBEEF', ['deadbeef', '3735928559']],
    ['0', ['0', '0000']],
  ] as const) {
    const find = await submitted(answer);
    const found = await Promise.all(receipts.map(find));
    assert.equal(new Set(found.map(({ smsId }) => smsId)), new Set(['message-0']), answer);
    // Receipts of one segment are recorded under one id, however they write it.
    assert.is(new Set(found.map(({ carrierId }) => carrierId)).size, 1, answer);
  }
});

test('an id that is no number is compared letter by letter', async () => {
  const find = await submitted('aZ09x', 'Az09x', '00zz');
  assert.is((await find('aZ09x')).smsId, 'message-0');
  assert.is((await find('Az09x')).smsId, 'message-1');
  for (const other of ['az09x', 'zz']) assert.is((await find(other)).smsId, 'unknown', other);
});

test.run();
