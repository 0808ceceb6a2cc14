// test/adapters/smtp/sessionPool.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sessionPool } from "../../../src/adapters/smtp/sessionPool.js";
var test = suite("a pool of sessions");
var WAIT_MS = 6e4;
var turn = () => new Promise((resolve) => setImmediate(resolve));
function poolOf(maxSessions = 2) {
  const openings = [];
  const pool = sessionPool({
    open: () => new Promise((take, fail) => openings.push({ take, fail })),
    maxSessions,
    maxMessagesPerSession: 10,
    idleMs: 1e3,
    waitMs: WAIT_MS
  });
  const waiter = () => {
    const own = { got: "nothing", timeIsOver: () => {
    } };
    const whenOver = (act) => {
      own.timeIsOver = act;
    };
    pool.acquire("w", { whenOver }).then(
      () => Object.assign(own, { got: "a session" }),
      ({ message }) => Object.assign(own, { got: message })
    );
    return own;
  };
  return { pool, openings, waiter };
}
var session = () => ({ isAlive: true, transactions: 0, onEnd() {
}, quit() {
}, destroy() {
} });
function probeOf({ ensure }) {
  const probe = { says: "nothing" };
  ensure().then(
    () => Object.assign(probe, { says: "well" }),
    ({ message }) => Object.assign(probe, { says: message })
  );
  return probe;
}
async function onClock(work) {
  const realNow = performance.now;
  let nowMs = 0;
  performance.now = () => nowMs;
  try {
    await work((ms) => {
      nowMs += ms;
    });
  } finally {
    performance.now = realNow;
  }
}
async function allInUse(maxSessions, sessions = maxSessions) {
  const bench = poolOf(maxSessions);
  const living = Array.from({ length: sessions }, session);
  for (const [n, one] of living.entries()) {
    bench.waiter();
    bench.openings[n]?.take(one);
  }
  await turn();
  return { ...bench, living };
}
var IN_USE = "all connections were in use for too long";
var SILENCE = "no connection came back in time, and none could be opened";
test("a wait that ends while sessions come back is for want of connections, otherwise the server is silent", () => onClock(async (pass) => {
  const { pool, waiter, living } = await allInUse(2);
  pass(1);
  const [next, late] = [waiter(), waiter()];
  pass(WAIT_MS);
  for (const one of living.slice(0, 1)) pool.release(one);
  await turn();
  assert.is(next.got, "a session");
  pass(1);
  const silent = waiter();
  late.timeIsOver();
  silent.timeIsOver();
  await turn();
  assert.equal([late.got, silent.got], [IN_USE, SILENCE]);
}));
test("a session that comes back dead shows nothing", () => onClock(async (pass) => {
  const { pool, waiter, living } = await allInUse(1);
  pass(1);
  const mail = waiter();
  for (const one of living) pool.release({ ...one, isAlive: false });
  mail.timeIsOver();
  await turn();
  assert.is(mail.got, SILENCE);
}));
test("a full pool is well while sessions come back, and silent when none does for as long as mails wait", () => onClock(async (pass) => {
  const { pool, openings, waiter, living } = await allInUse(2);
  waiter();
  pass(WAIT_MS);
  const early = probeOf(pool);
  pass(1);
  const late = probeOf(pool);
  await turn();
  assert.equal([early.says, late.says, openings.length], ["well", SILENCE, 2]);
  for (const one of living) pool.release(one);
  pass(2 * WAIT_MS);
  const idle = probeOf(pool);
  await turn();
  assert.is(idle.says, "well", "one is idle");
}));
test("where all sessions hang and there is room, the probe opens another one", () => onClock(async (pass) => {
  const { pool, openings } = await allInUse(4, 2);
  pass(WAIT_MS + 1);
  const failing = probeOf(pool);
  await turn();
  assert.equal([failing.says, openings.length], ["nothing", 3]);
  openings[2]?.fail(new Error("no answer"));
  await turn();
  assert.is(failing.says, "no answer");
}));
test("a probe takes part in openings that are under way, and waits for the last of them", async () => {
  const { pool, openings, waiter } = poolOf(3);
  for (let n = 0; n < 3; n++) waiter();
  const probe = probeOf(pool);
  assert.is(openings.length, 3, "it opens none above the number that is allowed");
  for (const { fail } of openings.slice(0, 2)) fail(new Error("421 too many connections"));
  await turn();
  assert.is(probe.says, "nothing");
  openings[2]?.take(session());
  await turn();
  assert.is(probe.says, "well");
});
test("a probe whose opening fails waits for those that were begun after it", async () => {
  const { pool, openings, waiter } = poolOf(3);
  const probe = probeOf(pool);
  for (let n = 0; n < 2; n++) waiter();
  assert.is(openings.length, 2);
  openings[0]?.fail(new Error("421 too many connections"));
  await turn();
  assert.is(probe.says, "nothing");
  openings[1]?.take(session());
  await turn();
  assert.is(probe.says, "well");
});
test("an opening that fails while a session comes back says nothing against the server", () => onClock(async (pass) => {
  const { pool, openings, living } = await allInUse(4, 2);
  pass(WAIT_MS + 1);
  const probe = probeOf(pool);
  for (const one of living) pool.release(one);
  openings[2]?.fail(new Error("421 too many connections"));
  await turn();
  assert.is(probe.says, "well");
}));
test("a mail that waits for the session of a probe is told that it could not be opened", async () => {
  const { pool, openings, waiter } = poolOf();
  const probe = pool.ensure().catch(({ message }) => message);
  const mail = waiter();
  assert.is(openings.length, 1, "one opening is enough for both");
  openings[0]?.fail(new Error("no route"));
  assert.is(await probe, "no route");
  await turn();
  assert.is(mail.got, "no route");
});
test("a mail that waits for the session of a probe is given it", async () => {
  const { pool, openings, waiter } = poolOf();
  const probe = pool.ensure();
  const mail = waiter();
  openings[0]?.take(session());
  await probe;
  await turn();
  assert.is(mail.got, "a session");
});
test("a mail that comes at the very moment of an opening has one opened of its own", async () => {
  const { pool, openings, waiter } = poolOf();
  pool.acquire("w", { whenOver() {
  } }).then(waiter);
  openings[0]?.take(session());
  await turn();
  assert.is(openings.length, 2);
});
test("connections that are refused while others are being opened fail no mail: it waits for the others", async () => {
  const { pool, openings, waiter } = poolOf(5);
  const mails = Array.from({ length: 5 }, waiter);
  const got = () => mails.map((mail) => mail.got);
  for (const { fail } of openings.slice(2)) {
    fail(new Error("421 too many connections"));
    await turn();
  }
  assert.equal(got(), Array(5).fill("nothing"));
  const living = [session(), session()];
  living.forEach((one, n) => void openings[n]?.take(one));
  await turn();
  assert.is(got().filter((one) => one === "a session").length, 2);
  waiter();
  assert.is(openings.length, 5, "the server has as many as it accepts");
  for (const _ of [1, 2]) for (const one of living) pool.release(one);
  await turn();
  assert.equal(got(), Array(5).fill("a session"));
});
test("a server that accepts no connection at all is away: all are told, and as many as ever are opened afterwards", async () => {
  const { openings, waiter } = poolOf(5);
  const mails = Array.from({ length: 5 }, waiter);
  for (const { fail } of [...openings]) {
    fail(new Error("no route"));
    await turn();
  }
  assert.equal(
    mails.map(({ got }) => got),
    Array(5).fill("no route")
  );
  for (let n = 0; n < 5; n++) waiter();
  assert.is(openings.length, 10);
});
test.run();
//# sourceMappingURL=sessionPool.test.js.map
