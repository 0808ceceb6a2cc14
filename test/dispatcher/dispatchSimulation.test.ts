// timeout: 900 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { told } from '../support/told.ts';
import { simulateDispatch } from './simulation/dispatchSimulation.ts';

const test = suite('the whole dispatch, simulated');

const SIZE = RUN_ALL ? { events: 1_000, days: 3 } : { events: 60, days: 0.25 };
/** What must come about, or the simulation says little; what is rare does so in a long one only. */
const EXPECTED = RUN_ALL ? ['kills', 'steps', 'unseen', 'dead', 'disabled'] : ['kills', 'steps', 'dead'];

test(`slots, lanes, the short way and pauses keep the same rules (seed ${SEED})`, async () => {
  const { breaches, counts } = await simulateDispatch(SEED, SIZE);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  told(`the dispatch simulated with seed ${SEED}: ${figures.join(', ')}`);
  assert.equal(breaches.slice(0, 10), [], `${breaches.length} breaches with seed ${SEED}`);
  assert.is((counts.delivered ?? 0) + (counts.dead ?? 0), counts.deliveries);
  for (const what of EXPECTED) assert.ok((counts[what] ?? 0) > 0, `nothing of ${what} came about`);
});

test.run();
