import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runBounceIntake } from '../../src/intake/bounceIntake.ts';
import type { MailIntake, MailIntakeHandler } from '../../src/ports/mailIntake.ts';
import type { ReadMail } from '../../src/ports/mailReader.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { DOMAIN, type IntakeFixture, intakeFixture, messageIdOf } from './intakeFixture.ts';
import { readerOf, readReport, statusOf } from './reports.ts';

/** What the intake does with mail that has been taken apart, and whose mail it lets in. */
const test = suite('mail that was taken apart');

const RAW = 'Subject: any\r\n\r\n';
const returned = `Message-ID: <${messageIdOf()}>`;

/** Runs with an intake that finds the same in each mail, and has one message out to bob@b.example. */
async function withIntake(
  found: ReadMail | null,
  run: (intake: IntakeFixture) => Promise<void>,
): Promise<void> {
  const intake = await intakeFixture({ reader: readerOf(found) });
  try {
    await intake.handOver(['bob@b.example']);
    await run(intake);
  } finally {
    await intake.close();
  }
}

const typesOf = async (intake: IntakeFixture) => (await intake.learned()).map(({ type }) => type);
const keptBy = async (intake: IntakeFixture) => (await intake.unmatched.list(10)).length;

test('of two unknown recipients neither is taken for the only one of the message', () => {
  const recipients = ['x@c.example', 'y@c.example'].map((address) => statusOf(address, 'failed'));
  return withIntake(readReport({ recipients, returned }), async (intake) => {
    assert.is((await intake.bring(RAW, `bounces@${DOMAIN}`)).code, 250);
    assert.equal(await typesOf(intake), []);
    assert.is(await keptBy(intake), 1);
  });
});

for (const actions of [
  ['failed', 'delivered'],
  ['delivered', 'failed'],
  ['failed', 'delivered', 'delayed'],
])
  test(`a bounce address that forwards to several was reached when one was: ${actions}`, () => {
    const recipients = actions.map((action, at) => statusOf(`x${at}@c.example`, action));
    return withIntake(readReport({ recipients }), async (intake) => {
      assert.is((await intake.bring(RAW)).code, 250);
      assert.equal(await typesOf(intake), ['Delivered']);
    });
  });

test('a bounce address that forwards to several bounced when none was reached', () => {
  const recipients = ['x@c.example', 'y@c.example'].map((address) => statusOf(address, 'failed'));
  return withIntake(readReport({ recipients }), async (intake) => {
    await intake.bring(RAW);
    assert.equal(await typesOf(intake), ['Bounced']);
  });
});

test('a report leads to its delivery by the envelope id alone', async () => {
  const recipients = [statusOf('x@c.example', 'failed')];
  let found = readReport({ recipients });
  const reader = { ...readerOf(null), read: async () => found };
  const intake = await intakeFixture({ reader });
  try {
    await intake.handOver(['bob@b.example']);
    found = readReport({ recipients, envelopeId: intake.address() });
    assert.is((await intake.bring(RAW, `bounces@${DOMAIN}`)).code, 250);
    assert.equal(await typesOf(intake), ['Bounced']);
    assert.is(await keptBy(intake), 0);
  } finally {
    await intake.close();
  }
});

const bounce = readReport({ recipients: [statusOf('bob@b.example', 'failed')] });

test('the letter case of a bounce address says nothing', () =>
  withIntake(bounce, async (intake) => {
    assert.is((await intake.bring(RAW, intake.address().toUpperCase())).code, 250);
    assert.equal(await typesOf(intake), ['Bounced']);
    assert.is(await keptBy(intake), 0);
  }));

for (const configured of [DOMAIN, DOMAIN.toUpperCase(), null])
  test(`the letter case of a domain says nothing: intake for ${configured ?? 'any'}`, () =>
    withIntake(bounce, async (intake) => {
      const { accepts } = await handlerOver(intake, configured);
      const foreign = configured === null ? 'yes' : 'unknown';
      for (const asked of [DOMAIN, DOMAIN.toUpperCase()]) {
        assert.is(accepts(`bounces@${asked}`, '192.0.2.1'), 'yes', asked);
        assert.is(accepts(`bounces@x.${asked}`, '192.0.2.1'), foreign, `x.${asked}`);
      }
    }));

/** What the intake is for a mail server: the one over SMTP lowers the domain before it asks. */
async function handlerOver(intake: IntakeFixture, domain: string | null): Promise<MailIntakeHandler> {
  const { ledger, tokens, unmatched, known } = intake;
  const given = {
    ledger,
    tokens,
    known,
    suppressionOf: async () => null,
    unmatched,
    domain,
    reader: readerOf(null),
    feedbackProof: async () => 'unsigned' as const,
    log: quietLog,
    metrics: noMetrics,
  };
  const stop = new AbortController();
  const handler = await new Promise<MailIntakeHandler>((resolve) => {
    const receive: MailIntake['receive'] = async (handler) => resolve(handler);
    void runBounceIntake({ ...given, intake: { receive } }, stop.signal);
  });
  stop.abort();
  return handler;
}

const UNREAD_A_MINUTE = 6;

test('an address whose mail cannot be read is deferred, except to genuine bounce addresses', () =>
  withIntake(null, async (intake) => {
    const codes: number[] = [];
    for (let n = 0; n < UNREAD_A_MINUTE + 2; n++)
      codes.push((await intake.bring(RAW, `other@${DOMAIN}`)).code);
    assert.equal(codes, [...Array<number>(UNREAD_A_MINUTE).fill(250), 451, 451]);
    assert.is((await intake.bring(RAW)).code, 250);
    assert.is(await keptBy(intake), UNREAD_A_MINUTE + 1);
  }));

test.run();
