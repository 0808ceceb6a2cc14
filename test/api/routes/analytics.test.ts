import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordDeliveryReport } from '../../../src/commands/email/recordDeliveryReport.ts';
import { newEvents, type Origin } from '../../../src/commands/kernel/ledger.ts';
import { openWorkspace } from '../../../src/commands/workspace/openWorkspace.ts';
import { SCOPES } from '../../../src/commands/workspace/scopes.ts';
import { email } from '../../../src/events/email.ts';
import { plainEmail, recipient } from '../../sender/senderBench.ts';
import { type ApiFixture, apiFixture, type Json } from '../../support/apiFixture.ts';
import { issuePaths } from '../../support/fieldTable.ts';
import { SEED } from '../../support/testRun.ts';
import { acceptedAs } from '../compat/cases.ts';

const test = suite('analytics');

const FIGURES = [
  'accepted',
  'submitted',
  'delivered',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'credits_used',
];
const DAY_MS = 86_400_000;

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => recipient(n, `r${n}@customer.test`));

let streams = 0;
/** Appends an email event of the given time. `recipients` is for acceptances. */
async function happen(
  api: ApiFixture,
  type: string,
  at: string,
  recipients = 1,
  origin: Origin = api.origin,
) {
  const data =
    type === 'EmailAccepted'
      ? { ...plainEmail, recipients: people(recipients), credits: recipients * 2 }
      : {
          deliveryId: 'd',
          suppressionId: 'd',
          recipient: `r${streams}@customer.test`,
          sandbox: true,
          bounceType: 'Transient',
        };
  const events = newEvents(api.ledger, origin, [{ type, data }], Date.parse(at));
  await api.ledger.store.append(`email-${streams++}`, 'no-stream', events);
}
const ask = (api: ApiFixture, from: string, to: string, key = api.key) =>
  api.call('GET', `/v1/analytics?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`, { key });
const rowsOf = (body: Json) => body.data as unknown as (Record<string, number> & { date: string })[];

test('events count on their own UTC day; empty days have zeros; totals are the sums', async () => {
  const api = await apiFixture();
  await happen(api, 'EmailAccepted', '2025-12-01T00:00:00.000Z', 3);
  await happen(api, 'EmailAccepted', '2025-12-01T23:59:59.999Z', 0);
  await happen(api, 'EmailAccepted', '2025-12-03T12:00:00.000Z', 1);
  for (const type of ['Submitted', 'Delivered', 'Bounced', 'Complained', 'Opened', 'Clicked'])
    for (const at of ['2025-12-01T23:59:59.999Z', '2025-12-02T00:00:00.000Z', '2025-12-04T00:00:00.000Z'])
      await happen(api, type, at);
  for (const type of ['Rejected', 'RenderingFailed', 'Unsubscribed', 'SubmissionAttempted'])
    await happen(api, type, '2025-12-01T10:00:00.000Z');
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, 'other');
  await happen(api, 'EmailAccepted', '2025-12-01T10:00:00.000Z', 9, { ...api.origin, workspace });

  // Whole days, however little of the first and the last the range touches; offsets are read.
  const { status, body } = await ask(api, '2025-12-01T23:00:00Z', '2025-12-03T05:30:00+05:30');
  assert.is(status, 200);
  const one = { submitted: 1, delivered: 1, bounced: 1, complained: 1, opened: 1, clicked: 1 };
  const none = { submitted: 0, delivered: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 };
  const two = { submitted: 2, delivered: 2, bounced: 2, complained: 2, opened: 2, clicked: 2 };
  assert.equal(body as unknown, {
    from: '2025-12-01T23:00:00.000Z',
    to: '2025-12-03T00:00:00.000Z',
    totals: { accepted: 4, ...two, credits_used: 8 },
    data: [
      { date: '2025-12-01', accepted: 3, ...one, credits_used: 6 },
      { date: '2025-12-02', accepted: 0, ...one, credits_used: 0 },
      { date: '2025-12-03', accepted: 1, ...none, credits_used: 2 },
    ],
  });
  const key = await api.keyWith(SCOPES, { workspace });
  const theirs = await ask(api, '2025-12-01T00:00:00Z', '2025-12-01T00:00:00Z', key);
  assert.equal(
    rowsOf(theirs.body).map((row) => row.accepted),
    [9],
  );
  await api.close();
});

test('a recipient that bounces twice, Transient and then Permanent, counts once', async () => {
  const api = await apiFixture();
  const body = { from: 'a@b.co', to: ['x@y.co', 'z@y.co'], subject: 's', text: 't' };
  const emailId = String((await api.call('POST', '/v1/emails', { body, idempotencyKey: 'k' })).body.id);
  const recipients = acceptedAs(api, emailId)?.recipients ?? [];
  const handedOver = recipients.flatMap(({ deliveryId, suppressionId, address: recipient, sandbox }) => {
    const of = { deliveryId, suppressionId, recipient, sandbox };
    return [
      { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } },
      { type: 'Submitted', data: { ...of, response: null } },
    ];
  });
  await api.ledger.store.append(email.stream(emailId), 0, newEvents(api.ledger, api.origin, handedOver));
  const known = api.models.addressEvidence;
  const suppressionOf = async () => null;
  for (const bounceType of ['Transient', 'Permanent'] as const) {
    await api.clock.advance(60_000);
    const refusal = { is: 'bounced', bounceType, bounceSubType: 'General', diagnosticCode: null } as const;
    const outcome = await recordDeliveryReport(
      { ledger: api.ledger, known, suppressionOf },
      {
        ...{ emailId, recipient: { place: 0 }, reportId: bounceType, source: 'ses', proof: 'hook' },
        ...{ reportedAtMs: api.clock.nowMs(), findings: [{ learned: refusal, about: [] }] },
      },
    );
    assert.is(outcome, 'recorded');
  }
  const bounces = api.store.log.filter(({ type }) => type === 'Bounced');
  assert.equal(
    bounces.map(({ data }) => (data as { bounceType: string }).bounceType),
    ['Transient', 'Permanent'],
  );
  const { totals, data } = (await api.call('GET', '/v1/analytics')).body;
  assert.equal([totals?.bounced, rowsOf({ data } as Json).at(-1)?.bounced] as unknown[], [1, 1]);
  await api.close();
});

