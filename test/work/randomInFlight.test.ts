import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inFlight } from '../../src/work/inFlight.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { positionOf } from './workTable.ts';

const test = suite('items in flight, random operations');
/** By how much the position of an outcome may be behind the end of the log. */
const MAX_LAG = 3;
const STEPS = 3_000;

/** `logEnd`: the end of the log when the outcome was recorded. */
type Way = 'flying' | { readonly until: number; readonly logEnd: number };

function randomItems(seed: number, keys: number): void {
  const random = seededRandom(seed);
  const draw = (below: number) => Math.floor(random() * below);
  const ways = new Map<string, Way>();
  let [logEnd, reached, passed] = [MAX_LAG, 0, 0];
  const items = inFlight(() => positionOf(reached));
  const heldCount = () => [...ways.values()].filter((way) => way !== 'flying').length;
  const release = () => {
    items.releasePassed();
    passed = reached;
    for (const [key, way] of ways) {
      if (way === 'flying') continue;
      // Between its own position and the end of the log of then it may go at any time.
      const isGone = way.until <= passed && !items.has(key);
      if (way.logEnd <= passed || isGone) ways.delete(key);
    }
  };
  const operate = (key: string, what: number, where: string) => {
    const way = ways.get(key);
    if (what < 0.3) {
      assert.is(items.begin(key), way !== 'flying', `begin ${key} (${where})`);
      ways.set(key, 'flying');
    } else if (what < 0.5 && way === 'flying') {
      logEnd++;
      const until = logEnd - draw(MAX_LAG);
      items.hold(key, positionOf(until));
      if (until <= passed) ways.delete(key);
      else ways.set(key, { until, logEnd });
    } else if (what < 0.6 && way === 'flying') {
      items.end(key);
      ways.delete(key);
    } else if (what < 0.8) assert.is(items.has(key), ways.has(key), `${key} (${where})`);
    else if (what < 0.92) reached += draw(logEnd - reached + 1);
    else release();
  };
  for (let step = 0; step < STEPS; step++) {
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    operate(`item-${draw(keys)}`, random(), where);
    assert.is(items.held, heldCount(), where);
  }
  for (const [key, way] of ways) if (way === 'flying') items.end(key);
  reached = logEnd;
  items.releasePassed();
  for (let key = 0; key < keys; key++) assert.not(items.has(`item-${key}`), `item-${key} (run ${seed})`);
  assert.is(items.held, 0);
}

for (const run of [1, 2, 3])
  test(`they are known as in a plain map (SEED=${SEED}, run ${run})`, () =>
    randomItems(SEED * 10 + run, 8 * run));

test('an item whose outcome comes out of the order of the log is never released too early', () => {
  const random = seededRandom(SEED);
  const held = new Map<string, number>();
  let reached = 0;
  const items = inFlight(() => positionOf(reached));
  for (let step = 0; step < 1_000; step++) {
    const key = `item-${Math.floor(random() * 50)}`;
    const position = reached + 1 + Math.floor(random() * 40);
    items.hold(key, positionOf(position));
    held.set(key, position);
    reached += Math.floor(random() * 3);
    items.releasePassed();
    for (const [one, until] of held)
      if (until > reached) assert.ok(items.has(one), `${one} was released (SEED=${SEED}, step ${step})`);
  }
  reached = Math.max(...held.values());
  items.releasePassed();
  assert.is(items.held, 0, `nothing stays once the index has passed everything (SEED=${SEED})`);
});

test.run();
