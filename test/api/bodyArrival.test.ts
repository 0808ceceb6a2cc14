import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBody } from '../../src/api/bodies.ts';
import { ApiError } from '../../src/api/errors.ts';
import { slowBodies } from '../../src/api/slowBodies.ts';
import { type ByteHold, byteShares } from '../../src/queues/byteShares.ts';
import { manualClock } from '../support/manualClock.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('arrival of bodies: a naive model');

const OPERATIONS = 600;
const WORKSPACES = ['a', 'b', 'c', 'd', 'e'];
const MOST_OPEN = 10;
/** Bytes of all bodies, and of one; a workspace may have as much as one body. */
const MAX_BYTES = 200;
const MAX_BODY_BYTES = 60;
/** After this time every body in these tests is too slow. */
const TOO_LATE_MS = 30_000;
/** A look finds by then that no body is watched any more. */
const LOOK_EVERY_MS = 5_000;

/** A request, and what the model knows of it. */
interface Arrival {
  readonly id: string;
  readonly workspace: string;
  readonly request: IncomingMessage;
  readonly hold: ByteHold;
  readonly announced: number | null;
  /** What it was sent so far. */
  text: string;
  /** Bytes that it holds. */
  bytes: number;
  isOpen: boolean;
}

function fixture(random: Random) {
  const clock = manualClock();
  const budget = byteShares({ maxBytes: MAX_BYTES, maxHoldBytes: MAX_BODY_BYTES });
  const slow = slowBodies(clock);
  const ends = new Map<string, string>();
  const expected = new Map<string, string>();
  const all = new Set<Arrival>();

  const held = (of: (one: Arrival) => boolean) =>
    [...all].filter(of).reduce((sum, { bytes }) => sum + bytes, 0);
  const fits = ({ workspace }: Arrival, bytes: number) =>
    held(() => true) + bytes <= MAX_BYTES &&
    held((one) => one.workspace === workspace) + bytes <= MAX_BODY_BYTES;
  const end = (one: Arrival, how: string) => {
    if (one.isOpen) expected.set(one.id, how);
    // What is given up makes room at once; what was read is held until it is answered.
    if (one.isOpen && how !== one.text) one.bytes = 0;
    one.isOpen = false;
  };
  /** Sends some bytes; what one end refuses ends the body. */
  const send = (one: Arrival, bytes: number) => {
    const text = one.id.padEnd(bytes, '.').slice(-bytes);
    one.request.push(text);
    if (one.bytes + bytes > MAX_BODY_BYTES) end(one, 'payload_too_large');
    else if (!fits(one, bytes)) end(one, 'unavailable');
    if (!one.isOpen) return;
    one.text += text;
    one.bytes += bytes;
  };
  const finish = (one: Arrival) => {
    one.request.push(null);
    end(one, one.text);
  };
  const begin = (id: string) => {
    const workspace = WORKSPACES[Math.floor(random() * WORKSPACES.length)] ?? '';
    const request = new IncomingMessage(new Socket());
    const announced = random() < 0.5 ? 1 + Math.floor(random() * MAX_BODY_BYTES) : null;
    if (announced !== null) request.headers['content-length'] = String(announced);
    const one: Arrival = {
      ...{ id, workspace, request, announced, hold: budget.hold() },
      ...{ text: '', bytes: 0, isOpen: true },
    };
    all.add(one);
    if (announced !== null && !fits(one, announced)) end(one, 'unavailable');
    readBody(request, { hold: one.hold, workspace, maxBytes: MAX_BODY_BYTES, slow }).then(
      ({ parts }) => ends.set(id, Buffer.concat(parts).toString()),
      (error) => ends.set(id, error instanceof ApiError ? error.failure.code : String(error)),
    );
    // Of a body that was announced everything may be there at once.
    if (announced === null || !one.isOpen || random() < 0.5) return;
    send(one, announced);
    finish(one);
  };
  return { clock, budget, slow, ends, expected, all, held, begin, send, finish, end };
}

type Fixture = ReturnType<typeof fixture>;

async function step(random: Random, given: Fixture, id: string): Promise<void> {
  const { clock, all, begin, send, finish, end } = given;
  const open = [...all].filter(({ isOpen }) => isOpen);
  const one = open[Math.floor(random() * open.length)];
  const choice = random();
  if (choice < 0.35 && open.length < MOST_OPEN) begin(id);
  else if (choice < 0.65 && one !== undefined) {
    const left = one.announced === null ? MAX_BODY_BYTES + 5 : one.announced - one.text.length;
    send(one, Math.max(1, Math.ceil(random() * left * 0.6)));
  } else if (choice < 0.75 && one !== undefined) finish(one);
  else if (choice < 0.82 && one !== undefined) {
    one.request.destroy();
    end(one, 'bad_request');
  } else if (choice < 0.84) {
    await clock.advance(TOO_LATE_MS);
    for (const late of open) end(late, 'request_timeout');
  } else releaseEnded(given, () => random() < 0.5);
}

/** Answers requests whose bodies have ended in one way or the other. */
function releaseEnded({ all }: Fixture, isMeant: (one: Arrival) => boolean): void {
  for (const one of all) {
    if (one.isOpen || !isMeant(one)) continue;
    one.hold.release();
    all.delete(one);
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function simulate(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const given = fixture(random);
  const { clock, budget, ends, expected, all, held } = given;
  for (let n = 0; n < OPERATIONS; n++) {
    await step(random, given, `body ${n} `);
    await settle();
    assert.equal([...ends].sort(), [...expected].sort(), `ends: seed ${seed}, step ${n}`);
    assert.is(
      budget.inUse(),
      held(() => true),
      `bytes held: seed ${seed}, step ${n}`,
    );
  }
  const seen = new Set([...ends.values()].map((end) => (end.startsWith('body') ? 'read' : end)));
  for (const kind of ['payload_too_large', 'unavailable', 'request_timeout', 'bad_request'])
    assert.ok(seen.has(kind), `no body ended as ${kind}, seed ${seed}`);
  for (const one of all) one.request.destroy();
  await settle();
  for (const one of all) one.isOpen = false;
  releaseEnded(given, () => true);
  assert.is(budget.inUse(), 0, `everything was given back, seed ${seed}`);
  await clock.advance(LOOK_EVERY_MS);
  assert.is(clock.sleepers, 0, `no body is watched any more, seed ${seed}`);
}

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`random bodies are read or refused, and hold what has come of them, seed ${seed}`, () =>
    simulate(seed));

test('a body that was read, broke off or was refused is watched no more', async () => {
  const { clock, budget, slow } = fixture(seededRandom(SEED));
  const ways: readonly [name: string, end: (request: IncomingMessage) => unknown][] = [
    ['read', (request) => request.push(null)],
    ['broken off', (request) => request.destroy()],
    ['too large', (request) => request.push('x'.repeat(MAX_BODY_BYTES))],
  ];
  for (const [name, end] of ways) {
    const request = new IncomingMessage(new Socket());
    const hold = budget.hold();
    const reading = readBody(request, { hold, workspace: 'a', maxBytes: MAX_BODY_BYTES, slow });
    request.push('begun');
    await settle();
    assert.is(clock.sleepers, 1, `while it arrives it is watched: ${name}`);
    end(request);
    await reading.catch(() => {});
    await clock.advance(LOOK_EVERY_MS);
    assert.is(clock.sleepers, 0, `it is watched no more: ${name}`);
    hold.release();
  }
  assert.is(budget.inUse(), 0);
});

test.run();
