import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { saveContact } from '../../../src/commands/email/saveContact.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { suppression, suppressionIdOf } from '../../../src/events/suppression.ts';
import { instant } from '../../../src/ports/clock.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import type { MailOutcome } from '../../../src/ports/mailer.ts';
import { countedPace, freePermit, WINDOW } from '../../support/freePace.ts';
import { namesOfTests } from '../../support/seededIds.ts';
import {
  CORRELATION,
  fakeMailer,
  recipient,
  type SenderBench,
  senderBench,
  WORKSPACE,
} from '../senderBench.ts';

const test = suite('email worker');
const ID = 'aaaaaaaa-0000-4000-8000-000000000000';

test('claims before it speaks, records after, and is done', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  let seenWhileSending: string[] = [];
  bench.mailer.answer = async () => {
    seenWhileSending = await bench.history(ID);
    return { outcome: 'submitted', response: '250 ok' };
  };
  const result = await bench.run(ID);
  assert.equal(seenWhileSending, ['SubmissionAttempted you@b.example']);
  assert.equal(await bench.history(ID), ['SubmissionAttempted you@b.example', 'Submitted you@b.example']);
  assert.equal(result, { position: bench.store.log.at(-1)?.position });
  const [accepted, , submitted] = await bench.events(ID);
  assert.is(submitted?.metadata.actor, 'sender');
  assert.is(submitted?.metadata.correlation, CORRELATION);
  assert.is(submitted?.metadata.causation, accepted?.id);
  await bench.fold();
  assert.is(await bench.outbox(ID), null);
  await bench.run(ID);
  assert.is(bench.mailer.sent.length, 1);
});

test('each recipient has a transaction of its own, and all the same Message-ID', async () => {
  const bench = await senderBench();
  const people = [recipient(1, 'a@b.example'), recipient(2, 'c@b.example', { kind: 'bcc' })];
  await bench.accept(ID, { recipients: people, to: ['a@b.example'], bcc: ['c@b.example'] });
  await bench.run(ID);
  assert.equal(bench.mailer.sent.map((mail) => mail.recipient).sort(), ['a@b.example', 'c@b.example']);
  for (const { raw } of bench.mailer.sent) {
    assert.ok(raw.includes(`Message-ID: <${ID}.`));
    assert.not.ok(raw.includes('c@b.example'), 'bcc is nowhere');
  }
});

test('sandbox recipients are simulated in one append and never spoken to', async () => {
  const bench = await senderBench();
  const locals = [
    'bounce',
    'transient+x',
    'ooto',
    'Click',
    'complaint',
    'unsubscribe',
    'transactional',
    'else',
  ];
  const recipients = locals.map((local, n) => recipient(n, `${local}@example.com`));
  const html = {
    inline: '<p><a href="mailto:x@y.zz">m</a><a href="https://shop.example/?a=1&amp;b=2">x</a></p>',
  };
  await bench.accept(ID, { recipients, html });
  let appends = 0;
  const append = bench.store.append;
  bench.store.append = (...call) => {
    appends++;
    return append(...call);
  };
  await bench.run(ID);
  assert.is(appends, 1);
  assert.is(bench.mailer.sent.length, 0);
  const history = (await bench.history(ID)).map((line) => line.replace('@example.com', ''));
  assert.equal(history, [
    'Submitted bounce',
    'Bounced bounce',
    'Submitted transient+x',
    'Bounced transient+x',
    'Submitted ooto',
    'Bounced ooto',
    'Submitted Click',
    'Delivered Click',
    'Clicked Click',
    'Submitted complaint',
    'Delivered complaint',
    'Complained complaint',
    'Submitted unsubscribe',
    'Delivered unsubscribe',
    'Unsubscribed unsubscribe',
    'Submitted transactional',
    'Delivered transactional',
    'Submitted else',
    'Delivered else',
  ]);
  const events = await bench.events(ID);
  assert.equal(
    events.flatMap((event) => (event.type === 'Bounced' ? [event.data.bounceType] : [])),
    ['Permanent', 'Transient', 'Transient'],
  );
  const clicked = events.find(({ type }) => type === 'Clicked');
  assert.is(clicked?.type === 'Clicked' && clicked.data.url, 'https://shop.example/?a=1&b=2');
  await bench.fold();
  assert.is(await bench.outbox(ID), null);
});

