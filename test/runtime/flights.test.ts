import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PaceWindow } from '../../src/ports/pace.ts';
import type { WorkDocument } from '../../src/ports/workDocument.ts';
import { backoff } from '../../src/queues/backoff.ts';
import { type FlightsDependencies, openFlights } from '../../src/runtime/flights.ts';
import { inFlight as inFlightOf } from '../../src/runtime/inFlight.ts';
import type { Permit, Worker, WorkResult } from '../../src/runtime/worker.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { positionOf, workTable } from './workTable.ts';

const test = suite('flights');
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const ownerOf = (lane: string) => lane.slice(0, 1);
const LANES = ['a/first', 'a/again', 'b/first', 'b/again', 'c/first'];

type FlightEnd = Parameters<FlightsDependencies['onEnd']>[1];

interface Run {
  readonly permit: Permit;
  readonly finish: (result: WorkResult) => void;
  readonly fail: (fault: Error) => void;
}

/** Flights whose items run until the test ends them. */
function bench(more: Partial<FlightsDependencies> = {}, runNow: (permit: Permit) => void = () => {}) {
  const clock = manualClock();
  const runs = new Map<string, Run>();
  const given = { isAway: false, back: [] as unknown[], faults: 0 };
  const ends: { document: WorkDocument; end: FlightEnd }[] = [];
  const worker: Worker = {
    ...{ name: 'test', collection: workTable().collection, maxInFlight: 128, maxInFlightPerLane: 96 },
    run(key, _document, _signal, permit) {
      runNow(permit);
      return new Promise((finish, fail) => runs.set(key, { permit, finish, fail }));
    },
    async giveBack(lane, window, unused) {
      if (given.isAway) throw new Error('the pace is away');
      given.back.push([lane, window.slot, unused]);
    },
  };
  const inFlight = inFlightOf(async () => positionOf(0), clock);
  const waiting = backoff<null>(clock);
  const count = () => {
    given.faults++;
  };
  const flights = openFlights(worker, {
    ...{ inFlight, waiting, clock, log: quietLog, metrics: { ...noMetrics, count }, ownerOf },
    signal: new AbortController().signal,
    onEnd: (document, end) => ends.push({ document, end }),
    ...more,
  });
  const start = (key: string, lane: string, window: PaceWindow | null = null) =>
    flights.start({ key, position: positionOf(0), document: { partition: 0, lane, dueAtMs: 0 } }, window);
  /** Ends the item's run, and resolves with the end that the loop was notified of. */
  const end = async (key: string, result: WorkResult | Error) => {
    const run = runs.get(key);
    runs.delete(key);
    if (result instanceof Error) run?.fail(result);
    else run?.finish(result);
    await turn();
    return ends.pop();
  };
  return { clock, inFlight, waiting, flights, runs, given, ends, start, end };
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

test('an item that fails is tried ever more seldom, and soon again after it went well', async () => {
  const { start, end } = bench();
  const pauses: unknown[] = [];
  const run = async (result: WorkResult | Error) => {
    start('item', 'a/first');
    pauses.push((await end('item', result))?.end);
  };
  for (let n = 0; n < 8; n++) await run(new Error('broken'));
  await run({ position: positionOf(1) });
  await run(new Error('broken'));
  assert.equal(
    pauses,
    [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, null, 1_000].map((againInMs) => ({
      gaveBack: false,
      againInMs,
    })),
  );
});

test('of more failing items than the bound those that failed longest ago begin again', async () => {
  const { start, end } = bench({ maxFaulty: 2 });
  const pauses: unknown[] = [];
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) {
    start(key, 'a/first');
    pauses.push((await end(key, new Error('broken')))?.end.againInMs);
  }
  assert.equal(pauses, [1_000, 1_000, 1_000, 2_000, 2_000, 1_000]);
});

test('an item whose run throws at once, after it has used its grant, is under way no longer', async () => {
  const broken = new Error('broken');
  const { flights, inFlight, start } = bench({}, (permit) => {
    permit.use();
    throw broken;
  });
  start('item', 'a/first', { slot: 1, day: null });
  await flights.ended();
  assert.equal([inFlight.has('item'), flights.count, flights.countIn('a/first')], [false, 0, 0]);
});

