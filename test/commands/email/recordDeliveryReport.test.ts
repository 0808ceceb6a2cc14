import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FateEvent } from '../../../src/commands/email/deliveryFate.ts';
import type { DeliveryReport, Learned } from '../../../src/commands/email/deliveryReport.ts';
import {
  deliveryReportDecider,
  recordDeliveryReport,
} from '../../../src/commands/email/recordDeliveryReport.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { NO_EVIDENCE } from '../../../src/events/addressEvidence.ts';
import { email } from '../../../src/events/email.ts';
import { suppressionIdOf } from '../../../src/events/suppression.ts';
import { uuid5 } from '../../../src/events/uuid5.ts';
import { instant } from '../../../src/ports/clock.ts';
import { plainEmail, recipient, WORKSPACE } from '../../sender/senderBench.ts';
import { evidenceIn } from '../../support/evidenceIn.ts';
import { given } from '../../support/given.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { namesOfTests, seededIds } from '../../support/seededIds.ts';

const test = suite('what is learned after submission');

const EMAIL_ID = '33333333-3333-4333-8333-333333333333';
const NOW_MS = Date.parse('2026-01-02T00:00:00.000Z');
const one = recipient(1, 'Bob@b.example');
const two = recipient(2, 'eve@b.example');
const simulated = recipient(3, 'bounce@example.com');
const of = {
  deliveryId: one.deliveryId,
  suppressionId: one.suppressionId,
  recipient: one.address,
  sandbox: false,
};

const at = (ms: number) => ({
  v: 1,
  workspace: 'w',
  actor: 'sender',
  correlation: 'c',
  causation: null,
  at: instant(ms),
});
const accepted: FateEvent = {
  type: 'EmailAccepted',
  data: { ...plainEmail, recipients: [one, two, simulated] },
  id: 'accepted',
  metadata: at(0),
};
const attempted: FateEvent = { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } };
const submitted: FateEvent = { type: 'Submitted', data: { ...of, response: '250 ok' } };
const deferred: FateEvent = {
  type: 'DeliveryDelayed',
  data: { ...of, attempt: 1, diagnosticCode: '451', nextAttemptAt: null },
  metadata: at(NOW_MS - 60_000),
};
const by = (source: string, atMs = NOW_MS) => ({
  source,
  proof: 'signed' as const,
  reportedAt: instant(atMs),
});
const idOf = (type: string, report = 'r1') => uuid5('delivery report', one.deliveryId, type, report);

const hard: Learned = {
  is: 'bounced',
  bounceType: 'Permanent',
  bounceSubType: 'NoEmail',
  diagnosticCode: '550 5.1.1 no such user',
};
const soft: Learned = {
  ...hard,
  bounceType: 'Transient',
  bounceSubType: 'MailboxFull',
  diagnosticCode: '552',
};
const late: Learned = { is: 'delayed', diagnosticCode: '451 4.4.1 connection timed out' };
const arrived: Learned = { is: 'delivered', response: '250 2.0.0 ok' };

const report = (learned: Learned, more: Partial<DeliveryReport> = {}): DeliveryReport => ({
  emailId: EMAIL_ID,
  recipient: { place: 0 },
  findings: [{ learned, about: [] }],
  source: 'dsn',
  proof: 'signed',
  reportId: 'r1',
  reportedAtMs: null,
  atMs: NOW_MS,
  evidence: NO_EVIDENCE,
  isSuppressed: true,
  suppressionIdOf: (address) => suppressionIdOf(namesOfTests, WORKSPACE, address),
  ...more,
});

const bounceOf = (learned: Learned, reportId = 'r1'): FateEvent => {
  if (learned.is !== 'bounced') throw new Error('no bounce');
  const { is: _, ...told } = learned;
  return { id: idOf('Bounced', reportId), type: 'Bounced', data: { ...of, ...told, ...by('dsn') } };
};
const delivered: FateEvent = {
  id: idOf('Delivered'),
  type: 'Delivered',
  data: { ...of, response: '250 2.0.0 ok', ...by('dsn') },
};
const delayed: FateEvent = {
  id: idOf('DeliveryDelayed'),
  type: 'DeliveryDelayed',
  data: {
    ...of,
    attempt: 1,
    diagnosticCode: '451 4.4.1 connection timed out',
    nextAttemptAt: null,
    ...by('dsn'),
  },
  metadata: at(NOW_MS),
};
const complained: FateEvent = {
  id: idOf('Complained'),
  type: 'Complained',
  data: { ...of, ...by('arf') },
};