test('anyone who was suppressed since acceptance is rejected, the others are sent to', async () => {
  const bench = await senderBench();
  await bench.accept(ID, { recipients: [recipient(1, 'Gone@b.example'), recipient(2, 'here@b.example')] });
  const origin = { workspace: WORKSPACE, actor: 'operator', correlation: CORRELATION, causation: null };
  const added = { type: 'SuppressionAdded', data: { address: 'gone@b.example', reason: 'asked' } };
  const stream = suppression.stream(suppressionIdOf(namesOfTests, WORKSPACE, 'gone@b.example'));
  await bench.store.append(stream, 'no-stream', newEvents(bench.ledger, origin, [added]));
  await bench.fold();
  await bench.run(ID);
  assert.equal(await bench.history(ID), [
    'Rejected Gone@b.example',
    'SubmissionAttempted here@b.example',
    'Submitted here@b.example',
  ]);
});

test('issue 50, 7: a campaign mail that waited is not sent to a contact who unsubscribed meanwhile', async () => {
  const bench = await senderBench();
  const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: CORRELATION, causation: null };
  const save = (subscribed: boolean) =>
    saveContact(bench.ledger, origin, { email: 'you@b.example', subscribed });
  const { contactId } = await save(true);
  const campaign = { campaignId: CORRELATION, runId: CORRELATION, contactId };
  await bench.accept(ID, { campaign });
  const other = ID.replace('aaaa', 'bbbb');
  await bench.accept(other, { campaign });
  await bench.run(ID);
  await save(false);
  await bench.run(other);
  assert.equal(await bench.history(ID), ['SubmissionAttempted you@b.example', 'Submitted you@b.example']);
  assert.equal(await bench.history(other), ['Rejected you@b.example']);
  const rejected = (await bench.events(other)).at(-1);
  assert.is(rejected?.type === 'Rejected' && rejected.data.reason, 'unsubscribed');
  const own = ID.replace('aaaa', 'cccc');
  await bench.accept(own, {});
  await bench.run(own);
  assert.is(bench.mailer.sent.length, 2, 'what is no campaign is sent as before');
});

test('deferrals come back later and later with the same message, and end after 72 hours as a transient bounce', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  bench.mailer.answer = () => ({ outcome: 'deferred', fault: 'recipient', diagnostic: '451 4.3.0 later' });
  await bench.run(ID);
  await bench.fold();
  const startMs = bench.clock.nowMs();
  const due = ((await bench.outbox(ID))?.dueAtMs ?? 0) - startMs;
  assert.ok(due >= 48_000 && due <= 72_000, 'a minute, jittered');
  const early = await bench.run(ID);
  assert.equal(early, { retryAfterMs: 30_000, why: 'its next attempt has a later date' });
  assert.is(bench.mailer.sent.length, 1);
  const waitsMs: number[] = [];
  for (let state = await bench.outbox(ID); state !== null; state = await bench.outbox(ID)) {
    waitsMs.push(state.dueAtMs - bench.clock.nowMs());
    await bench.clock.advance(state.dueAtMs - bench.clock.nowMs());
    await bench.run(ID);
    await bench.fold();
  }
  assert.is(
    waitsMs.reduce((sum, ms) => sum + ms, 0),
    72 * 3_600_000,
  );
  const means = [1, 5, 15, 30, 60, 120, 240, ...Array.from({ length: waitsMs.length - 8 }, () => 360)];
  for (const [n, minutes] of means.entries()) {
    const ofMean = (waitsMs[n] ?? 0) / (minutes * 60_000);
    assert.ok(ofMean >= 0.8 && ofMean <= 1.2, `wait ${n}: ${waitsMs[n]}`);
  }
  const events = await bench.events(ID);
  const last = events.at(-1);
  assert.ok(last?.type === 'Bounced' && last.data.bounceType === 'Transient');
  assert.is(new Set(bench.mailer.sent.map(({ raw }) => raw.toString())).size, 1, 'the same bytes each time');
});

