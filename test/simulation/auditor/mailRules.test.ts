import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { attemptsCounted } from './attemptsCounted.ts';
import { claimsKept } from './claimsKept.ts';
import { delaysReported } from './delaysReported.ts';
import { endsInTime } from './endsInTime.ts';
import { handedOverOnce } from './handedOverOnce.ts';
import { dateAt, type MadeUp, type MadeUpEvent, saidOf } from './madeUp.ts';
import { notTooEarly } from './notTooEarly.ts';
import { provedReports } from './provedReports.ts';
import { suppressedStaySilent } from './suppressedStaySilent.ts';

const test = suite('the rules of the auditor about mail');

const MINUTE_MS = 60_000;
const STREAM = 'email-e';
const OF = { deliveryId: 'd', suppressionId: 'd', recipient: 'reader@mail1.test', sandbox: false };

const accepted = (sandbox = false): MadeUpEvent => ({
  ...{ atMs: 1_000, stream: STREAM, type: 'EmailAccepted' },
  data: {
    recipients: [
      {
        deliveryId: 'd',
        suppressionId: 'd',
        address: sandbox ? 'delivered@example.com' : OF.recipient,
        kind: 'to',
        sandbox,
      },
    ],
    ...{ scheduledFor: null, template: null, credits: 1 },
  },
});
const event = (atMs: number, type: string, data: object = {}): MadeUpEvent => ({
  ...{ atMs, stream: STREAM, type, data: { ...OF, ...data } },
});
const claimed = (atMs: number) => event(atMs, 'SubmissionAttempted', { attempt: 1 });
const suppressed = (atMs: number, type = 'SuppressionAdded'): MadeUpEvent => ({
  ...{ atMs, stream: 'suppression-s', type, data: { address: 'Reader@mail1.test', reason: 'asked' } },
});

type MailLine = NonNullable<NonNullable<MadeUp['lines']>['mail']>[number];
const taken = (atMs: number, over: Partial<MailLine> = {}): MailLine => ({
  ...{
    process: 'process 1',
    deliveryId: 'd',
    suppressionId: 'd',
    recipient: OF.recipient,
    has: true,
    heard: true,
  },
  outcome: { outcome: 'submitted', response: '250' },
  ...{ begunAtMs: atMs - 10, atMs },
  ...over,
});
const refused = (atMs: number) =>
  taken(atMs, {
    has: false,
    outcome: {
      ...{ outcome: 'bounced', fault: 'recipient', bounceType: 'Permanent', bounceSubType: 'NoEmail' },
      diagnostic: '550',
    },
  });

test('a recipient with an end that a server saw is well; without the server it is not', async () => {
  const events = [accepted(), claimed(1_100), event(1_300, 'Submitted', { response: '250' })];
  assert.equal(await saidOf(endsInTime, { events, lines: { mail: [taken(1_200)] } }), []);
  assert.match((await saidOf(endsInTime, { events })).join(), /no server has it/);
  const bounced = [accepted(), claimed(1_100), event(1_300, 'Bounced', { bounceType: 'Permanent' })];
  assert.equal(await saidOf(endsInTime, { events: bounced, lines: { mail: [refused(1_200)] } }), []);
  assert.match((await saidOf(endsInTime, { events: bounced })).join(), /no server refused it/);
});

test('a bounce by DNS needs an answer that says so, and no answer is none', async () => {
  const events = [accepted(), claimed(1_100), event(1_300, 'Bounced', { bounceType: 'Permanent' })];
  type Answer = NonNullable<NonNullable<MadeUp['lines']>['lookups']>[number]['answer'];
  const said = async (mx: Answer, address: Answer) => {
    const of = { process: 'process 1', name: 'mail1.test' };
    const lookups = [
      { ...of, type: 'MX' as const, answer: mx, atMs: 1_150 },
      { ...of, type: 'A' as const, answer: address, atMs: 1_200 },
    ];
    return (await saidOf(endsInTime, { events, lines: { lookups } })).join();
  };
  assert.is(await said('no such name', 'no such name'), '');
  assert.is(await said('none', 'none'), '');
  assert.is(await said('null MX', 'records'), '');
  assert.match(await said('no answer', 'no such name'), /no server refused it/);
  assert.match(await said('no such name', 'no answer'), /no server refused it/);
  assert.match(await said('records', 'no such name'), /no server refused it/);
});

test('an outcome is recorded by the process that claimed last', async () => {
  const said = (by: string, type = 'Submitted', data: object = {}) =>
    saidOf(claimsKept, { events: [accepted(), claimed(1_100), { ...event(1_300, type, data), by }] });
  assert.equal(await said('process 1'), []);
  assert.match((await said('process 2')).join(), /recorded by process 2, and process 1 had claimed it/);
  assert.match(
    (await said('process 2', 'DeliveryDelayed')).join(),
    /DeliveryDelayed .* recorded by process 2/,
  );
  assert.equal(
    await said('process 2', 'DeliveryDelayed', { cause: 'unanswered' }),
    [],
    'the claim was abandoned',
  );
  assert.equal(await said('process 2', 'Bounced', { source: 'dsn' }), [], 'a report came');
});

