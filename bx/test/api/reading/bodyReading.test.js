// test/api/reading/bodyReading.test.ts
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ApiError } from "../../../src/api/errors.js";
import { readerNamed } from "../../../src/api/reading/bodyReaders.js";
import { bodyReading } from "../../../src/api/reading/bodyReading.js";
import { readingThread } from "../../../src/api/reading/readingThread.js";
import { slowBodies } from "../../../src/api/slowBodies.js";
import { byteShares } from "../../../src/queues/byteShares.js";
import { manualClock } from "../../support/manualClock.js";
import { seededRandom } from "../../support/seededRandom.js";
import { SEED } from "../../support/testRun.js";
import { wallClock } from "../../support/wallClock.js";
var test = suite("turns of large bodies");
var SMALL_BYTES = 24;
var WORKSPACES = ["a", "b", "c", "d"];
var BODIES = 14;
var ROUNDS = 8;
var reading = bodyReading({ smallBytes: SMALL_BYTES, clock: wallClock });
var budget = byteShares({ maxBytes: 1e5, maxHoldBytes: 1e3, smallBytes: SMALL_BYTES });
var slow = slowBodies(manualClock());
test.after(() => reading.close());
var isLarge = ({ text }) => text.length > SMALL_BYTES;
var ACCEPTED = "accepted";
var INVALID = "invalid";
function randomBody(random, id) {
  const name = id.padEnd(random() < 0.25 ? 8 : 20 + Math.floor(random() * 50), "x");
  const workspace = WORKSPACES[Math.floor(random() ** 2 * WORKSPACES.length)] ?? "";
  return { id, workspace, text: random() < 0.8 ? `{"name":"${name}"}` : `{"${name}`, hold: budget.hold() };
}
function endOf({ text }) {
  return text.endsWith("}") ? ACCEPTED : INVALID;
}
function send({ id, workspace, text, hold }, ends) {
  const request = new IncomingMessage(new Socket());
  request.headers["content-length"] = String(text.length);
  request.push(text);
  request.push(null);
  const how = { name: "audience", reader: readerNamed("audience") };
  reading.read(request, { ...how, turn: () => null, hold, workspace, maxBytes: 1e3, slow }).then(
    (read) => ends.push({ id, end: "value" in read ? ACCEPTED : INVALID }),
    (error) => ends.push({ id, end: error instanceof ApiError ? error.failure.code : String(error) })
  );
}
function turnsOf([first, ...others], isGone) {
  const turns = first === void 0 ? [] : [first];
  let waiting = others.filter((body) => !isGone(body));
  let owners = [...new Set(others.map(({ workspace }) => workspace))];
  while (waiting.length > 0) {
    const [owner] = owners.splice(0, 1);
    const next = waiting.find(({ workspace }) => workspace === owner);
    if (owner === void 0 || next === void 0) continue;
    turns.push(next);
    waiting = waiting.filter((body) => body !== next);
    owners = [...owners, owner];
  }
  return turns;
}
async function settleAtOnce() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => process.nextTick(resolve));
}
async function until(reached, what) {
  for (let turn = 0; turn < 4e3; turn++) {
    if (reached()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(what);
}
async function round(random, where) {
  const ends = [];
  const bodies = Array.from({ length: BODIES }, (_, at) => randomBody(random, `b${at}`));
  for (const body of bodies) send(body, ends);
  await settleAtOnce();
  assert.equal(
    ends,
    bodies.filter((body) => !isLarge(body)).map((body) => ({ id: body.id, end: endOf(body) })),
    `small bodies are read at once, ${where}`
  );
  const [first, ...waiting] = bodies.filter(isLarge);
  const gone = waiting.filter(() => random() < 0.3);
  ends.length = 0;
  for (const { hold } of gone) hold.release();
  await settleAtOnce();
  const refused = gone.map(({ id }) => ({ id, end: "unavailable" }));
  assert.equal(ends, refused, `who has gone is refused without a turn, ${where}`);
  const large = first === void 0 ? [] : [first, ...waiting];
  await until(() => ends.length === large.length, `a body was never read, ${where}`);
  assert.equal(
    ends.slice(gone.length),
    turnsOf(large, (body) => gone.includes(body)).map((body) => ({ id: body.id, end: endOf(body) })),
    `workspaces have turns, ${where}`
  );
  assert.is(budget.inUse(), bodies.filter((body) => !gone.includes(body)).reduce(bytes, 0), where);
  for (const { hold } of bodies) hold.release();
  assert.is(budget.inUse(), 0, `everything was given back, ${where}`);
}
var bytes = (sum, { text }) => sum + text.length;
for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`random large bodies are read one at a time, workspaces in turns, seed ${seed}`, async () => {
    const random = seededRandom(seed);
    for (let n = 0; n < ROUNDS; n++) await round(random, `seed ${seed}, round ${n}`);
  });
test("at the end those that wait are refused, and their memory is given back", async () => {
  const ends = [];
  const text = `{"name":"${"x".repeat(2 * SMALL_BYTES)}"}`;
  const bodies = WORKSPACES.map((workspace) => ({ id: workspace, workspace, text, hold: budget.hold() }));
  for (const body of bodies) send(body, ends);
  await settleAtOnce();
  await reading.close();
  await until(() => ends.length === bodies.length, "a body never ended");
  const [first = "", ...others] = WORKSPACES;
  assert.equal(
    ends.filter(({ id }) => id !== first),
    others.map((id) => ({ id, end: "unavailable" }))
  );
  assert.ok([ACCEPTED, "unavailable"].includes(ends.find(({ id }) => id === first)?.end ?? ""));
  for (const { hold } of bodies) hold.release();
  assert.is(budget.inUse(), 0);
});
test("a body that is being read when the service ends is refused with 503, as one that waits is", async () => {
  const thread = readingThread();
  const read = thread.read({ reader: "audience", parts: [Buffer.from('{"name":"x"}')] });
  await thread.end();
  const end = await read.then(
    () => ACCEPTED,
    (error) => error instanceof ApiError ? error.failure.code : String(error)
  );
  assert.is(end, "unavailable");
});
test.run();
//# sourceMappingURL=bodyReading.test.js.map