test('a delay is reported once an hour at most, and the event says whether it is', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  bench.mailer.answer = () => ({ outcome: 'deferred', fault: 'recipient', diagnostic: '451 4.3.0 later' });
  await bench.run(ID);
  for (let hours = 0; hours < 30; hours++) {
    await bench.clock.advance(1_200_000);
    await bench.run(ID);
  }
  const delays = (await bench.events(ID)).filter((event) => event.type === 'DeliveryDelayed');
  const reportedAtMs = delays.flatMap((event) =>
    event.type === 'DeliveryDelayed' && event.data.reported ? [Date.parse(event.metadata.at)] : [],
  );
  assert.ok(delays.length > reportedAtMs.length && reportedAtMs.length > 1);
  assert.is(reportedAtMs[0], Date.parse(delays[0]?.metadata.at ?? ''), 'the first is');
  for (const [n, atMs] of reportedAtMs.entries()) {
    const next = reportedAtMs[n + 1];
    assert.ok(next === undefined || next - atMs >= 3_600_000);
  }
});

test('of two workers that race for a message one sends', async () => {
  const bench = await senderBench();
  const people = Array.from({ length: 25 }, (_, n) => recipient(n, `p${n}@b.example`));
  await bench.accept(ID, { recipients: people });
  const other = bench.anotherWorker();
  bench.mailer.answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { outcome: 'submitted', response: null };
  };
  for (let round = 0; round < 5; round++) await Promise.all([bench.run(ID), bench.run(ID, other)]);
  assert.is(bench.mailer.sent.length, 25);
  assert.is(new Set(bench.mailer.sent.map((mail) => mail.recipient)).size, 25);
  assert.is((await bench.history(ID)).filter((line) => line.startsWith('Submitted')).length, 25);
});

test('another’s claim is left alone until it is old; the late outcome is then dropped', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  let answer: (outcome: MailOutcome) => void = () => {};
  const begun = new Promise<void>((begin) => {
    bench.mailer.answer = () => {
      begin();
      return new Promise((resolve) => (answer = resolve));
    };
  });
  const paused = bench.run(ID);
  await begun;
  const second = fakeMailer();
  const other = bench.anotherWorker({ mailer: second });
  assert.equal(await bench.run(ID, other), {
    retryAfterMs: 30_000,
    why: 'a sender has it in hand, or ended with it',
  });
  assert.is(second.sent.length, 0);
  await bench.clock.advance(300_000);
  await bench.run(ID, other);
  await bench.run(ID, other);
  assert.is(second.sent.length, 1);
  answer({
    outcome: 'bounced',
    fault: 'recipient',
    bounceType: 'Permanent',
    bounceSubType: 'General',
    diagnostic: '550',
  });
  await paused;
  assert.equal(await bench.history(ID), [
    'SubmissionAttempted you@b.example',
    'DeliveryDelayed you@b.example',
    'SubmissionAttempted you@b.example',
    'Submitted you@b.example',
  ]);
});

/** Sends as a process that is killed before it has the answer, if it sends within one run. */
async function killed(bench: SenderBench, emailId = ID): Promise<void> {
  await bench.clock.advance(5);
  const mailer = fakeMailer();
  const rule = { claimTimeoutMs: 300_000, soleSinceMs: bench.clock.nowMs() };
  const begun = new Promise<void>((begin) => {
    mailer.answer = (mail) => {
      bench.mailer.sent.push(mail);
      begin();
      return new Promise(() => {});
    };
  });
  const worker = bench.anotherWorker({ mailer, rule });
  // The first run finds what the former life left, the second may send.
  for (let run = 0; run < 2; run++) await Promise.race([bench.run(emailId, worker), begun]);
  await bench.fold();
}

test('a sole sender takes up at once what its former life left, after mail that was never tried', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  await killed(bench);
  assert.is((await bench.outbox(ID))?.lane, `${WORKSPACE}/first`);
  await bench.clock.advance(5);
  const mailer = fakeMailer();
  const rule = { claimTimeoutMs: 300_000, soleSinceMs: bench.clock.nowMs() };
  const restarted = bench.anotherWorker({ mailer, rule });
  await bench.run(ID, restarted);
  await bench.fold();
  const due = await bench.outbox(ID);
  assert.equal([due?.lane, due?.dueAtMs], [`${WORKSPACE}/again`, bench.clock.nowMs()]);
  assert.is(mailer.sent.length, 0);
  const put = (await bench.events(ID)).at(-1);
  assert.ok(put?.type === 'DeliveryDelayed');
  assert.equal([put.data.cause, put.data.reported, put.data.attempt], ['unanswered', false, 1]);
  await bench.run(ID, restarted);
  assert.is(mailer.sent.length, 1);
  assert.equal(mailer.sent[0]?.raw, bench.mailer.sent[0]?.raw);
});

