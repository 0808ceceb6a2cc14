import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backoff } from '../../src/queues/backoff.ts';
import { type Flight, type FlightsDependencies, openFlights } from '../../src/work/flights.ts';
import { inFlight as inFlightOf } from '../../src/work/inFlight.ts';
import type { PutOff } from '../../src/work/worker.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { positionOf } from './workTable.ts';

const test = suite('flights');
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const ownerOf = (lane: string) => lane.slice(0, 1);
const LANES = ['a/first', 'a/again', 'b/first', 'b/again', 'c/first'];

type Result = Awaited<ReturnType<Flight['run']>>;

interface Run {
  readonly finish: (result: Result) => void;
  readonly fail: (fault: Error) => void;
}

/** Flights whose items run until the test ends them. */
function bench(more: Partial<FlightsDependencies> = {}) {
  const clock = manualClock();
  const runs = new Map<string, Run>();
  const left: string[] = [];
  let ends = 0;
  const inFlight = inFlightOf(() => positionOf(0));
  const waiting = backoff<PutOff>(clock, 100);
  const flights = openFlights({
    ...{ name: 'test', inFlight, waiting, clock, log: quietLog, metrics: noMetrics, ownerOf },
    onLeft: ({ lane }) => left.push(lane),
    onEnd: () => {
      ends++;
    },
    ...more,
  });
  const run = (key: string) => new Promise<Result>((finish, fail) => runs.set(key, { finish, fail }));
  const start = (key: string, lane: string, partition = 0, now = run) =>
    flights.start({ key, of: { partition, lane }, run: () => now(key) });
  /** Ends the item's run. */
  const end = async (key: string, result: Result | Error) => {
    const ending = runs.get(key);
    runs.delete(key);
    const before = ends;
    if (result instanceof Error) ending?.fail(result);
    else ending?.finish(result);
    await turn();
    assert.is(ends, before + 1, `the loop is notified of the end of ${key}`);
  };
  /** Lets the time pass until the next pause is over; how long that was. */
  const pass = () => {
    const ms = waiting.nextInMs();
    clock.pass(ms);
    for (const { goOn } of waiting.takeDue()) goOn();
    return ms;
  };
  return { clock, inFlight, waiting, flights, left, start, end, pass };
}

test('the end is awaited until the last item has ended', async () => {
  const { flights, start, end } = bench();
  start('one', 'a/first');
  start('two', 'a/first');
  let isEnded = false;
  const ended = flights.ended().then(() => {
    isEnded = true;
  });
  await end('one', { position: positionOf(1) });
  assert.not(isEnded, 'the second item is still under way');
  await end('two', new Error('broken'));
  assert.ok(isEnded);
  await ended;
});

test('the end of a partition is awaited for what is under way of it alone', async () => {
  const { flights, start, end } = bench();
  start('ours', 'a/first', 0);
  start('lost', 'a/first', 1);
  const ended = flights.ended(1);
  await end('lost', 'left');
  await ended;
  assert.is(flights.count, 1);
});

test('an item that fails is tried ever more seldom, and soon again after it went well', async () => {
  const { start, end, pass, inFlight, left } = bench();
  const pauses: number[] = [];
  const fail = async () => {
    start('item', 'a/first');
    await end('item', new Error('broken'));
    assert.ok(inFlight.has('item'), 'until then it is not taken from the index');
    pauses.push(pass());
    assert.not(inFlight.has('item'));
  };
  for (let n = 0; n < 8; n++) await fail();
  start('item', 'a/first');
  await end('item', { position: positionOf(1) });
  await fail();
  assert.equal(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 1_000]);
  assert.is(left.length, 9, 'its lane is read again each time');
});

test('no pause is longer than the loop wants', async () => {
  const { start, end, pass } = bench({ longestFaultRetryMs: 1_500 });
  const pauses: number[] = [];
  for (let n = 0; n < 3; n++) {
    start('item', 'a/first');
    await end('item', new Error('broken'));
    pauses.push(pass());
  }
  assert.equal(pauses, [1_000, 1_500, 1_500]);
});

