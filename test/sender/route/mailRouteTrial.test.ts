import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MailOutcome, RouteFault } from '../../../src/ports/mailer.ts';
import { mailRoute, type RoutePass } from '../../../src/sender/route/mailRoute.ts';
import { routeDoubts } from '../../../src/sender/route/routeDoubts.ts';
import { manualClock } from '../../support/manualClock.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { type Random, seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('trial of a mail route');

const fault: RouteFault = {
  outcome: 'unsent',
  fault: 'route',
  trouble: 'refused',
  diagnostic: 'out of order',
};
const fine: MailOutcome = { outcome: 'submitted', response: null };
/** So many transactions at most are under way while a route is tried. */
const FIRST_MESSAGES = 3;
/** Longer than any pause between two probes. */
const LONG_MS = 60_000;

interface Model {
  readonly passes: { readonly pass: RoutePass; readonly held: number }[];
  readonly seen: Set<string>;
  deliveries: number;
}

async function randomStep(random: Random, model: Model, bench: ReturnType<typeof open>, where: string) {
  const { route, clock } = bench;
  const { passes } = model;
  const { state } = route.report();
  const held = passes.reduce((sum, one) => sum + one.held, 0);
  const rooms = { open: Number.POSITIVE_INFINITY, closed: 0, trying: Math.max(0, FIRST_MESSAGES - held) };
  assert.is(route.room(), rooms[state], `the room of a route that is ${state} (${where})`);
  model.seen.add(state);
  const draw = random();
  if (draw < 0.4) {
    const wanted = 1 + Math.floor(random() * 5);
    const pass = await route.enter(wanted);
    assert.is(pass.granted, Math.min(wanted, rooms[state]), `what may begin (${where})`);
    passes.push({ pass, held: state === 'trying' ? pass.granted : 0 });
  } else if (draw < 0.5) {
    const one = passes[Math.floor(random() * passes.length)];
    one?.pass.ended(`delivery-${model.deliveries++}`, random() < 0.7 ? fault : fine);
  } else if (draw < 0.85) {
    const [one] = passes.splice(Math.floor(random() * passes.length), 1);
    one?.pass.leave();
    if (random() < 0.3) one?.pass.leave();
  } else {
    await clock.advance(LONG_MS);
  }
}

/** A route that answers all probes, and probes of itself while it is closed. */
function open() {
  const clock = manualClock();
  const route = mailRoute({
    mailer: { route: 'relay', probe: async () => null },
    ...{ clock, ids: seededIds(), log: quietLog, metrics: noMetrics },
  });
  const stop = new AbortController();
  const running = route.run(stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { clock, route, end };
}

for (const run of [1, 2, 3])
  test(`a few transactions at once try a route, however they end (SEED=${SEED}, run ${run})`, async () => {
    const seed = SEED * 10 + run;
    const random = seededRandom(seed);
    const bench = open();
    const { clock, route, end } = bench;
    const model: Model = { passes: [], seen: new Set(), deliveries: 0 };
    for (let step = 0; step < 600; step++)
      await randomStep(random, model, bench, `SEED=${SEED}, run ${run}, step ${step}`);
    assert.equal([...model.seen].sort(), ['closed', 'open', 'trying'], 'the run met every state');
    for (const { pass } of model.passes) pass.leave();
    // Three failures in a row close it, and the next probe that is answered lets it be tried.
    const last = await route.enter(1);
    for (let n = 0; n < FIRST_MESSAGES; n++) last.ended(`last-${n}`, fault);
    last.leave();
    await clock.advance(LONG_MS);
    const { state } = route.report();
    assert.equal([state, route.room()], ['trying', FIRST_MESSAGES], `SEED=${SEED}, run ${run}`);
    await end();
  });

for (const run of [1, 2])
  test(`a failure is a delivery's own if others got through since its last (SEED=${SEED}, run ${run})`, () => {
    const random = seededRandom(SEED * 10 + run);
    const doubts = routeDoubts();
    /** Deliveries that failed, and whether others got through since. */
    const failed = new Map<string, boolean>();
    for (let step = 0; step < 3_000; step++) {
      const id = `delivery-${Math.floor(random() * 20)}`;
      if (random() < 0.2) {
        doubts.gotThrough(id);
        failed.delete(id);
        for (const other of failed.keys()) failed.set(other, true);
        continue;
      }
      const isOwn = failed.get(id) ?? false;
      assert.is(doubts.isItsOwn(id), isOwn, `${id} (SEED=${SEED}, run ${run}, step ${step})`);
      if (isOwn) failed.delete(id);
      else failed.set(id, false);
    }
  });

test('of more than 10,000 doubtful deliveries those that failed last are known', () => {
  const doubts = routeDoubts();
  for (const id of ['a', 'b', 'a']) doubts.isItsOwn(id);
  for (let n = 0; n < 9_998; n++) doubts.isItsOwn(`delivery-${n}`);
  doubts.isItsOwn('c');
  doubts.gotThrough('other');
  assert.equal(['c', 'a', 'b'].map(doubts.isItsOwn), [true, true, false]);
});

test.run();
