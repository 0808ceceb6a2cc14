import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import type { Position } from '../../../src/events/event.ts';
import { sms } from '../../../src/events/sms.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../../src/follow/fold/projection.ts';
import { smsCarrierIds } from '../../../src/projections/smsCarrierIds.ts';
import { smsReceiptHandler } from '../../../src/sender/sms/smsReceipts.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { CORRELATION, WORKSPACE } from '../senderBench.ts';

const test = suite('receipts of a carrier');
const projection: AnyProjection = smsCarrierIds;
const SMS = '00000000-0000-4000-8000-000000000001';
const CARRIER_ID = 'a1';
/** Longer than a receipt is looked up. */
const LOOKED_UP_MS = 6_000;

/** A message that was submitted; its read model is folded only by `fold`. */
async function submitted() {
  const store = memoryEventStore();
  const clock = manualClock();
  const ledger = { store, clock, ids: seededIds() };
  const carrierIds = await openProjection(memoryDocuments(), smsCarrierIds);
  const origin = { workspace: WORKSPACE, actor: 'sender', correlation: CORRELATION, causation: null };
  const accepted = { segments: 1, from: '+4930', to: '+491', text: 'x', credits: 1 };
  const events = [
    { type: 'SmsAccepted', data: accepted },
    { type: 'SmsSubmissionAttempted', data: { attempt: 1 } },
    { type: 'SmsSent', data: { attempt: 1, carrierId: CARRIER_ID } },
  ];
  await store.append(sms.stream(SMS), 'no-stream', newEvents(ledger, origin, events));
  const asked: string[] = [];
  let position: Position = positionAt(0);
  const handler = smsReceiptHandler({
    ...{ ledger, carrierIds, log: quietLog, metrics: noMetrics },
    positionOf: async () => position,
    hints: {
      publish: (channel) => void asked.push(channel),
      subscribe: () => () => {},
      close: async () => {},
    },
  });
  return {
    clock,
    asked,
    /** How the handler ended within the time for which it looks an id up; null when it has not. */
    async receive(carrierId: string, meanwhile: () => Promise<void> = async () => {}) {
      let outcome: string | null = null;
      void handler({ carrierId, state: 'delivered', detail: 'DELIVRD' }).then(
        () => (outcome = 'taken'),
        (error: Error) => (outcome = error.message),
      );
      await clock.advance(1_000);
      await meanwhile();
      await clock.advance(LOOKED_UP_MS);
      return outcome;
    },
    async fold() {
      const sent = store.log.filter(({ type }) => projection.types.includes(type));
      await foldInto(projection, carrierIds, sent);
    },
    async passTheEnd() {
      position = await store.head();
    },
    delivered: () => store.log.filter(({ type }) => type === 'SmsDelivered').length,
  };
}

test('are recorded, also when they overtake the read model of the ids by a second', async () => {
  const { receive, fold, delivered } = await submitted();
  assert.is(await receive(CARRIER_ID, fold), 'taken');
  assert.is(delivered(), 1);
  assert.is(await receive(CARRIER_ID), 'taken');
  assert.is(delivered(), 1, 'the second one adds nothing');
});

test('are refused while the read model lags, and recorded once it has the id', async () => {
  const { receive, fold, passTheEnd, delivered, asked } = await submitted();
  assert.is(
    await receive(CARRIER_ID),
    'the read model has come to 00000000000000000000, the log to 00000000000000000003',
  );
  assert.equal(asked, ['checkpoints'], 'checkpoints are saved seldom unless asked for');
  await fold();
  await passTheEnd();
  assert.is(await receive(CARRIER_ID), 'taken');
  assert.is(delivered(), 1);
});

const EARLY = 'no submission of this id is known yet; it may be recorded in a moment';

test('that come before the answer to their submission are refused, and recorded once the id is in the log', async () => {
  const { receive, fold, passTheEnd, delivered } = await submitted();
  // The log does not have the id yet, so the read model is at its end.
  await passTheEnd();
  assert.is(await receive(CARRIER_ID), EARLY);
  assert.is(delivered(), 0);
  await fold();
  assert.is(await receive(CARRIER_ID), 'taken');
  assert.is(delivered(), 1);
});

test('for an id of somebody else are taken and ignored once no submission can be under way', async () => {
  const { receive, fold, passTheEnd, delivered, clock } = await submitted();
  await fold();
  await passTheEnd();
  assert.is(await receive('b2'), EARLY);
  await clock.advance(30_000);
  assert.is(await receive('b2'), EARLY, 'an answer within 30 s may be recorded later');
  await clock.advance(30_000);
  assert.is(await receive('b2'), 'taken');
  assert.is(await receive('c3'), EARLY, 'another id has a time of its own');
  assert.is(delivered(), 0);
});

test.run();
