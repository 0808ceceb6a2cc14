import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sessionPool } from '../../../src/adapters/smtp/sessionPool.ts';
import type { SmtpSession } from '../../../src/adapters/smtp/smtpSession.ts';

const test = suite('a pool of sessions');

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A pool whose openings end when the test says so. */
function poolOf(maxSessions = 2) {
  const openings: { readonly take: (session: SmtpSession) => void; readonly fail: (error: Error) => void }[] =
    [];
  const pool = sessionPool({
    open: () => new Promise((take, fail) => openings.push({ take, fail })),
    maxSessions,
    maxMessagesPerSession: 10,
    idleMs: 1_000,
  });
  /** A mail that waits for a session, without end. */
  const waiter = () => {
    const own = { got: 'nothing' };
    pool.acquire('w', { whenOver() {} }).then(
      () => Object.assign(own, { got: 'a session' }),
      ({ message }: Error) => Object.assign(own, { got: message }),
    );
    return own;
  };
  return { pool, openings, waiter };
}

const session = () =>
  ({ isAlive: true, transactions: 0, onEnd() {}, quit() {}, destroy() {} }) as unknown as SmtpSession;

test('a mail that waits for the session of a probe is told that it could not be opened', async () => {
  const { pool, openings, waiter } = poolOf();
  const probe = pool.ensure().catch(({ message }: Error) => message);
  const mail = waiter();
  assert.is(openings.length, 1, 'one opening is enough for both');
  openings[0]?.fail(new Error('no route'));
  assert.is(await probe, 'no route');
  await turn();
  assert.is(mail.got, 'no route');
});

test('a mail that waits for the session of a probe is given it', async () => {
  const { pool, openings, waiter } = poolOf();
  const probe = pool.ensure();
  const mail = waiter();
  openings[0]?.take(session());
  await probe;
  await turn();
  assert.is(mail.got, 'a session');
});

test('connections that are refused while others are being opened fail no mail: it waits for the others', async () => {
  const { pool, openings, waiter } = poolOf(5);
  const mails = Array.from({ length: 5 }, waiter);
  const got = () => mails.map((mail) => mail.got);
  for (const { fail } of openings.slice(2)) {
    fail(new Error('421 too many connections'));
    await turn();
  }
  assert.equal(got(), Array(5).fill('nothing'));
  const living = [session(), session()];
  living.forEach((one, n) => void openings[n]?.take(one));
  await turn();
  assert.is(got().filter((one) => one === 'a session').length, 2);
  waiter();
  assert.is(openings.length, 5, 'the server has as many as it accepts');
  for (const _ of [1, 2]) for (const one of living) pool.release(one);
  await turn();
  assert.equal(got(), Array(5).fill('a session'));
});

test('a server that accepts no connection at all is away: all are told, and as many as ever are opened afterwards', async () => {
  const { openings, waiter } = poolOf(5);
  const mails = Array.from({ length: 5 }, waiter);
  for (const { fail } of [...openings]) {
    fail(new Error('no route'));
    await turn();
  }
  assert.equal(
    mails.map(({ got }) => got),
    Array(5).fill('no route'),
  );
  for (let n = 0; n < 5; n++) waiter();
  assert.is(openings.length, 10);
});

test.run();