const handedOver = () => given(deliveryReportDecider, accepted, attempted, submitted);

test('a bounce after the hand-over is told, with an id that follows from the report', () => {
  handedOver().when(report(hard)).then(bounceOf(hard));
  handedOver().when(report(soft)).then(bounceOf(soft));
  given(deliveryReportDecider, accepted, attempted, submitted, delivered)
    .when(report(hard))
    .then(bounceOf(hard));
});

test('the recipient is found by its place, by its address in any letter case, or as the only one', () => {
  handedOver()
    .when(report(hard, { recipient: { address: 'bob@B.EXAMPLE' } }))
    .then(bounceOf(hard));
  handedOver()
    .when(report(hard, { recipient: 'only' }))
    .then();
  const alone: FateEvent = { ...accepted, data: { ...plainEmail, recipients: [one] } } as FateEvent;
  given(deliveryReportDecider, alone, attempted, submitted)
    .when(report(hard, { recipient: 'only' }))
    .then(bounceOf(hard));
});

test('a second bounce is nothing, but a Permanent one after a Transient one suppresses', () => {
  for (const first of [soft, hard]) {
    const bounced = given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(first));
    bounced.when(report(soft, { reportId: 'r2' })).then();
    bounced.when(report(first)).then();
  }
  given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(soft))
    .when(report(hard, { reportId: 'r2' }))
    .then({ ...bounceOf(hard, 'r2'), data: { ...bounceOf(hard).data, repeated: true } } as FateEvent);
  given(deliveryReportDecider, accepted, attempted, bounceOf(hard))
    .when(report(hard, { reportId: 'r2' }))
    .then();
});

test('delivered once, also after a bounce', () => {
  handedOver().when(report(arrived)).then(delivered);
  given(deliveryReportDecider, accepted, attempted, submitted, delivered)
    .when(report(arrived, { reportId: 'r2' }))
    .then();
  given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(hard))
    .when(report(arrived))
    .then(delivered);
});

test('a delay is told', () => {
  handedOver().when(report(late)).then(withoutMetadata(delayed));
});

test('the same delay again is nothing, whenever it comes; another one within the hour neither', () => {
  const told = given(deliveryReportDecider, accepted, attempted, submitted, delayed);
  told.when(report(late, { atMs: NOW_MS + 7_200_000 })).then();
  told.when(report(late, { reportId: 'r2', atMs: NOW_MS + 3_599_999 })).then();
  told.when(report(late, { reportId: 'r2', atMs: NOW_MS + 3_600_000 })).then({
    ...withoutMetadata(delayed),
    id: idOf('DeliveryDelayed', 'r2'),
    data: { ...delayed.data, reportedAt: instant(NOW_MS + 3_600_000) },
  } as FateEvent);
  for (const end of [delivered, bounceOf(hard)])
    given(deliveryReportDecider, accepted, attempted, submitted, end).when(report(late)).then();
});

test('a complaint and an unsubscription are told once, also behind a bounce', () => {
  const arf = { source: 'arf' } as const;
  handedOver()
    .when(report({ is: 'complained' }, arf))
    .then(complained);
  given(deliveryReportDecider, accepted, attempted, submitted, complained)
    .when(report({ is: 'complained' }, { ...arf, reportId: 'r2' }))
    .then();
  given(deliveryReportDecider, accepted, attempted, submitted, bounceOf(soft))
    .when(report({ is: 'complained' }, arf))
    .then(complained);
  const unsubscribed: FateEvent = {
    id: idOf('Unsubscribed'),
    type: 'Unsubscribed',
    data: { ...of, way: 'mail', ...by('mailto') },
  };
  handedOver()
    .when(report({ is: 'unsubscribed' }, { source: 'mailto' }))
    .then(unsubscribed);
  handedOver()
    .when(report({ is: 'unsubscribed' }, arf))
    .then({ ...unsubscribed, data: { ...of, way: 'report', ...by('arf') } });
  given(deliveryReportDecider, accepted, attempted, submitted, unsubscribed)
    .when(report({ is: 'unsubscribed' }, { source: 'mailto', reportId: 'r2' }))
    .then();
});

