import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../src/api/errors.ts';
import {
  SubmissionRefused,
  type SubmissionSession,
  type SubmittedMail,
} from '../../src/ports/mailSubmission.ts';
import { type MailSubmissionDependencies, submissionHandler } from '../../src/submission/submission.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';

const test = suite('what the submission listener asks');

const CALLER = { workspace: 'w', keyId: 'k', scopes: ['email:send'], suspendedFor: null };
const MAIL: SubmittedMail = { recipients: ['ann@customer.test'], raw: Buffer.from('') };

function handlerWith(more: Partial<Omit<MailSubmissionDependencies, 'accepting'>> = {}) {
  const clock = manualClock();
  const sleptMs: number[] = [];
  const sleep = async (ms: number) => void sleptMs.push(ms);
  const errors: string[] = [];
  const handler = submissionHandler({
    auth: { callerOf: async (header: string) => (header === 'Bearer right' ? CALLER : refuse()) } as never,
    reader: { read: async () => null },
    startUp: { takesSends: true },
    metrics: noMetrics,
    log: { ...quietLog, error: (_details, text) => void errors.push(text) },
    maxMailBytes: 1_000,
    maxMailsBytes: 1_000,
    ...more,
    accepting: { ledger: { clock: { ...clock, sleep } } } as never,
  });
  return { clock, sleptMs, errors, handler };
}

function refuse(): never {
  throw new ApiError('unauthorized');
}

const refusalOf = async (answer: Promise<unknown>) => {
  const error = await rejection(answer);
  assert.instance(error, SubmissionRefused);
  const { code, message } = error as SubmissionRefused;
  return `${code} ${message}`;
};

const checked = async ({ handler }: ReturnType<typeof handlerWith>): Promise<SubmissionSession> => {
  const session = await handler.authenticate('right', '192.0.2.1');
  await session.check();
  return session;
};

test('wrong keys are answered later each time, by the network that they come from, up to five seconds', async () => {
  const { clock, sleptMs, handler } = handlerWith();
  const wrongFrom = async (address: string) => {
    assert.match(await refusalOf(handler.authenticate('wrong', address)), /^535 5\.7\.8 /);
    return sleptMs.splice(0);
  };
  for (const ms of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    assert.equal(await wrongFrom('192.0.2.1'), [ms]);
  assert.equal(await wrongFrom('192.0.2.2'), [100], 'another address has not tried yet');
  assert.equal(await wrongFrom('2001:db8::1'), [100]);
  assert.equal(await wrongFrom('2001:db8::2'), [200], 'of IPv6 the network counts');
  await handler.authenticate('right', '192.0.2.1');
  assert.equal(sleptMs, [], 'the right key is answered at once');
  clock.pass(60_000);
  assert.equal(await wrongFrom('192.0.2.1'), [100]);
});

test('where the background lags, a mail waits before it is sent', async () => {
  const lagging = handlerWith({ backgroundLagMs: () => 70_000 });
  await checked(lagging);
  assert.equal(lagging.sleptMs, [200]);
  const quick = handlerWith({ backgroundLagMs: () => 60_000 });
  await checked(quick);
  assert.equal(quick.sleptMs, []);
});

test('a mail that was not read in time may come again; one that ends its reader may not', async () => {
  const answers = [
    ['late', /^451 4\.3\.0 .*come back later/],
    ['ended', /^550 5\.6\.0 /],
    [null, /^550 5\.6\.0 /],
  ] as const;
  for (const [read, answer] of answers) {
    const one = handlerWith({ reader: { read: async () => read } });
    const session = await checked(one);
    assert.match(await refusalOf(session.submit(MAIL)), answer);
    assert.equal(one.errors, [], 'the client has its answer');
  }
});

test('a key that is revoked while the mail comes, or whose workspace is suspended, is refused with it', async () => {
  const callers: (typeof CALLER | null)[] = [];
  let reads = 0;
  const auth = { callerOf: async () => callers.shift() ?? refuse() } as never;
  const read = async () => {
    reads += 1;
    return null;
  };
  const one = handlerWith({ auth, reader: { read } });
  callers.push(CALLER, CALLER);
  assert.match(await refusalOf((await checked(one)).submit(MAIL)), /^535 5\.7\.8 /);
  callers.push(CALLER, CALLER, { ...CALLER, suspendedFor: 'spam' } as never);
  assert.match(await refusalOf((await checked(one)).submit(MAIL)), /^550 5\.7\.1 .*spam/);
  assert.is(reads, 0, 'nor is the mail read');
  assert.equal(one.errors, []);
});

test('only the log has the details of a failure that is not the client’s', async () => {
  const one = handlerWith({ reader: { read: () => Promise.reject(new Error('the secret')) } });
  const session = await checked(one);
  assert.is(await refusalOf(session.submit(MAIL)), '451 4.3.0 Something went wrong on our side.');
  assert.is(one.errors.length, 1);
});

test('names of fields that a client makes up make no second line, and no line that is too long', async () => {
  const issues = [{ path: `/headers/X-\r\n250 ü${'x'.repeat(600)}`, message: 'is no header' }];
  const one = handlerWith({ reader: { read: async () => ({ issues }) } });
  const session = await checked(one);
  const answer = await refusalOf(session.submit(MAIL));
  assert.match(answer, /^550 5\.6\.0 [ -~]{400,}$/);
  assert.ok(answer.length <= 510, `${answer.length} characters`);
});

test.run();