interface Flight {
  readonly lane: string;
  readonly window: PaceWindow | null;
  isUsed: boolean;
}

const drawn = <One>(random: Random, all: readonly One[]) => all[Math.floor(random() * all.length)];

function drawnResult(random: Random): WorkResult | Error {
  const draw = random();
  if (draw < 0.3) return new Error('broken');
  return draw < 0.6 ? { retryAfterMs: Math.floor(random() * 5_000) } : { position: positionOf(1) };
}

/** Ends one flight of the model, and compares everything that follows from its end. */
async function endOne(
  { end, given, inFlight, waiting }: ReturnType<typeof bench>,
  [key, flight]: [string, Flight],
  result: WorkResult | Error,
  faults: Map<string, number>,
  where: string,
): Promise<void> {
  const before = given.back.length;
  const isFault = result instanceof Error;
  const failed = isFault ? (faults.get(key) ?? 0) + 1 : 0;
  if (isFault) faults.set(key, failed);
  else faults.delete(key);
  const pauseMs = isFault ? Math.min(1_000 * 2 ** (failed - 1), 60_000) : null;
  const againInMs = isFault ? pauseMs : 'retryAfterMs' in result ? result.retryAfterMs : null;
  const isFree = flight.window !== null && !flight.isUsed;
  const notified = await end(key, result);
  assert.equal(
    notified?.end,
    { gaveBack: isFree && !given.isAway, againInMs },
    `the end of ${key} (${where})`,
  );
  assert.is(notified?.document.lane, flight.lane, where);
  const back = isFree && !given.isAway ? [[flight.lane, flight.window?.slot, 1]] : [];
  assert.equal(given.back.slice(before), back, `what was given back (${where})`);
  assert.is(inFlight.has(key), againInMs === null, `${key} is held after its outcome (${where})`);
  assert.is(waiting.has(key), againInMs !== null, `${key} waits for its next run (${where})`);
}

async function randomFlights(seed: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const all = bench();
  const { flights, runs, given, start, clock, inFlight, waiting } = all;
  const underWay = new Map<string, Flight>();
  const faults = new Map<string, number>();
  const check = (where: string) => {
    const lanes = [...underWay.values()].map(({ lane }) => lane);
    assert.is(flights.count, underWay.size, where);
    for (const key of underWay.keys()) assert.ok(inFlight.has(key), `${key} (${where})`);
    for (const lane of LANES)
      assert.is(flights.countIn(lane), lanes.filter((one) => one === lane).length, `${lane} (${where})`);
    for (const owner of ['a', 'b', 'c'])
      assert.is(flights.countOf(owner), lanes.filter((one) => ownerOf(one) === owner).length, where);
  };
  for (let step = 0; step < steps; step++) {
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    given.isAway = random() < 0.1;
    const key = `item-${Math.floor(random() * 30)}`;
    const one = drawn(random, [...underWay]);
    if (random() < 0.5) {
      // An item waits out its pause before it is started again, as the worker loop has it.
      clock.pass(60_000);
      waiting.takeDue();
      await inFlight.letGo();
      if (underWay.has(key)) continue;
      const window = random() < 0.7 ? { slot: step, day: null } : null;
      const lane = drawn(random, LANES) ?? 'a/first';
      start(key, lane, window);
      underWay.set(key, { lane, window, isUsed: false });
    } else if (one !== undefined && random() < 0.3) {
      runs.get(one[0])?.permit.use();
      one[1].isUsed = true;
    } else if (one !== undefined) {
      underWay.delete(one[0]);
      await endOne(all, one, drawnResult(random), faults, where);
    }
    check(where);
  }
  for (const one of underWay) {
    underWay.delete(one[0]);
    await endOne(all, one, { position: positionOf(1) }, faults, `SEED=${SEED}, run ${seed}, at the end`);
  }
  check(`SEED=${SEED}, run ${seed}, at the end`);
  await flights.ended();
}

for (const run of [1, 2, 3])
  test(`random items end with all that they had in hand given back (SEED=${SEED}, run ${run})`, () =>
    randomFlights(SEED * 10 + run, 800));

test.run();