test('a recipient without an end has a time that has not passed', async () => {
  assert.match((await saidOf(endsInTime, { events: [accepted()] })).join(), /was due 3599 s ago/);
  const delayed = (nextAttemptAt: string) => [
    accepted(),
    claimed(1_100),
    event(1_300, 'DeliveryDelayed', { attempt: 1, nextAttemptAt }),
  ];
  assert.equal(await saidOf(endsInTime, { events: delayed('2026-03-01T07:30:00.000Z') }), []);
  const late = await saidOf(endsInTime, { events: delayed('2026-03-01T06:30:00.000Z') });
  assert.match(late.join(), /was due 1800 s ago/);
});

test('while another recipient of the message is tried, a recipient waits for its turn', async () => {
  const another = {
    deliveryId: 'another',
    suppressionId: 'another',
    address: 'slow@mail7.test',
    kind: 'to',
    sandbox: false,
  };
  const data = {
    recipients: [another, { ...another, deliveryId: 'd', suppressionId: 'd', address: OF.recipient }],
  };
  const both = { ...accepted(), data: { ...data, scheduledFor: null, template: null, credits: 2 } };
  const tried = (atMs: number) =>
    saidOf(endsInTime, {
      events: [both, event(atMs, 'SubmissionAttempted', { deliveryId: 'another', attempt: 1 })],
    });
  assert.equal(await tried(60 * MINUTE_MS - 30_000), []);
  assert.match((await tried(10 * MINUTE_MS)).join(), /was due/);
});

test('a recipient ends once, and no server sees mail of the sandbox', async () => {
  const submitted = (atMs: number) => event(atMs, 'Submitted', { response: '250' });
  const twice = { events: [accepted(), submitted(1_300), submitted(1_400)], lines: { mail: [taken(1_200)] } };
  assert.match((await saidOf(endsInTime, twice)).join(), /ended 2 times/);
  const simulated = [accepted(true), event(1_300, 'Submitted', { sandbox: true })];
  assert.equal(await saidOf(endsInTime, { events: simulated }), []);
  const seen = await saidOf(endsInTime, { events: simulated, lines: { mail: [taken(1_200)] } });
  assert.match(seen.join(), /of the sandbox/);
});

test('a rejection needs a suppression', async () => {
  const rejected = event(1_300, 'Rejected', { reason: 'suppressed' });
  assert.equal(await saidOf(endsInTime, { events: [accepted(), suppressed(1_100), rejected] }), []);
  assert.match((await saidOf(endsInTime, { events: [accepted(), rejected] })).join(), /and was not/);
});

test('a mail may be handed over once more than answers were lost', async () => {
  const mail = [taken(1_200), taken(20 * MINUTE_MS)];
  assert.match((await saidOf(handedOverOnce, { lines: { mail } })).join(), /2 times for 0 lost answers/);
  const unheard = [taken(1_200, { heard: false }), taken(20 * MINUTE_MS)];
  assert.equal(await saidOf(handedOverOnce, { lines: { mail: unheard } }), []);
  const killed = { process: 'process 1', life: 1, what: 'killed', atMs: 1_210 } as const;
  assert.equal(await saidOf(handedOverOnce, { lines: { mail, processes: [killed] } }), []);
});

test('a crash loop hands a mail over three times within ten minutes, and no more', async () => {
  const lost = (count: number) =>
    Array.from({ length: count }, (_, at) => taken((at + 1) * MINUTE_MS, { heard: false }));
  assert.equal(await saidOf(handedOverOnce, { lines: { mail: lost(3) } }), []);
  assert.match((await saidOf(handedOverOnce, { lines: { mail: lost(4) } })).join(), /4 times within ten/);
  const brokenOff = { outcome: 'deferred', fault: 'message', diagnostic: 'lost' } as const;
  const deferred = [3, 4].map((minute) => taken(minute * MINUTE_MS + 1, { outcome: brokenOff }));
  assert.equal(await saidOf(handedOverOnce, { lines: { mail: [...lost(2), ...deferred] } }), []);
});

