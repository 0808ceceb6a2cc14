// timeout: 900 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryReport } from '../../../src/commands/email/deliveryReport.ts';
import { recordDeliveryReport } from '../../../src/commands/email/recordDeliveryReport.ts';
import { decideSuppression } from '../../../src/commands/email/suppress.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import {
  APART_MS,
  type DatedMessage,
  isRefusedTwice,
  NO_EVIDENCE,
  withDated,
} from '../../../src/events/addressEvidence.ts';
import { email } from '../../../src/events/email.ts';
import type { AnyProjection } from '../../../src/follow/fold/projection.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import { addressEvidence } from '../../../src/projections/addressEvidence.ts';
import { dailyAnalytics } from '../../../src/projections/dailyAnalytics.ts';
import { type SuppressionDocument, suppressions } from '../../../src/projections/suppressions.ts';
import { plainEmail, recipient, WORKSPACE } from '../../sender/senderBench.ts';
import { evidenceIn } from '../../support/evidenceIn.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { seededIds } from '../../support/seededIds.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { RUN_ALL, SEED } from '../../support/testRun.ts';

/** What ends a message and what suppresses an address: only evidence. */
const test = suite('evidence');

const BOB = 'bob@b.example';
const DAY_MS = APART_MS;
const MINUTE_MS = 60_000;
const bob = recipient(1, BOB);
const of = { deliveryId: bob.deliveryId, suppressionId: bob.suppressionId, recipient: BOB, sandbox: false };
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const idOf = (message: number) => `44444444-4444-4444-8444-${String(message).padStart(12, '0')}`;

type Report = Pick<DeliveryReport, 'proof' | 'findings'> & {
  readonly message: number;
  readonly atMs: number;
};

const HARD = {
  is: 'bounced',
  bounceType: 'Permanent',
  bounceSubType: 'NoEmail',
  diagnosticCode: '550 5.1.1',
} as const;
/** A bare 550: no proof in any report. */
const BARE = { ...HARD, bounceType: 'Transient', bounceSubType: 'General', hard: true } as const;
const SOFT = { ...HARD, bounceType: 'Transient', bounceSubType: 'MailboxFull' } as const;
const about = (learned: Report['findings'][number]['learned'], address = BOB) => [
  { learned, about: [address] },
];

/** A workspace that sent messages to bob at the same time, all handed over to a relay, and the reports that come. */
async function history(messages: number, knownOf = evidenceIn) {
  const store = memoryEventStore();
  const ledger = { store, clock: manualClock(START_MS), ids: seededIds() };
  const suppressedNow = () => folded(suppressions, store.log) as SuppressionDocument | null;
  const suppressionOf = async () => suppressedNow();
  const dependencies = { ledger, known: knownOf(store), suppressionOf };
  const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: 'c', causation: null };
  for (let message = 0; message < messages; message++)
    await store.append(
      email.stream(idOf(message)),
      'no-stream',
      newEvents(ledger, origin, [
        { type: 'EmailAccepted', data: { ...plainEmail, recipients: [bob] } },
        { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } },
        { type: 'Submitted', data: { ...of, response: null } },
      ]),
    );
  await ledger.clock.advance(40 * DAY_MS);
  return {
    store,
    report: ({ message, proof, findings, atMs }: Report) =>
      recordDeliveryReport(dependencies, {
        ...{ emailId: idOf(message), recipient: { place: 0 }, source: 'dsn', proof, findings },
        reportedAtMs: START_MS + atMs,
        reportId: JSON.stringify([message, proof, findings, atMs]),
      }),
    get types() {
      return store.log.filter(({ metadata }) => metadata.actor === 'intake').map(({ type }) => type);
    },
    get suppressed(): SuppressionDocument | null {
      return suppressedNow();
    },
    async lift() {
      const undo = { do: 'remove', address: BOB } as const;
      await decideSuppression(ledger, { ...origin, actor: 'operator' }, undo);
      await ledger.clock.advance(MINUTE_MS);
    },
  };
}