test('a second unsubscription counts once something else has undone the first', () => {
  const unsubscribed = (atMs: number): FateEvent => ({
    ...{ id: idOf('Unsubscribed'), type: 'Unsubscribed' },
    ...{ data: { ...of, way: 'mail', ...by('mailto', atMs) }, metadata: at(atMs) },
  });
  const again = (reportId: string, more: Partial<DeliveryReport> = {}) =>
    report({ is: 'unsubscribed' }, { source: 'mailto', reportId, isSuppressed: false, ...more });
  const before = (ms: number) =>
    given(deliveryReportDecider, accepted, attempted, submitted, unsubscribed(NOW_MS - ms));
  const second = { ...unsubscribed(NOW_MS), id: idOf('Unsubscribed', 'r2') };
  const { metadata: _, ...written } = second;
  before(60_000).when(again('r2')).then(written);
  before(60_000)
    .when(again('r2', { isSuppressed: true }))
    .then();
  // The same report comes again, or the read model may lag.
  before(60_000).when(again('r1')).then();
  before(1_000).when(again('r2')).then();
});

test('what was never handed over, is simulated, or is not there, has no reports', () => {
  for (const learned of [hard, soft, late, arrived, { is: 'complained' }] as const) {
    given(deliveryReportDecider).when(report(learned)).then();
    given(deliveryReportDecider, accepted).when(report(learned)).then();
    given(deliveryReportDecider, accepted, { type: 'Rejected', data: { ...of, reason: 'suppressed' } })
      .when(report(learned))
      .then();
    handedOver()
      .when(report(learned, { recipient: { place: 2 } }))
      .then();
    handedOver()
      .when(report(learned, { recipient: { place: 3 } }))
      .then();
    handedOver()
      .when(report(learned, { recipient: { address: 'mallory@b.example' } }))
      .then();
    // The other recipient of the same message has not been spoken for.
    handedOver()
      .when(report(learned, { recipient: { place: 1 } }))
      .then();
  }
});

test('while the sender speaks to the server, nothing is decided', () => {
  given(deliveryReportDecider, accepted, attempted).when(report(hard)).then();
});

test('a deferral whose message was taken after all ends by what is learned', () => {
  const retried = given(deliveryReportDecider, accepted, attempted, deferred);
  retried.when(report(hard)).then(bounceOf(hard));
  retried
    .when(report(arrived))
    .then({ id: idOf('Submitted'), type: 'Submitted', data: { ...of, response: null } }, delivered);
  retried.when(report(late)).then();
});

test('a deferral goes on whatever a report without proof says; it is kept', () => {
  const retried = given(deliveryReportDecider, accepted, attempted, deferred);
  const kept = { ...by('dsn'), proof: 'unsigned' as const, diagnosticCode: '550 5.1.1 no such user' };
  retried.when(report(hard, { proof: 'unsigned' })).then({
    id: idOf('Bounced'),
    type: 'ReportKept',
    data: { ...of, says: 'Bounced', hard: true, ...kept },
  });
  retried.when(report(soft, { proof: 'unsigned' })).then();
});

test('over a log: recorded, then known; later while claimed; refused where there is no such email', async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const stream = email.stream(EMAIL_ID);
  const origin = { workspace: 'w1', actor: 'key:1', correlation: 'c1', causation: null };
  const append = (expected: number | 'no-stream', ...events: readonly FateEvent[]) =>
    ledger.store.append(stream, expected, newEvents(ledger, origin, events.map(withoutMetadata)));
  const { atMs: _, evidence: __, isSuppressed: ___, ...told } = report(hard);
  const suppressionOf = async () => null;
  const dependencies = { ledger, known: evidenceIn(ledger.store), suppressionOf };
  assert.is(await recordDeliveryReport(dependencies, told), 'refused');
  await append('no-stream', accepted);
  assert.is(await recordDeliveryReport(dependencies, told), 'refused');
  await append(0, attempted);
  assert.is(await recordDeliveryReport(dependencies, told), 'later');
  await append(1, submitted);
  // Two at once may both be told that it is recorded: their events have one id, and the log keeps one of them.
  await Promise.all([recordDeliveryReport(dependencies, told), recordDeliveryReport(dependencies, told)]);
  assert.is(await recordDeliveryReport(dependencies, told), 'known');
  const [, , , bounced, more] = await email.read(ledger.store, EMAIL_ID);
  assert.is(bounced?.id, idOf('Bounced'));
  assert.is(more, undefined);
  assert.is(bounced?.metadata.workspace, 'w1');
  assert.is(bounced?.metadata.actor, 'intake');
});

function withoutMetadata(event: FateEvent): FateEvent {
  const { metadata: _, ...rest } = event;
  return rest as FateEvent;
}

test.run();
