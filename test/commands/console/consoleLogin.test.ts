import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  consoleLoginDecider,
  consoleSession,
  endConsoleSessions,
  LINK_LIFE_MS,
  linkOf,
  logInToConsole,
  logOutOfConsole,
  MAX_LINK_LIFE_MS,
  offerConsoleLogin,
  revokeConsoleLogin,
  SESSION_LIFE_MS,
} from '../../../src/commands/console/consoleLogin.ts';
import type { Ledger } from '../../../src/commands/kernel/ledger.ts';
import { Refusal } from '../../../src/commands/kernel/refusal.ts';
import { given } from '../../support/given.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { seededIds } from '../../support/seededIds.ts';

/** Links to the console, and the sessions that they begin. */
const test = suite('console log-in');

const by = { actor: 'operator', correlation: '', causation: null };
const ann = { name: 'Ann', role: 'support' as const, workspaceId: null };
const ledgerOf = () => ({ store: memoryEventStore(), clock: manualClock(), ids: seededIds('console') });
/** The person of a link that can be used. */
const usable = async (ledger: Ledger, secret: string) => {
  const link = await linkOf(ledger, secret);
  if (link?.standing !== 'not used') return null;
  const { name, role, workspaceId } = link;
  return { name, role, workspaceId };
};
const refusal = (message: string) => (error: Error) =>
  error instanceof Refusal && error.message.includes(message);

test('a link works once, also for two who use it at the same moment', async () => {
  const ledger = ledgerOf();
  const secret = await offerConsoleLogin(ledger, by, ann);
  assert.equal(await usable(ledger, secret), ann);
  const both = await Promise.allSettled([logInToConsole(ledger, secret), logInToConsole(ledger, secret)]);
  assert.is(both.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.is(await usable(ledger, secret), null);
  assert.not.ok(JSON.stringify(ledger.store.log).includes(secret), 'the log does not hold the secret');
  assert.equal(
    ledger.store.log.map(({ type, metadata }) => [type, metadata.person]),
    [
      ['ConsoleLoginOffered', undefined],
      ['ConsoleLoggedIn', 'Ann'],
    ],
  );
});

test('a link lives for ten minutes, a session for twelve hours', async () => {
  const ledger = ledgerOf();
  const late = await offerConsoleLogin(ledger, by, ann);
  await ledger.clock.advance(LINK_LIFE_MS + 1);
  assert.is(await usable(ledger, late), null);
  const { login } = await logInToConsole(ledger, await offerConsoleLogin(ledger, by, ann));
  assert.is((await consoleSession(ledger, login))?.name, 'Ann');
  await ledger.clock.advance(SESSION_LIFE_MS + 1);
  assert.is(await consoleSession(ledger, login), null);
  const offered = {
    type: 'ConsoleLoginOffered',
    data: { ...ann, expiresAt: '2026-01-01T00:00:00.000Z' },
  } as const;
  given(consoleLoginDecider, offered)
    .when({ do: 'logIn', from: null, nowMs: Date.parse('2026-01-01T00:00:00.001Z') })
    .thenRefused('notFound');
});

test('logging out ends one session; ending those of a person, or of everyone, ends links too', async () => {
  const ledger = ledgerOf();
  const session = async (name: string) =>
    logInToConsole(ledger, await offerConsoleLogin(ledger, by, { ...ann, name }));
  const alive = async (...sessions: readonly { login: string }[]) =>
    Promise.all(sessions.map(async ({ login }) => (await consoleSession(ledger, login)) !== null));
  const [one, two, bob] = [await session('Ann'), await session('Ann'), await session('Bob')];
  await logOutOfConsole(ledger, one);
  await logOutOfConsole(ledger, one);
  assert.equal(await alive(one, two, bob), [false, true, true]);
  const unused = await offerConsoleLogin(ledger, by, ann);
  await endConsoleSessions(ledger, by, 'Ann');
  assert.equal(await alive(one, two, bob), [false, false, true]);
  assert.is(await usable(ledger, unused), null);
  const again = await session('Ann');
  assert.equal(await alive(again, bob), [true, true], 'a later one is another one');
  await endConsoleSessions(ledger, by, null);
  assert.equal(await alive(again, bob), [false, false]);
});

test('a name that every object inherits something by is a name like others', async () => {
  const ledger = ledgerOf();
  for (const name of ['constructor', '__proto__', 'toString']) {
    const secret = await offerConsoleLogin(ledger, by, { ...ann, name });
    assert.is((await usable(ledger, secret))?.name, name);
    await endConsoleSessions(ledger, by, name);
    assert.is(await usable(ledger, secret), null, name);
  }
});

test('a name is one line', async () => {
  const ledger = ledgerOf();
  for (const name of ['', 'a\nb', 'x'.repeat(101)])
    await offerConsoleLogin(ledger, by, { ...ann, name }).then(
      () => assert.unreachable(name),
      (error) => assert.ok(refusal('/name')(error)),
    );
});

test('what was never offered opens nothing', async () => {
  const ledger = ledgerOf();
  assert.is(await usable(ledger, 'made-up'), null);
  assert.is(await consoleSession(ledger, 'made-up'), null);
  await logInToConsole(ledger, 'made-up').then(
    () => assert.unreachable(),
    (error) => assert.ok(refusal('once, and only for a short time')(error)),
  );
});

test('issue 50, 6: a link says when and from where it was used, and is revoked with its session', async () => {
  const ledger = ledgerOf();
  const [used, unused] = [
    await offerConsoleLogin(ledger, by, ann),
    await offerConsoleLogin(ledger, by, { ...ann, name: 'Bob' }, 60_000),
  ];
  await ledger.clock.advance(1_000);
  const session = await logInToConsole(ledger, used, '192.0.2.7');
  const at = new Date(ledger.clock.nowMs()).toISOString();
  const link = await linkOf(ledger, used);
  assert.equal([link?.standing, link?.usedAt, link?.usedFrom], ['logged in', at, '192.0.2.7']);
  for (const secret of [used, unused]) {
    const one = await linkOf(ledger, secret);
    if (one === null) return assert.unreachable();
    await revokeConsoleLogin(ledger, by, one);
    await revokeConsoleLogin(ledger, by, one);
    assert.is((await linkOf(ledger, secret))?.standing, 'revoked');
  }
  assert.is(await consoleSession(ledger, session.login), null);
  assert.is(await usable(ledger, unused), null);
  assert.is(ledger.store.log.filter(({ type }) => type === 'ConsoleLoginRevoked').length, 2, 'each once');
});

test('issue 50, 6: a link lives as long as it was made for', async () => {
  const ledger = ledgerOf();
  const short = await offerConsoleLogin(ledger, by, ann, 60_000);
  const long = await offerConsoleLogin(ledger, by, ann, MAX_LINK_LIFE_MS);
  await ledger.clock.advance(60_001);
  assert.equal([await usable(ledger, short), await usable(ledger, long)], [null, ann]);
});

test.run();
