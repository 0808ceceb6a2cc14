import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/errors.ts';
import { readerNamed } from '../../../src/api/reading/bodyReaders.ts';
import { bodyReading } from '../../../src/api/reading/bodyReading.ts';
import { readingThread } from '../../../src/api/reading/readingThread.ts';
import { slowBodies } from '../../../src/api/slowBodies.ts';
import { type ByteHold, byteShares } from '../../../src/queues/byteShares.ts';
import { manualClock } from '../../support/manualClock.ts';
import { type Random, seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';
import { wallClock } from '../../support/wallClock.ts';

const test = suite('turns of large bodies');

/** All bodies here are small by nature: beyond this one counts as large, and is read by the thread. */
const SMALL_BYTES = 24;
const WORKSPACES = ['a', 'b', 'c', 'd'];
const BODIES = 14;
const ROUNDS = 8;

// One thread serves the whole file, since each start of one from source takes a second.
const reading = bodyReading({ clock: wallClock }, { smallBytes: SMALL_BYTES });
const budget = byteShares({ maxBytes: 100_000, maxHoldBytes: 1_000, smallBytes: SMALL_BYTES });
const slow = slowBodies(manualClock());
test.after(() => reading.close());

/** A request that brings a body of its own. */
interface Body {
  readonly id: string;
  readonly workspace: string;
  readonly text: string;
  readonly hold: ByteHold;
}

/** How each body ended, in the order of the ends. */
type Ends = { id: string; end: string }[];

const isLarge = ({ text }: Body) => text.length > SMALL_BYTES;
const ACCEPTED = 'accepted';
const INVALID = 'invalid';

/** A body that is good or not, large or not. */
function randomBody(random: Random, id: string): Body {
  const name = id.padEnd(random() < 0.25 ? 8 : 20 + Math.floor(random() * 50), 'x');
  const workspace = WORKSPACES[Math.floor(random() ** 2 * WORKSPACES.length)] ?? '';
  return { id, workspace, text: random() < 0.8 ? `{"name":"${name}"}` : `{"${name}`, hold: budget.hold() };
}

function endOf({ text }: Body): string {
  return text.endsWith('}') ? ACCEPTED : INVALID;
}

/** Sends a body that has arrived whole. */
function send({ id, workspace, text, hold }: Body, ends: Ends): void {
  const request = new IncomingMessage(new Socket());
  request.headers['content-length'] = String(text.length);
  request.push(text);
  request.push(null);
  const how = { name: 'audience', reader: readerNamed('audience') } as const;
  reading.read(request, { ...how, turn: () => null, hold, workspace, maxBytes: 1_000, slow }).then(
    (read) => ends.push({ id, end: 'value' in read ? ACCEPTED : INVALID }),
    (error) => ends.push({ id, end: error instanceof ApiError ? error.failure.code : String(error) }),
  );
}

/** Large bodies in the order of their turns: each workspace has one, then the next. The first begins at once. */
function turnsOf([first, ...others]: readonly Body[], isGone: (body: Body) => boolean): Body[] {
  const turns = first === undefined ? [] : [first];
  let waiting = others.filter((body) => !isGone(body));
  let owners = [...new Set(others.map(({ workspace }) => workspace))];
  while (waiting.length > 0) {
    const [owner] = owners.splice(0, 1);
    const next = waiting.find(({ workspace }) => workspace === owner);
    if (owner === undefined || next === undefined) continue;
    turns.push(next);
    waiting = waiting.filter((body) => body !== next);
    owners = [...owners, owner];
  }
  return turns;
}

/** Lets everything happen that waits for neither a thread nor a clock. */
async function settleAtOnce(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** The thread keeps no process alive, so that a body which never ends must not end the test either. */
async function until(reached: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 4_000; turn++) {
    if (reached()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(what);
}

async function round(random: Random, where: string): Promise<void> {
  const ends: Ends = [];
  const bodies = Array.from({ length: BODIES }, (_, at) => randomBody(random, `b${at}`));
  for (const body of bodies) send(body, ends);
  await settleAtOnce();
  assert.equal(
    ends,
    bodies.filter((body) => !isLarge(body)).map((body) => ({ id: body.id, end: endOf(body) })),
    `small bodies are read at once, ${where}`,
  );
  const [first, ...waiting] = bodies.filter(isLarge);
  const gone = waiting.filter(() => random() < 0.3);
  ends.length = 0;
  for (const { hold } of gone) hold.release();
  await settleAtOnce();
  const refused = gone.map(({ id }) => ({ id, end: 'unavailable' }));
  assert.equal(ends, refused, `who has gone is refused without a turn, ${where}`);
  const large = first === undefined ? [] : [first, ...waiting];
  await until(() => ends.length === large.length, `a body was never read, ${where}`);
  assert.equal(
    ends.slice(gone.length),
    turnsOf(large, (body) => gone.includes(body)).map((body) => ({ id: body.id, end: endOf(body) })),
    `workspaces have turns, ${where}`,
  );
  assert.is(budget.inUse(), bodies.filter((body) => !gone.includes(body)).reduce(bytes, 0), where);
  for (const { hold } of bodies) hold.release();
  assert.is(budget.inUse(), 0, `everything was given back, ${where}`);
}

const bytes = (sum: number, { text }: Body) => sum + text.length;

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`random large bodies are read one at a time, workspaces in turns, seed ${seed}`, async () => {
    const random = seededRandom(seed);
    for (let n = 0; n < ROUNDS; n++) await round(random, `seed ${seed}, round ${n}`);
  });

test('at the end those that wait are refused, and their memory is given back', async () => {
  const ends: Ends = [];
  const text = `{"name":"${'x'.repeat(2 * SMALL_BYTES)}"}`;
  const bodies = WORKSPACES.map((workspace) => ({ id: workspace, workspace, text, hold: budget.hold() }));
  for (const body of bodies) send(body, ends);
  await settleAtOnce();
  await reading.close();
  await until(() => ends.length === bodies.length, 'a body never ended');
  const [first = '', ...others] = WORKSPACES;
  assert.equal(
    ends.filter(({ id }) => id !== first),
    others.map((id) => ({ id, end: 'unavailable' })),
  );
  // It was under way: the thread may have come to its end just before.
  assert.ok([ACCEPTED, 'unavailable'].includes(ends.find(({ id }) => id === first)?.end ?? ''));
  for (const { hold } of bodies) hold.release();
  assert.is(budget.inUse(), 0);
});

test('a body that is being read when the service ends is refused with 503, as one that waits is', async () => {
  const thread = readingThread();
  const read = thread.read({ reader: 'audience', parts: [Buffer.from('{"name":"x"}')] });
  await thread.end();
  const end = await read.then(
    () => ACCEPTED,
    (error) => (error instanceof ApiError ? error.failure.code : String(error)),
  );
  assert.is(end, 'unavailable');
});

test.run();
