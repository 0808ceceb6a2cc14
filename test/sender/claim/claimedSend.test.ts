import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MailOutcome } from '../../../src/ports/mailer.ts';
import { sendClaimed } from '../../../src/sender/claim/claimedSend.ts';
import { claims } from '../../../src/sender/claim/claims.ts';
import { type DecidedEvent, openEmailStream } from '../../../src/sender/email/emailStream.ts';
import { claimedDelivery } from '../../../src/sender/email/submission.ts';
import { quietLog } from '../../support/quietLog.ts';
import { type FakeMailer, fakeMailer, plainEmail, type SenderBench, senderBench } from '../senderBench.ts';

const test = suite('claimed sends');
const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const CLAIM_TIMEOUT_MS = 300_000;
const bounce: MailOutcome = {
  outcome: 'bounced',
  fault: 'recipient',
  bounceType: 'Permanent',
  bounceSubType: 'General',
  diagnostic: '550 no such user',
};

/** Makes the mailer wait for its answer; `begun` resolves once it was given a message. */
function heldAnswer(mailer: FakeMailer) {
  let answer: (outcome: MailOutcome) => void = () => {};
  const begun = new Promise<void>((begin) => {
    mailer.answer = () => {
      begin();
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
  });
  return { begun, answer: (outcome: MailOutcome) => answer(outcome) };
}

test('an outcome is dropped while another process holds the claim, and the outcome of that one is recorded', async () => {
  const bench = await senderBench({ rule: { claimTimeoutMs: CLAIM_TIMEOUT_MS, soleSinceMs: null } });
  await bench.accept(ID, {});
  const slow = heldAnswer(bench.mailer);
  const first = bench.run(ID);
  await slow.begun;
  await bench.clock.advance(CLAIM_TIMEOUT_MS);
  const mailer = fakeMailer();
  const other = heldAnswer(mailer);
  const worker = bench.anotherWorker({ mailer });
  await bench.run(ID, worker);
  const second = bench.run(ID, worker);
  await other.begun;
  slow.answer({ outcome: 'submitted', response: '250 late' });
  await first;
  const claimed = [
    'SubmissionAttempted you@b.example',
    'DeliveryDelayed you@b.example',
    'SubmissionAttempted you@b.example',
  ];
  assert.equal(await bench.history(ID), claimed, 'the first process no longer holds the claim');
  other.answer(bounce);
  await second;
  assert.equal(await bench.history(ID), [...claimed, 'Bounced you@b.example']);
});

test('a second look of the same process during a send waits and sends nothing', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  const held = heldAnswer(bench.mailer);
  const first = bench.run(ID);
  await held.begun;
  // A second send must not wait for an answer, or this test would hang where it ought to fail.
  bench.mailer.answer = () => ({ outcome: 'submitted', response: '250 twice' });
  const second = await bench.run(ID);
  assert.is(bench.mailer.sent.length, 1, 'the message was sent twice');
  assert.ok('retryAfterMs' in second, 'the second look waits for the outcome');
  held.answer({ outcome: 'submitted', response: '250 ok' });
  await first;
  assert.equal(await bench.history(ID), ['SubmissionAttempted you@b.example', 'Submitted you@b.example']);
});

/** A message with one claim appended, as this process has just made it. */
async function claimedByHand(bench: SenderBench) {
  await bench.accept(ID, {});
  const stream = await openEmailStream(bench.ledger, ID);
  const { deliveryId, address } = plainEmail.recipients[0] ?? {
    deliveryId: '',
    suppressionId: '',
    address: '',
  };
  if (stream === null) throw new Error('the message is not there');
  const of = { deliveryId, suppressionId: deliveryId, recipient: address, sandbox: false };
  const claimId = bench.ledger.ids.uuid();
  const own = claims<readonly DecidedEvent[]>();
  own.release(claimId);
  await stream.append(() => [{ id: claimId, type: 'SubmissionAttempted', data: { ...of, attempt: 1 } }]);
  const rule = { claimTimeoutMs: CLAIM_TIMEOUT_MS, soleSinceMs: null };
  const { signal } = new AbortController();
  const parts = { clock: bench.clock, log: quietLog, claims: own, rule, signal };
  const submitted: DecidedEvent = { type: 'Submitted', data: { ...of, response: '250 ok' } };
  const send = (outcome: readonly DecidedEvent[] | null) =>
    sendClaimed(claimedDelivery(stream, deliveryId, claimId), bench.clock.monotonicMs(), parts, async () => {
      assert.not(own.isReleased(claimId), 'the claim is in use while the message is being sent');
      return outcome;
    });
  const fail = (fault: Error) =>
    sendClaimed(claimedDelivery(stream, deliveryId, claimId), bench.clock.monotonicMs(), parts, () =>
      Promise.reject(fault),
    );
  return { own, claimId, submitted, send, fail };
}

test('nothing is remembered of a claim whose outcome is recorded', async () => {
  const bench = await senderBench();
  const { own, claimId, submitted, send } = await claimedByHand(bench);
  assert.is(await send([submitted]), true);
  assert.equal(await bench.history(ID), ['SubmissionAttempted you@b.example', 'Submitted you@b.example']);
  assert.is(own.outcomeOf(claimId), undefined);
  assert.not(own.isReleased(claimId));
});

test('a claim under which nothing was sent is free again at once', async () => {
  const bench = await senderBench();
  const { own, claimId, send } = await claimedByHand(bench);
  assert.is(await send(null), false);
  assert.ok(own.isReleased(claimId));
  assert.is(own.outcomeOf(claimId), undefined);
});

test('a claim whose send fails before anything was sent is free again at once', async () => {
  const bench = await senderBench();
  const { own, claimId, fail } = await claimedByHand(bench);
  const fault = new Error('the message could not be composed');
  assert.is(await fail(fault).catch((error) => error), fault);
  assert.ok(own.isReleased(claimId));
});

test.run();
