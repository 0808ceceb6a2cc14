import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailEvent, RecordedEmailEvent } from '../../src/events/email.ts';
import { partitionOf } from '../../src/events/partitionOf.ts';
import type { Projection } from '../../src/follow/fold/projection.ts';
import { emailOutbox, partsOfLane } from '../../src/projections/emailOutbox.ts';
import { emailRetries } from '../../src/projections/emailRetries.ts';
import { plainEmail, recipient } from '../sender/senderBench.ts';

const test = suite('email outbox');

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:05:00.000Z';
const people = [recipient(1, 'a@b.example'), recipient(2, 'c@b.example')];
const accepted: EmailEvent = { type: 'EmailAccepted', data: { ...plainEmail, recipients: people } };
const of = (n: number) => ({
  deliveryId: recipient(n, '').deliveryId,
  suppressionId: recipient(n, '').suppressionId,
  recipient: 'x@b.example',
  sandbox: false,
});
const submitted = (n: number): EmailEvent => ({ type: 'Submitted', data: { ...of(n), response: null } });
const attempted = (n: number): EmailEvent => ({
  type: 'SubmissionAttempted',
  data: { ...of(n), attempt: 1 },
});
const delayed = (n: number, nextAttemptAt: string): EmailEvent => ({
  type: 'DeliveryDelayed',
  data: { ...of(n), attempt: 1, diagnosticCode: null, nextAttemptAt },
});
const bounced = (n: number): EmailEvent => ({
  type: 'Bounced',
  data: { ...of(n), bounceType: 'Permanent', bounceSubType: 'General', diagnosticCode: null },
});

const first = emailOutbox(8);
const retries = emailRetries(8);

function recorded(event: EmailEvent, revision: number): RecordedEmailEvent {
  const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: AT };
  const place = { id: String(revision), stream: 'email-1', revision, position: String(revision) };
  return { ...event, ...place, metadata } as RecordedEmailEvent;
}

/** The document after the events that concern it. */
function foldedBy<Document extends object>(
  projection: Projection<Document, RecordedEmailEvent>,
  ...events: EmailEvent[]
): Document | null {
  return events
    .map(recorded)
    .filter(({ type }) => projection.types.includes(type))
    .reduce<Document | null>(
      (document, event) =>
        projection.keys(event).reduce((before, key) => projection.fold(before, event, key), document),
      null,
    );
}
const folded = (...events: EmailEvent[]) => foldedBy(first, ...events);
const retried = (...events: EmailEvent[]) => foldedBy(retries, ...events);

test('accepted: due at once, or at its scheduled time, in a lane of the workspace', () => {
  const now = folded(accepted);
  assert.equal([now?.dueAtMs, now?.isAtOnce], [Date.parse(AT), true]);
  assert.is(now?.lane, 'w/first');
  assert.is(now?.partition, partitionOf('1', 8));
  const later = '2027-03-04T05:06:07.000Z';
  const scheduled: EmailEvent = {
    ...accepted,
    data: { ...accepted.data, scheduledFor: later },
  } as EmailEvent;
  const then = folded(scheduled);
  assert.equal([then?.dueAtMs, then?.isAtOnce], [Date.parse(later), false]);
});

test('simulated messages, those with a first attempt to do and retried ones have separate lanes', () => {
  const simulated = { ...plainEmail, recipients: [recipient(1, 'a@example.com')] };
  assert.is(folded({ type: 'EmailAccepted', data: simulated })?.lane, 'w');
  assert.is(retried(accepted, delayed(1, LATER))?.lane, 'w/again');
  assert.equal(partsOfLane('w'), { workspace: 'w', kind: 'simulated' });
  assert.equal(partsOfLane('w/first'), { workspace: 'w', kind: 'first' });
  assert.equal(partsOfLane('w/again'), { workspace: 'w', kind: 'again' });
});

test('gone once every recipient came to an end', () => {
  assert.equal(folded(accepted, submitted(1))?.waiting, [of(2).deliveryId]);
  assert.is(folded(accepted, submitted(1), submitted(2)), null);
  assert.is(folded(accepted, submitted(1), bounced(2)), null);
});

test('a recipient that ends twice does not end another', () => {
  assert.equal(folded(accepted, submitted(1), bounced(1))?.waiting, [of(2).deliveryId]);
  assert.is(folded(accepted, submitted(1), submitted(2), bounced(1)), null);
});

test('who is put off moves to the retries, due when the first is, and the others stay', () => {
  const soon = '2026-01-01T00:01:00.000Z';
  assert.equal(folded(accepted, delayed(1, LATER))?.waiting, [of(2).deliveryId]);
  assert.is(retried(accepted), null);
  assert.is(retried(accepted, delayed(1, LATER))?.dueAtMs, Date.parse(LATER));
  assert.is(folded(accepted, delayed(1, LATER), submitted(2)), null);
  const both = [accepted, delayed(1, LATER), delayed(2, soon)];
  assert.is(retried(...both)?.dueAtMs, Date.parse(soon));
  assert.is(retried(...both, submitted(2))?.dueAtMs, Date.parse(LATER));
  assert.is(retried(...both, submitted(2), bounced(1)), null);
  assert.is(
    retried(...both, attempted(1))?.dueAtMs,
    Date.parse(AT),
    'a claim that is left behind is due at once',
  );
  assert.is(retried(accepted, attempted(1)), null, 'the claim of a first attempt concerns the outbox alone');
});

test('a report that the next server waits, after the hand-over, brings nothing back', () => {
  const waits = {
    ...delayed(1, AT),
    data: { ...of(1), attempt: 1, diagnosticCode: null, nextAttemptAt: null },
  };
  assert.is(retried(accepted, submitted(1), waits as EmailEvent), null);
  assert.equal(folded(accepted, submitted(1), waits as EmailEvent)?.waiting, [of(2).deliveryId]);
});

test('a simulated message that is put off needs no route', () => {
  const put = delayed(1, LATER);
  const simulated = { ...put, data: { ...put.data, sandbox: true } } as EmailEvent;
  assert.is(retried(simulated)?.lane, 'w');
  assert.is(retried(simulated, delayed(2, LATER))?.lane, 'w/again');
});

test('reactions of people do not concern it', () => {
  for (const type of ['Complained', 'Opened', 'Clicked', 'Unsubscribed', 'Resubscribed'])
    for (const projection of [first, retries])
      assert.not(projection.types.includes(type as RecordedEmailEvent['type']), type);
});

test.run();