test('of more than 10,000 failing items those that failed longest ago begin again', async () => {
  const { start, end, pass } = bench();
  const pausesOf = async (...keys: readonly string[]) => {
    const pauses: number[] = [];
    for (const key of keys) {
      start(key, 'a/first');
      await end(key, new Error('broken'));
      pauses.push(pass());
    }
    return pauses;
  };
  await pausesOf('a', ...Array.from({ length: 9_999 }, (_, n) => `other-${n}`));
  assert.equal(await pausesOf('b', 'b', 'other-0', 'a'), [1_000, 2_000, 2_000, 1_000]);
});

test('an item whose run throws at once is under way no longer', async () => {
  const { flights, start } = bench();
  start('item', 'a/first', 0, () => {
    throw new Error('broken');
  });
  await flights.ended();
  assert.equal([flights.count, flights.countIn('a/first')], [0, 0]);
});

test('without room for its pause an item is left at once', async () => {
  const { start, end, left, inFlight } = bench({ waiting: backoff(manualClock(), 0) });
  start('item', 'a/first');
  await end('item', { retryAfterMs: 1_000, why: 'later' });
  assert.equal([left, inFlight.has('item')], [['a/first'], false]);
});

test('one that goes on by itself is held until then, and another start makes its pause void', async () => {
  const { start, end, pass, inFlight, waiting } = bench();
  let gone = 0;
  const again = { afterMs: 60_000, why: 'later', goOn: () => void gone++ };
  start('item', 'a/first');
  await end('item', { position: positionOf(1), again });
  assert.equal([inFlight.has('item'), inFlight.held], [true, 1]);
  assert.equal([pass(), gone], [60_000, 1]);
  start('item', 'a/first');
  await end('item', { position: positionOf(2), again });
  start('item', 'a/first');
  assert.is(waiting.has('item'), false);
});

const drawn = <One>(random: Random, all: readonly One[]) => all[Math.floor(random() * all.length)];

function drawnResult(random: Random): Result | Error {
  const draw = random();
  if (draw < 0.3) return new Error('broken');
  if (draw < 0.4) return 'left';
  return draw < 0.6
    ? { retryAfterMs: Math.floor(random() * 5_000), why: 'later' }
    : { position: positionOf(1) };
}

async function randomFlights(seed: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const { flights, start, end, clock, inFlight, waiting } = bench();
  const underWay = new Map<string, string>();
  const endOne = async (key: string, result: Result | Error, where: string) => {
    underWay.delete(key);
    await end(key, result);
    const waits = result instanceof Error || (result !== 'left' && 'retryAfterMs' in result);
    assert.is(waiting.has(key), waits, `${key} waits for its next run (${where})`);
    assert.is(inFlight.has(key), result !== 'left', `${key} is not taken from the index (${where})`);
  };
  const check = (where: string) => {
    const lanes = [...underWay.values()];
    assert.is(flights.count, underWay.size, where);
    for (const key of underWay.keys()) assert.ok(inFlight.has(key), `${key} (${where})`);
    for (const lane of LANES)
      assert.is(flights.countIn(lane), lanes.filter((one) => one === lane).length, `${lane} (${where})`);
    for (const owner of ['a', 'b', 'c'])
      assert.is(flights.countOf(owner), lanes.filter((one) => ownerOf(one) === owner).length, where);
  };
  for (let step = 0; step < steps; step++) {
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    const key = `item-${Math.floor(random() * 30)}`;
    const one = drawn(random, [...underWay.keys()]);
    if (random() < 0.5) {
      // An item waits out its pause before it is started again, as the loop has it.
      clock.pass(60_000);
      for (const { goOn } of waiting.takeDue()) goOn();
      if (underWay.has(key)) continue;
      const lane = drawn(random, LANES) ?? 'a/first';
      start(key, lane);
      underWay.set(key, lane);
    } else if (one !== undefined) await endOne(one, drawnResult(random), where);
    check(where);
  }
  for (const key of underWay.keys())
    await endOne(key, { position: positionOf(1) }, `SEED=${SEED}, run ${seed}, at the end`);
  check(`SEED=${SEED}, run ${seed}, at the end`);
  await flights.ended();
}

for (const run of [1, 2, 3])
  test(`random items end, and are held or wait for their next run (SEED=${SEED}, run ${run})`, () =>
    randomFlights(SEED * 10 + run, 800));

test.run();
