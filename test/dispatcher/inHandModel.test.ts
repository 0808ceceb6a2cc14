import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { inHand } from '../../src/dispatcher/inHand.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('deliveries in hand, random operations');

const DELIVERIES = Array.from({ length: 8 }, (_, n) => `d${n}`);
const STEPS = 3_000;
/** By how much the position of an outcome may be behind the end of the log. */
const MAX_LAG = 3;

const position = (n: number) => positionAt(n);

/** A delivery is in hand in one of three ways. `logEnd`: the end of the log when its outcome was recorded. */
type Way =
  | { readonly is: 'ready' | 'under way' }
  | { readonly is: 'held'; readonly until: number; readonly logEnd: number };

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random operations keep the same deliveries as a plain map (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    const hand = inHand();
    const ways = new Map<string, Way>();
    let logEnd = MAX_LAG;
    let passed = 0;
    const pass = (to: number) => {
      passed = to;
      hand.passed(position(to));
      for (const [id, way] of ways) {
        if (way.is !== 'held') continue;
        // Between its own position and the end of the log of then it may go at any time.
        if (way.logEnd <= to || (way.until <= to && !hand.has(id))) ways.delete(id);
      }
    };
    const operate = (id: string, what: number) => {
      const way = ways.get(id);
      if (what < 0.3) {
        const isFree = way === undefined || way.is === 'held';
        assert.is(hand.take(id), isFree, `take ${id}, which is ${way?.is}`);
        if (isFree) ways.set(id, { is: 'ready' });
      } else if (what < 0.45 && way?.is === 'ready') {
        hand.underWay(id);
        ways.set(id, { is: 'under way' });
      } else if (what < 0.65 && way?.is === 'under way') {
        logEnd++;
        const until = logEnd - draw(MAX_LAG);
        hand.hold(id, position(until));
        if (until <= passed) ways.delete(id);
        else ways.set(id, { is: 'held', until, logEnd });
      } else if (what < 0.75) {
        hand.drop(id);
        if (way?.is === 'ready') ways.delete(id);
      } else if (what < 0.8) {
        hand.release(id);
        if (way?.is === 'held') ways.delete(id);
      } else if (what < 0.85 && way?.is === 'under way') {
        hand.giveUp(id);
        ways.delete(id);
      } else if (what > 0.9) pass(passed + draw(logEnd - passed + 1));
    };
    for (let step = 0; step < STEPS; step++) {
      operate(DELIVERIES[draw(DELIVERIES.length)] ?? 'd0', random());
      for (const id of DELIVERIES) assert.is(hand.has(id), ways.has(id), `${id} at step ${step}`);
      const held = [...ways.values()].filter(({ is }) => is === 'held').length;
      assert.is(hand.held, held, `step ${step}`);
    }
    for (const [id, { is }] of ways) {
      if (is === 'ready') hand.drop(id);
      if (is === 'under way') hand.giveUp(id);
    }
    pass(logEnd);
    assert.is(hand.held, 0);
    assert.equal(DELIVERIES.filter(hand.has), []);
  });

test.run();
