import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailEvent, RecordedEmailEvent } from '../../../src/events/email.ts';
import { instant } from '../../../src/ports/clock.ts';
import { type DeliveryState, type Turn, turnOf } from '../../../src/sender/claim/claimTurn.ts';
import { advance, noProgress, withoutReleased } from '../../../src/sender/email/emailProgress.ts';
import { plainEmail, recipient } from '../senderBench.ts';

const test = suite('email progress');

const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const one = recipient(1, 'you@b.example');
const of = {
  deliveryId: one.deliveryId,
  suppressionId: one.suppressionId,
  recipient: one.address,
  sandbox: false,
};

const accepted: EmailEvent = { type: 'EmailAccepted', data: { ...plainEmail, recipients: [one] } };
const attempted: EmailEvent = { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } };
const submitted: EmailEvent = { type: 'Submitted', data: { ...of, response: null } };
const delayed: EmailEvent = {
  type: 'DeliveryDelayed',
  data: { ...of, attempt: 1, diagnosticCode: null, nextAttemptAt: instant(START_MS + 60_000) },
};
const bounced: EmailEvent = {
  type: 'Bounced',
  data: { ...of, bounceType: 'Permanent', bounceSubType: 'General', diagnosticCode: null },
};
const opened: EmailEvent = { type: 'Opened', data: of };

/** Given events a second apart, then the delivery stands so. */
function given(...events: EmailEvent[]) {
  const recorded = events.map((event, revision) => ({
    ...event,
    id: `event-${revision}`,
    stream: 'email-1',
    revision,
    position: String(revision + 1),
    metadata: {
      v: 1,
      workspace: 'w',
      actor: 'sender',
      correlation: 'c',
      causation: null,
      at: instant(START_MS + revision * 1_000),
    },
  })) as RecordedEmailEvent[];
  const progress = recorded.reduce(advance, noProgress());
  const delivery = progress.deliveries.get(one.deliveryId);
  if (delivery === undefined) throw new Error('the delivery is unknown');
  return {
    progress,
    delivery,
    then: (state: DeliveryState, attempts: number) => {
      assert.equal(delivery.state, state);
      assert.is(delivery.attempts, attempts);
    },
    mayAt: (afterMs: number, expected: Turn, soleSinceMs: number | null = null, released: string[] = []) =>
      assert.equal(
        turnOf(delivery, START_MS + afterMs, { claimTimeoutMs: 10_000, soleSinceMs }, (id) =>
          released.includes(id),
        ),
        expected,
      ),
  };
}

test('accepted: waiting, to be taken', () => {
  given(accepted).then({ at: 'waiting' }, 0);
  given(accepted).mayAt(0, { may: 'take' });
});

test('claimed: left alone until the claim is old', () => {
  const claimed = given(accepted, attempted);
  claimed.then({ at: 'claimed', claimId: 'event-1', sinceMs: START_MS + 1_000 }, 1);
  claimed.mayAt(2_000, { may: 'wait', ms: 9_000 });
  claimed.mayAt(11_000, { may: 'put off' });
});

test('claimed before the sole sender began, by a clock that was ahead, or by itself in vain: to be taken at once', () => {
  const claimed = given(accepted, attempted);
  claimed.mayAt(2_000, { may: 'put off' }, START_MS + 1_500);
  claimed.mayAt(2_000, { may: 'wait', ms: 9_000 }, START_MS + 500);
  claimed.mayAt(900, { may: 'put off' }, START_MS + 500);
  claimed.mayAt(2_000, { may: 'take' }, null, ['event-1']);
});

test('a claim that came to nothing is no attempt, and every other claim is one', () => {
  const { delivery } = given(accepted, attempted);
  assert.is(withoutReleased(delivery, (id) => id === 'event-1').attempts, 0);
  assert.is(withoutReleased(delivery, (id) => id === 'event-2').attempts, 1);
  const late = given(accepted, attempted, delayed).delivery;
  assert.is(withoutReleased(late, () => true).attempts, 1, 'an attempt with an outcome stays one');
});

test('a delay that is not reported leaves the time of the last report as it was', () => {
  const unreported = { ...delayed, data: { ...delayed.data, reported: false } };
  assert.is(given(accepted, attempted, unreported, attempted, unreported).delivery.reportedAtMs, null);
  const { delivery } = given(accepted, attempted, delayed, attempted, unreported);
  assert.is(delivery.reportedAtMs, START_MS + 2_000);
  assert.is(delivery.delays, 2);
});

test('delayed: until its time', () => {
  const late = given(accepted, attempted, delayed);
  late.then({ at: 'delayed', untilMs: START_MS + 60_000 }, 1);
  late.mayAt(50_000, { may: 'wait', ms: 10_000 });
  late.mayAt(60_000, { may: 'take' });
});

test('an end stays the end, with any event after it', () => {
  for (const history of [
    [submitted],
    [bounced],
    [submitted, delayed],
    [submitted, bounced],
    [submitted, attempted],
  ]) {
    const ended = given(accepted, attempted, ...history);
    ended.then({ at: 'ended' }, 1);
    ended.mayAt(9_999_999, { may: 'rest' });
  }
});

test('the position is that of the last event, which the work index passes too', () => {
  assert.is(given(accepted, attempted, submitted).progress.position, '3');
  const { progress } = given(accepted, attempted, submitted, opened);
  assert.is(progress.position, '4');
});

test.run();