function folded(
  { types, keys, fold }: AnyProjection,
  log: Parameters<AnyProjection['keys']>[0][],
): object | null {
  return log
    .filter(({ type }) => types.includes(type))
    .flatMap((event) => keys(event).map((key) => ({ event, key })))
    .reduce<object | null>((document, { event, key }) => fold(document, event, key), null);
}

const unsigned = (message: number, atMs: number): Report => ({
  message,
  atMs,
  proof: 'unsigned',
  findings: about(HARD),
});

test('an unsubscription by mail suppresses again after an operator has lifted the first', async () => {
  const run = await history(1);
  const findings = about({ is: 'unsubscribed' });
  const unsubscribe = (atMs: number) => run.report({ message: 0, proof: 'signed', findings, atMs });
  assert.is(await unsubscribe(0), 'recorded');
  await run.lift();
  assert.is(run.suppressed, null);
  assert.is(await unsubscribe(0), 'known', 'the same mail comes again');
  assert.is(await unsubscribe(MINUTE_MS), 'recorded');
  assert.is(run.suppressed?.reason, 'unsubscribe');
  assert.is(await unsubscribe(2 * MINUTE_MS), 'known');
  assert.equal(run.types, ['Unsubscribed', 'Unsubscribed']);
});

test('two unsigned refusals of different messages, a day apart, suppress; in any order', async () => {
  for (const [first, second] of [
    [unsigned(0, 0), unsigned(1, DAY_MS)],
    [unsigned(1, DAY_MS), unsigned(0, 0)],
  ] as const) {
    const one = await history(2);
    await one.report(first);
    assert.is(one.suppressed, null);
    await one.report(second);
    assert.is(one.suppressed?.reason, 'bounce');
  }
});

test('a bare 550 is Transient and hard in any report; a second one for another message a day later suppresses', async () => {
  const bare = (message: number, atMs: number, proof: Report['proof']) =>
    ({ message, atMs, proof, findings: about(BARE) }) as const;
  for (const proof of ['signed', 'hook', 'unsigned'] as const) {
    const one = await history(3);
    await one.report(bare(0, 0, proof));
    await one.report(bare(0, DAY_MS, proof));
    await one.report(bare(1, DAY_MS - 1, proof));
    assert.is(one.suppressed, null, proof);
    await one.report(bare(2, DAY_MS, proof));
    assert.is(one.suppressed?.reason, 'bounce', proof);
    const [first, last] = [one.store.log.find(isBounce), one.store.log.findLast(isBounce)];
    assert.equal(verdictIn(first), ['Transient', 'General', true]);
    assert.equal(verdictIn(last), ['Permanent', 'General', undefined]);
  }
  const between = await history(3);
  await between.report(bare(0, 0, 'signed'));
  await between.report({
    ...{ message: 2, atMs: DAY_MS / 2, proof: 'signed' },
    findings: about({ is: 'delivered', response: null }),
  });
  await between.report(bare(1, DAY_MS, 'signed'));
  assert.is(between.suppressed, null, 'a message was delivered in between');
});

const isBounce = ({ type }: { readonly type: string }) => type === 'Bounced';
const verdictIn = (event: { readonly data: unknown } | undefined) => {
  const { bounceType, bounceSubType, hard } = (event?.data ?? {}) as Record<string, unknown>;
  return [bounceType, bounceSubType, hard];
};

test('and when they come at the same moment, as after a time in which the intake was away', async () => {
  for (const others of [[], [unsigned(2, 2 * DAY_MS), unsigned(3, 3 * DAY_MS)]]) {
    const one = await history(4);
    const reports = [unsigned(0, 0), unsigned(1, DAY_MS), ...others];
    await Promise.all(reports.map(one.report));
    assert.is(one.suppressed?.reason, 'bounce');
    const before = one.types;
    for (const report of reports) assert.is(await one.report(report), 'known');
    assert.equal(one.types, before, 'repetition changes nothing');
  }
  const tooClose = await history(2);
  await Promise.all([unsigned(0, 0), unsigned(1, DAY_MS - 1)].map(tooClose.report));
  assert.is(tooClose.suppressed, null);
});