test('the range defaults to the 30 days before now, or before `to`', async () => {
  const api = await apiFixture();
  for (const [query, from, to] of [
    ['', '2025-12-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['?to=2024-03-01T12:00:00Z', '2024-01-31T12:00:00.000Z', '2024-03-01T12:00:00.000Z'],
    ['?from=2025-12-31T00:00:00Z', '2025-12-31T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['?to=0000-01-02T00:00:00Z', '0000-01-01T00:00:00.000Z', '0000-01-02T00:00:00.000Z'],
  ]) {
    const { body } = await api.call('GET', `/v1/analytics${query}`);
    assert.equal([body.from, body.to] as unknown[], [from, to]);
  }
  assert.is(rowsOf((await api.call('GET', '/v1/analytics')).body).length, 31);
  await api.close();
});

test('at most 366 days, which touch up to 367 days of the calendar', async () => {
  const api = await apiFixture();
  const to = Date.parse('2025-06-30T12:00:00.000Z');
  const rows = async (fromMs: number) => ask(api, new Date(fromMs).toISOString(), new Date(to).toISOString());
  const widest = await rows(to - 366 * DAY_MS);
  assert.is(rowsOf(widest.body).length, 367);
  assert.is(rowsOf((await rows(to)).body).length, 1);
  const wider = await rows(to - 366 * DAY_MS - 1);
  assert.equal([wider.status, issuePaths(wider)], [422, ['/from']]);
  const backwards = await rows(to + 1);
  assert.equal([backwards.status, issuePaths(backwards)], [422, ['/from']]);
  await api.close();
});

test('bad bounds are named', async () => {
  const api = await apiFixture();
  const good = '2026-01-01T00:00:00Z';
  for (const bad of [
    '',
    'today',
    '2026-01-01',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '1767225600',
    '2026-13-01T00:00:00Z',
    '2026-01-01 00:00:00Z',
    '+12026-01-01T00:00:00Z',
  ]) {
    const from = await ask(api, bad, good);
    assert.equal([from.status, issuePaths(from)], [422, ['/from']], bad);
    const to = await ask(api, good, bad);
    assert.equal([to.status, issuePaths(to)], [422, ['/to']], bad);
  }
  assert.equal(issuePaths(await ask(api, 'x', 'y')).sort(), ['/from', '/to']);
  const future = await api.call('GET', '/v1/analytics?from=2027-01-01T00:00:00Z');
  assert.equal([future.status, issuePaths(future)], [422, ['/from']]);
  const other = await api.call('GET', '/v1/analytics?day=1');
  assert.equal([other.status, issuePaths(other)], [422, ['/day']]);
  const twice = await api.call('GET', `/v1/analytics?to=${good}&to=${good}`);
  assert.equal([twice.status, issuePaths(twice)], [422, ['/to']]);
  await api.close();
});

test('a year is one read of the index', async () => {
  const api = await apiFixture();
  let reads = 0;
  const { dailyAnalytics } = api.models;
  const { page } = dailyAnalytics;
  Object.assign(dailyAnalytics, {
    page: (query: Parameters<typeof page>[0]) => {
      reads += 1;
      return page(query);
    },
  });
  await ask(api, '2024-12-31T00:00:00Z', '2026-01-01T00:00:00Z');
  assert.is(reads, 1);
  await api.close();
});

test('for any events, totals are the sums of the rows and of a count of the log', async () => {
  const event = fc.record({
    type: fc.constantFrom('EmailAccepted', 'Submitted', 'Delivered', 'Bounced', 'Opened', 'Clicked'),
    ms: fc.integer({ min: 0, max: 5 * DAY_MS - 1 }),
    recipients: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const api = await apiFixture();
      const start = Date.parse('2025-11-01T00:00:00.000Z');
      for (const { type, ms, recipients } of events)
        await happen(api, type, new Date(start + ms).toISOString(), recipients);
      const { body } = await ask(api, '2025-11-01T00:00:00Z', '2025-11-05T00:00:00Z');
      const totals = body.totals as unknown as Record<string, number>;
      for (const figure of FIGURES)
        assert.is(
          totals[figure],
          rowsOf(body).reduce((sum, row) => sum + (row[figure] ?? 0), 0),
        );
      const accepted = events.filter(({ type }) => type === 'EmailAccepted');
      assert.is(
        totals.accepted,
        accepted.reduce((sum, { recipients }) => sum + recipients, 0),
      );
      assert.is(totals.opened, events.filter(({ type }) => type === 'Opened').length);
      await api.close();
    }),
    { numRuns: 15, seed: SEED + 3 },
  );
});

test.run();