test('twelve kills within two minutes repeat a mail twice at most', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  for (let kill = 0; kill < 12; kill++) {
    await killed(bench);
    await bench.clock.advance(10_000);
  }
  assert.is(bench.mailer.sent.length, 3);
  assert.is(new Set(bench.mailer.sent.map(({ raw }) => raw.toString())).size, 1, 'the same Message-ID');
});

test('a mail whose sender is killed each time is tried more and more seldom, and given up after 72 hours', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  const startMs = bench.clock.nowMs();
  const sentAtMs: number[] = [];
  for (let kill = 0; kill < 200 && (kill === 0 || (await bench.outbox(ID)) !== null); kill++) {
    const before = bench.mailer.sent.length;
    await killed(bench);
    if (bench.mailer.sent.length > before) sentAtMs.push(bench.clock.nowMs());
    const dueAtMs = (await bench.outbox(ID))?.dueAtMs ?? 0;
    await bench.clock.advance(Math.max(0, dueAtMs - bench.clock.nowMs()));
  }
  const waitsMs = sentAtMs.slice(1).map((ms, n) => ms - (sentAtMs[n] ?? 0));
  for (const [n, minutes] of [0, 1, 15, 30, 60, 60].entries()) {
    const offMs = Math.abs((waitsMs[n] ?? 0) - minutes * 60_000);
    assert.ok(offMs <= minutes * 12_000 + 100, `wait ${n}: ${waitsMs[n]}`);
  }
  const last = (await bench.events(ID)).at(-1);
  assert.ok(last?.type === 'Bounced' && last.data.bounceType === 'Transient');
  assert.ok(bench.clock.nowMs() - startMs <= 73 * 3_600_000);
});

test('nothing is sent under a claim that grew old while the process stood still', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  const append = bench.store.append;
  bench.store.append = async (...call) => {
    const appended = await append(...call);
    // The process is stopped right after its claim, and goes on four minutes later.
    bench.store.append = append;
    bench.clock.pass(240_000);
    return appended;
  };
  await bench.run(ID);
  const attempts = (await bench.events(ID)).filter(({ type }) => type === 'SubmissionAttempted');
  assert.is(attempts.length, 2, 'it claimed again before it sent');
  assert.is(bench.mailer.sent.length, 1);
});

test('a mail that was put off untried waits for a day that is used up, and is not looked at all the time', async () => {
  const spent = {
    ...countedPace(0),
    take: async () => ({ granted: 0, retryAfterMs: 3_600_000, window: WINDOW }),
  };
  const bench = await senderBench({ pace: spent });
  await bench.accept(ID, {});
  const [accepted] = await bench.events(ID);
  const { deliveryId } = recipient(1, 'you@b.example');
  const about = {
    deliveryId,
    suppressionId: deliveryId,
    recipient: 'you@b.example',
    sandbox: false,
    attempt: 0,
    diagnosticCode: null,
  };
  const nextAttemptAt = instant(bench.clock.nowMs());
  const data = { ...about, nextAttemptAt, reported: false, cause: 'busy' };
  const origin = { workspace: WORKSPACE, actor: 'sender', correlation: CORRELATION, causation: null };
  const delayed = newEvents(bench.ledger, origin, [{ type: 'DeliveryDelayed', data }]);
  await bench.store.append(accepted?.stream ?? '', 0, delayed);
  const item = { partition: 0, lane: `${WORKSPACE}/again`, dueAtMs: 0 };
  const { signal } = new AbortController();
  assert.equal(await bench.worker.run(ID, item, signal, freePermit), {
    retryAfterMs: 30_000,
    why: 'the pace of the workspace allows no more at the moment',
  });
  assert.is(bench.mailer.sent.length, 0);
});

/** A mail that its server takes, at which moment the log goes away; until `back` is called. */
async function takenWithoutLog() {
  const bench = await senderBench();
  await bench.accept(ID, {});
  const { append } = bench.store;
  bench.mailer.answer = () => {
    bench.store.append = () => Promise.reject(new EventStoreUnavailable('gone'));
    return { outcome: 'submitted', response: '250 ok' };
  };
  return { bench, back: () => Object.assign(bench.store, { append }) };
}