test('no one is mailed by an attempt that was claimed after their suppression', async () => {
  const mail = [taken(2_100, { begunAtMs: 2_050 })];
  const before = [accepted(), claimed(2_000), suppressed(2_010)];
  assert.equal(await saidOf(suppressedStaySilent, { events: before, lines: { mail } }), []);
  const after = [accepted(), suppressed(1_500), claimed(2_000)];
  assert.match(
    (await saidOf(suppressedStaySilent, { events: after, lines: { mail } })).join(),
    /was suppressed/,
  );
  const lifted = [accepted(), suppressed(1_500), suppressed(1_600, 'SuppressionRemoved'), claimed(2_000)];
  assert.equal(await saidOf(suppressedStaySilent, { events: lifted, lines: { mail } }), []);
});

test('a single unsigned report suppresses no one, however often it comes', async () => {
  const events = [accepted(), event(3_000, 'Complained', { source: 'arf' })];
  const report = (proof: string, what = 'complaint') => ({
    ...{
      what,
      proof,
      messageId: 'e@mail.test',
      recipient: OF.recipient,
      to: '',
      process: null,
      answer: 'taken',
    },
    atMs: 2_900,
  });
  const said = (reports: readonly object[]) =>
    saidOf(provedReports, { events, lines: { reports } as object });
  assert.equal(await said([report('signed')]), []);
  assert.match((await said([report('unsigned'), report('unsigned')])).join(), /none signed/);
  assert.match((await said([])).join(), /0 reports/);
  assert.match((await said([report('signed', 'delay')])).join(), /0 reports/);
});

test('an address is of the sandbox by its domain alone', async () => {
  const address = 'delivered@example.com.mail1.test';
  const recipients = [{ deliveryId: 'd', suppressionId: 'd', address, kind: 'to', sandbox: true }];
  const data = { recipients, scheduledFor: null, template: null, credits: 1 };
  const events = [{ ...accepted(), data }, event(1_300, 'Submitted', { sandbox: true })];
  assert.match(
    (await saidOf(endsInTime, { events })).join(),
    /sandbox in the log, and by its domain otherwise/,
  );
});

test('scheduled mail leaves at its time, and not before', async () => {
  const { data, ...rest } = accepted();
  const events = [{ ...rest, data: { ...data, scheduledFor: dateAt(MINUTE_MS) } }];
  const said = (begunAtMs: number) =>
    saidOf(notTooEarly, { events, lines: { mail: [taken(begunAtMs + 500, { begunAtMs })] } });
  assert.equal(await said(MINUTE_MS), []);
  assert.match((await said(MINUTE_MS - 20_000)).join(), /left 20 s before its time/);
  const atOnce = { events: [accepted()], lines: { mail: [taken(1_200)] } };
  assert.equal(await saidOf(notTooEarly, atOnce), []);
});

test('a deferral is reported unless one was within the hour before', async () => {
  const delayed = (atMs: number, reported: boolean, cause?: string) =>
    event(atMs, 'DeliveryDelayed', { attempt: 1, nextAttemptAt: null, reported, ...(cause && { cause }) });
  const said = (...delays: MadeUpEvent[]) => saidOf(delaysReported, { events: [accepted(), ...delays] });
  assert.equal(await said(delayed(2_000, true), delayed(9_000, false)), []);
  assert.equal(await said(delayed(2_000, false, 'unanswered'), delayed(9_000, true)), []);
  assert.match((await said(delayed(2_000, false))).join(), /was not reported/);
  const hidden = await said(delayed(2_000, false, 'unanswered'), delayed(9_000, false));
  assert.match(hidden.join(), /was not reported/);
  const newcomer = (atMs: number) => said(claimed(1_100), delayed(atMs, false, 'greylisted'));
  assert.equal(await newcomer(2_000), [], 'it is greylisted, which is said after an hour');
  assert.match((await newcomer(130 * MINUTE_MS)).join(), /was not reported/);
  const hourLater = await said(delayed(2_000, true), delayed(61 * MINUTE_MS, false));
  assert.match(hourLater.join(), /was not reported/);
  const rests = (atMs: number) =>
    saidOf(delaysReported, {
      events: [accepted(), claimed(1_100), delayed(atMs, false)],
      plan: { route: 'mx' },
    });
  assert.equal(await rests(2_000), [], 'its destination rests, which is said after an hour');
  assert.match((await rests(130 * MINUTE_MS)).join(), /was not reported/);
});

test('a claim under which nothing was sent is not counted', async () => {
  const said = (...events: MadeUpEvent[]) => saidOf(attemptsCounted, { events: [accepted(), ...events] });
  const claim = (atMs: number, attempt: number) => event(atMs, 'SubmissionAttempted', { attempt });
  assert.equal(await said(claim(1_100, 1), claim(9_000, 1)), []);
  assert.match((await said(claim(1_100, 1), claim(9_000, 2))).join(), /attempt 2 directly after 1/);
  const deferred = event(2_000, 'DeliveryDelayed', { attempt: 1, nextAttemptAt: null });
  assert.equal(await said(claim(1_100, 1), deferred, claim(9_000, 2)), []);
});

test.run();
