import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../../src/adapters/embedded/coordination/hints.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { workspace } from '../../../src/events/workspace.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import { openProjection } from '../../../src/follow/fold/projection.ts';
import type { Carrier, IntakeHandlers, SmsOutcome } from '../../../src/ports/carrier.ts';
import { messages as messageProjection } from '../../../src/projections/messages.ts';
import { smsCarrierIds } from '../../../src/projections/smsCarrierIds.ts';
import { smsNumbers } from '../../../src/projections/smsNumbers.ts';
import { runSmsIntake } from '../../../src/sender/sms/smsIntake.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { CORRELATION, WORKSPACE } from '../senderBench.ts';

const test = suite('the sms intake');
const NUMBER = '+4930';

/** An intake over a carrier that hands its handlers out and leaves its submissions to the test. */
async function intake(submit: () => Promise<SmsOutcome>) {
  const store = memoryEventStore();
  const clock = manualClock();
  const ledger = { store, clock, ids: seededIds() };
  const documents = memoryDocuments();
  const numbers = await openProjection(documents, smsNumbers);
  const origin = { workspace: WORKSPACE, actor: 'operator', correlation: CORRELATION, causation: null };
  const assigned = { type: 'SmsNumberAssigned', data: { number: NUMBER } };
  await store.append(workspace.stream(WORKSPACE), 'no-stream', newEvents(ledger, origin, [assigned]));
  await foldInto(smsNumbers, numbers, store.log);
  const said: string[] = [];
  const stop = new AbortController();
  let submissions = 0;
  const handlers = await new Promise<IntakeHandlers>((resolve) => {
    const carrier: Carrier = {
      receivesEverywhere: true,
      closedForMs: () => 0,
      submit: () => {
        submissions += 1;
        return submit();
      },
      receive: (own, signal) => {
        resolve(own);
        return clock.sleep(1_000_000_000, signal);
      },
      close: async () => {},
    };
    const dependencies = {
      ...{ ledger, carrier, numbers, hints: inProcessHints(quietLog), metrics: noMetrics, stopReply: 'Bye.' },
      log: {
        ...quietLog,
        warn: (_: object, text: string) => void said.push(text),
        error: (_: object, text: string) => void said.push(text),
      },
      positionOf: () => store.head(),
    };
    const documents = memoryDocuments();
    void (async () => {
      const carrierIds = await openProjection(documents, smsCarrierIds);
      const messages = await openProjection(documents, messageProjection(1));
      await runSmsIntake({ ...dependencies, carrierIds, messages }, stop.signal, {
        mayRun: () => true,
        onChanged: () => {},
      });
    })();
  });
  const receiveStop = (n: number) =>
    handlers.message({
      carrierId: String(n),
      from: `+49${n}`,
      completedFrom: null,
      to: NUMBER,
      text: 'STOP',
      part: null,
    });
  return { store, said, receiveStop, stop: () => stop.abort(), submissions: () => submissions };
}

test('a STOP is acknowledged while its answer still waits for the carrier; a hundred wait at most', async () => {
  const { receiveStop, submissions, said, stop } = await intake(() => new Promise(() => {}));
  for (let n = 1; n <= 101; n++) assert.is(await receiveStop(n), 'recorded');
  assert.is(submissions(), 100);
  assert.equal(said, ['an opt-out was not confirmed by SMS']);
  stop();
});

test('an answer that fails is said, and changes nothing about the STOP', async () => {
  const { receiveStop, store, said, stop } = await intake(() => Promise.reject(new Error('no carrier')));
  assert.is(await receiveStop(1), 'recorded');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(said, ['an opt-out was not confirmed by SMS']);
  assert.is(store.log.filter(({ type }) => type === 'SmsOptedOut').length, 1);
  stop();
});

test.run();