test('and when the intake ends between recording the second and looking at both', async () => {
  let isAway = true;
  const one = await history(2, (store) => {
    const known = evidenceIn(store);
    const getForFold: typeof known.getForFold = (keys) =>
      isAway ? Promise.reject(new DocumentsUnavailable('away')) : known.getForFold(keys);
    return { ...known, getForFold };
  });
  const reports = [unsigned(0, 0), unsigned(1, DAY_MS)];
  await Promise.allSettled(reports.map(one.report));
  assert.is(one.suppressed, null);
  isAway = false;
  // What was not acknowledged comes again.
  for (const report of reports) assert.is(await one.report(report), 'known');
  assert.is(one.suppressed?.reason, 'bounce');
});

test('they do not when they are about one message, less than a day apart, or about one that arrived in between', async () => {
  const arrived: Report = {
    message: 2,
    atMs: DAY_MS,
    proof: 'signed',
    findings: about({ is: 'delivered', response: null }),
  };
  for (const reports of [
    [unsigned(0, 0), unsigned(0, 2 * DAY_MS)],
    [unsigned(0, 0), unsigned(1, DAY_MS - 1)],
    [unsigned(0, 0), arrived, unsigned(1, 2 * DAY_MS)],
    [arrived, unsigned(1, 2 * DAY_MS), unsigned(0, 0)],
  ]) {
    const one = await history(3);
    for (const report of [...reports, ...reports]) await one.report(report);
    assert.is(one.suppressed, null, JSON.stringify(reports));
  }
});

test('a refused message that its server had accepted was not delivered in between', async () => {
  const accepted = (message: number, atMs: number): Report => ({
    ...{ message, atMs, proof: 'hook', findings: about({ is: 'delivered', response: null }) },
  });
  const one = await history(2);
  for (const report of [unsigned(0, 0), accepted(0, 0), accepted(1, DAY_MS - 9), unsigned(1, DAY_MS)])
    await one.report(report);
  assert.is(one.suppressed?.reason, 'bounce');
});

test('two signed refusals of an address that the recipient forwards to count like unsigned ones', async () => {
  const forwarded = (message: number, atMs: number): Report => ({
    ...{ message, atMs, proof: 'signed', findings: about(HARD, 'dead@c.example') },
  });
  const one = await history(2);
  await one.report(forwarded(0, 0));
  assert.is(one.suppressed, null);
  await one.report(forwarded(1, 2 * DAY_MS));
  assert.is(one.suppressed?.reason, 'bounce');
});

test('the own time of a report lies between the last attempt and its arrival', async () => {
  for (const [earlier, later] of [
    [-30 * DAY_MS, 0],
    [40 * DAY_MS, 80 * DAY_MS],
  ] as const) {
    const one = await history(2);
    await one.report(unsigned(0, earlier));
    await one.report(unsigned(1, later));
    assert.is(one.suppressed, null, `${earlier}`);
  }
});

test('an unsigned complaint, unsubscription or receipt is kept once, and reports nothing', async () => {
  const one = await history(1);
  for (const learned of [
    { is: 'complained' },
    { is: 'unsubscribed' },
    { is: 'delivered', response: null },
  ] as const)
    for (const _ of [1, 2])
      await one.report({ message: 0, atMs: 0, proof: 'unsigned', findings: about(learned) });
  assert.equal(one.types, ['ReportKept', 'ReportKept', 'ReportKept']);
  assert.is(one.suppressed, null);
});

test('reports without proof about one delivery fill the log to a bound', async () => {
  const one = await history(1);
  for (let n = 0; n < 50; n++) await one.report(unsigned(0, n * DAY_MS));
  assert.is(one.types.length, 9);
});

test('a recipient that is Transient and then Permanent counts once in analytics', async () => {
  const one = await history(1);
  await one.report({ message: 0, atMs: 0, proof: 'signed', findings: about(SOFT) });
  await one.report({ message: 0, atMs: 1, proof: 'signed', findings: about(HARD) });
  assert.equal(one.types, ['Bounced', 'Bounced']);
  const intake = one.store.log.filter(({ metadata }) => metadata.actor === 'intake');
  assert.is((folded(dailyAnalytics, intake) as { bounced: number }).bounced, 1);
});

const chance = (seed: number) => {
  const random = seededRandom(seed);
  return (below: number) => Math.floor(random() * below);
};