test('an outcome that cannot be recorded is tried again by the same run, which needs no other grant', async () => {
  const { bench, back } = await takenWithoutLog();
  const running = bench.run(ID);
  await bench.clock.asleep();
  await bench.clock.advance(60_000);
  back();
  await bench.clock.advance(5_000);
  assert.equal(await bench.history(ID), ['SubmissionAttempted you@b.example', 'Submitted you@b.example']);
  assert.equal(await running, { position: bench.store.log.at(-1)?.position });
});

test('an outcome is recorded after what another appended meanwhile, though that cannot be read at once', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  const { readStream } = bench.store;
  bench.mailer.answer = async () => {
    const [, { stream, revision } = { stream: '', revision: 0 }] = await bench.events(ID);
    const of = {
      deliveryId: recipient(1, '').deliveryId,
      suppressionId: recipient(1, '').suppressionId,
      recipient: 'you@b.example',
      sandbox: false,
    };
    const origin = { workspace: WORKSPACE, actor: 'recipient', correlation: CORRELATION, causation: null };
    const opened = newEvents(bench.ledger, origin, [{ type: 'Opened', data: of }]);
    await bench.store.append(stream, revision, opened);
    bench.store.readStream = async (...call) => {
      bench.store.readStream = readStream;
      await bench.store.readStream(...call);
      throw new EventStoreUnavailable('gone');
    };
    return { outcome: 'submitted', response: '250 ok' };
  };
  const running = bench.run(ID);
  await bench.clock.asleep();
  await bench.clock.advance(1_000);
  await running;
  assert.is((await bench.history(ID)).at(-1), 'Submitted you@b.example');
});

test('an outcome that cannot be recorded when the service stops is remembered, and the mail not sent again', async () => {
  const { bench, back } = await takenWithoutLog();
  const stop = new AbortController();
  const item = { partition: 0, lane: WORKSPACE, dueAtMs: 0 };
  const failing = Promise.resolve(bench.worker.run(ID, item, stop.signal, freePermit)).catch(() => 'failed');
  await bench.clock.asleep();
  stop.abort();
  await bench.clock.advance(5_000);
  assert.is(await failing, 'failed');
  back();
  await bench.run(ID);
  assert.equal(await bench.history(ID), ['SubmissionAttempted you@b.example', 'Submitted you@b.example']);
  assert.is(bench.mailer.sent.length, 1);
});

test('a claim whose answer was lost is known to be unused', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  const append = bench.store.append;
  bench.store.append = async (...call) => {
    await append(...call);
    throw new EventStoreUnavailable('the answer was lost');
  };
  const failing = bench.run(ID).catch(() => 'failed');
  await bench.clock.asleep();
  await bench.clock.advance(10_000);
  assert.is(await failing, 'failed');
  assert.is(bench.mailer.sent.length, 0);
  bench.store.append = append;
  await bench.run(ID);
  assert.is(bench.mailer.sent.length, 1);
});

test('more recipients than the pace allows wait for the next turn', async () => {
  const pace = countedPace(3);
  const bench = await senderBench({ pace });
  const recipients = Array.from({ length: 8 }, (_, n) => recipient(n, `p${n}@example.com`));
  await bench.accept(ID, { recipients });
  await bench.run(ID);
  assert.is((await bench.history(ID)).filter((line) => line.startsWith('Submitted')).length, 4);
  pace.left = 10;
  await bench.run(ID);
  assert.is((await bench.history(ID)).filter((line) => line.startsWith('Submitted')).length, 8);
});

test('many recipients are asked for and served some at once: an append of theirs stays far below its limit', async () => {
  const bench = await senderBench();
  const recipients = Array.from({ length: 450 }, (_, n) => recipient(n, `p${n}@example.com`));
  await bench.accept(ID, { recipients });
  const sizes: number[] = [];
  const append = bench.store.append;
  bench.store.append = (stream, expected, events) => {
    sizes.push(new Set(events.map(({ data }) => (data as { recipient: string }).recipient)).size);
    return append(stream, expected, events);
  };
  await bench.run(ID);
  assert.equal(sizes, [200, 200, 50]);
});

test('one workspace has three quarters of the places at most', async () => {
  const { worker } = await senderBench();
  assert.equal([worker.maxInFlight, worker.maxInFlightPerLane], [128, 96]);
});

test('a message without recipients is no work', async () => {
  const bench = await senderBench();
  await bench.accept(ID, { recipients: [] });
  await bench.fold();
  assert.is(await bench.outbox(ID), null);
});

test.run();
