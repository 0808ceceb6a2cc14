// test/commands/console/consoleLogin.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  consoleLoginDecider,
  consoleSession,
  endConsoleSessions,
  LINK_LIFE_MS,
  logInToConsole,
  logOutOfConsole,
  offerConsoleLogin,
  offeredTo,
  SESSION_LIFE_MS
} from "../../../src/commands/console/consoleLogin.js";
import { Refusal } from "../../../src/commands/kernel/refusal.js";
import { given } from "../../support/given.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("console log-in");
var by = { actor: "operator", correlation: "", causation: null };
var ann = { name: "Ann", role: "support", workspaceId: null };
var ledgerOf = () => ({ store: memoryEventStore(), clock: manualClock(), ids: seededIds("console") });
var refusal = (message) => (error) => error instanceof Refusal && error.message.includes(message);
test("a link works once, also for two who use it at the same moment", async () => {
  const ledger = ledgerOf();
  const secret = await offerConsoleLogin(ledger, by, ann);
  assert.equal(await offeredTo(ledger, secret), ann);
  const both = await Promise.allSettled([logInToConsole(ledger, secret), logInToConsole(ledger, secret)]);
  assert.is(both.filter(({ status }) => status === "fulfilled").length, 1);
  assert.is(await offeredTo(ledger, secret), null);
  assert.not.ok(JSON.stringify(ledger.store.log).includes(secret), "the log does not hold the secret");
  assert.equal(
    ledger.store.log.map(({ type, metadata }) => [type, metadata.person]),
    [
      ["ConsoleLoginOffered", void 0],
      ["ConsoleLoggedIn", "Ann"]
    ]
  );
});
test("a link lives for ten minutes, a session for twelve hours", async () => {
  const ledger = ledgerOf();
  const late = await offerConsoleLogin(ledger, by, ann);
  await ledger.clock.advance(LINK_LIFE_MS + 1);
  assert.is(await offeredTo(ledger, late), null);
  const { login } = await logInToConsole(ledger, await offerConsoleLogin(ledger, by, ann));
  assert.equal(await consoleSession(ledger, login), { ...ann, login });
  await ledger.clock.advance(SESSION_LIFE_MS + 1);
  assert.is(await consoleSession(ledger, login), null);
  const offered = {
    type: "ConsoleLoginOffered",
    data: { ...ann, expiresAt: "2026-01-01T00:00:00.000Z" }
  };
  given(consoleLoginDecider, offered).when({ do: "logIn", nowMs: Date.parse("2026-01-01T00:00:00.001Z") }).thenRefused("notFound");
});
test("logging out ends one session; ending those of a person, or of everyone, ends links too", async () => {
  const ledger = ledgerOf();
  const session = async (name) => logInToConsole(ledger, await offerConsoleLogin(ledger, by, { ...ann, name }));
  const alive = async (...sessions) => Promise.all(sessions.map(async ({ login }) => await consoleSession(ledger, login) !== null));
  const [one, two, bob] = [await session("Ann"), await session("Ann"), await session("Bob")];
  await logOutOfConsole(ledger, one);
  await logOutOfConsole(ledger, one);
  assert.equal(await alive(one, two, bob), [false, true, true]);
  const unused = await offerConsoleLogin(ledger, by, ann);
  await endConsoleSessions(ledger, by, "Ann");
  assert.equal(await alive(one, two, bob), [false, false, true]);
  assert.is(await offeredTo(ledger, unused), null);
  const again = await session("Ann");
  assert.equal(await alive(again, bob), [true, true], "a later one is another one");
  await endConsoleSessions(ledger, by, null);
  assert.equal(await alive(again, bob), [false, false]);
});
test("a name that every object inherits something by is a name like others", async () => {
  const ledger = ledgerOf();
  for (const name of ["constructor", "__proto__", "toString"]) {
    const secret = await offerConsoleLogin(ledger, by, { ...ann, name });
    assert.is((await offeredTo(ledger, secret))?.name, name);
    await endConsoleSessions(ledger, by, name);
    assert.is(await offeredTo(ledger, secret), null, name);
  }
});
test("a name is one line", async () => {
  const ledger = ledgerOf();
  for (const name of ["", "a\nb", "x".repeat(101)])
    await offerConsoleLogin(ledger, by, { ...ann, name }).then(
      () => assert.unreachable(name),
      (error) => assert.ok(refusal("/name")(error))
    );
});
test("what was never offered opens nothing", async () => {
  const ledger = ledgerOf();
  assert.is(await offeredTo(ledger, "made-up"), null);
  assert.is(await consoleSession(ledger, "made-up"), null);
  await logInToConsole(ledger, "made-up").then(
    () => assert.unreachable(),
    (error) => assert.ok(refusal("once, within ten minutes")(error))
  );
});
test.run();
//# sourceMappingURL=consoleLogin.test.js.map