const MESSAGES = 4;
const LEARNED = [HARD, HARD, BARE, SOFT, { is: 'delivered', response: null }, { is: 'complained' }] as const;

/** A message arrives once: all its receipts have the same time. */
function randomReports(below: (n: number) => number): Report[] {
  const arrivedAtMs = Array.from({ length: MESSAGES }, () => below(9) * (DAY_MS / 2));
  return Array.from({ length: 1 + below(5) }, () => {
    const message = below(MESSAGES);
    const atMs = below(9) * (DAY_MS / 2);
    const learned = LEARNED[below(LEARNED.length)] ?? HARD;
    return {
      message,
      atMs: learned.is === 'delivered' ? (arrivedAtMs[message] ?? atMs) : atMs,
      proof: (['unsigned', 'unsigned', 'unsigned', 'signed', 'hook'] as const)[below(5)] ?? 'hook',
      findings: about(learned, below(4) === 0 ? 'dead@c.example' : BOB),
    };
  });
}

const shuffled = <One>(all: readonly One[], below: (n: number) => number) =>
  all
    .map((one) => [below(1_000_000), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

const isHard = ({ findings: [finding] }: Report) => finding?.learned === HARD || finding?.learned === BARE;
const isProof = (report: Report) =>
  report.proof !== 'unsigned' &&
  ((report.findings[0]?.learned === HARD && report.findings[0].about[0] === BOB) ||
    report.findings[0]?.learned.is === 'complained');

/** What the rule says, written down a second time, over the reports as a set. */
function shouldSuppress(reports: readonly Report[]): boolean {
  if (reports.some(isProof)) return true;
  const refusals = reports.filter(isHard);
  const arrived = reports.filter(
    ({ message, proof, findings: [finding] }) =>
      finding?.learned.is === 'delivered' &&
      proof !== 'unsigned' &&
      refusals.every((one) => one.message !== message),
  );
  return refusals.some((one) =>
    refusals.some(
      (two) =>
        one.message !== two.message &&
        two.atMs - one.atMs >= DAY_MS &&
        arrived.every(({ atMs }) => atMs < one.atMs || atMs > two.atMs),
    ),
  );
}

/** What arrived comes before the refusals here: a suppression is not taken back by a receipt that comes after it. */
const receiptsFirst = (reports: readonly Report[]) =>
  [...reports].sort((one, other) => Number(isReceipt(other)) - Number(isReceipt(one)));
const isReceipt = ({ findings: [finding] }: Report) => finding?.learned.is === 'delivered';

const HISTORIES = RUN_ALL ? 10_000 : 200;

test(`${HISTORIES} histories: suppressed exactly by evidence, in any order and however often it comes`, async () => {
  let suppressed = 0;
  for (let seed = 0; seed < HISTORIES; seed++) {
    const below = chance(SEED * 10_000 + seed);
    const reports = randomReports(below);
    const arrivals = receiptsFirst(shuffled([...reports, ...reports.slice(0, below(3))], below));
    const one = await history(MESSAGES);
    for (const report of arrivals) await one.report(report);
    const expected = shouldSuppress(reports);
    assert.is(one.suppressed !== null, expected, `seed ${seed}: ${JSON.stringify(arrivals)}`);
    suppressed += Number(expected);
  }
  assert.ok(suppressed > HISTORIES / 5 && suppressed < (HISTORIES * 4) / 5, `${suppressed} suppress`);
});

test('what is known of an address is the same in any order of its evidence, and bounded', () => {
  const below = chance(SEED);
  const all: DatedMessage[] = Array.from({ length: 40 }, (_, n) => ({
    emailId: idOf(n),
    atMs: below(9) * DAY_MS,
  }));
  const setOf = (members: readonly DatedMessage[]) => members.reduce<readonly DatedMessage[]>(withDated, []);
  const expected = setOf(all);
  assert.is(expected.length, 16);
  for (let time = 0; time < 20; time++) assert.equal(setOf(shuffled([...all, ...all], below)), expected);
  assert.not(isRefusedTwice(NO_EVIDENCE));
  assert.equal(addressEvidence.keys({ type: 'Delivered', data: { ...of, sandbox: true } } as never), []);
});

test.run();
