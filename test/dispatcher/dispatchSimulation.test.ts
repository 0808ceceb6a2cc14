// timeout: 900 s
import { randomInt } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { told } from '../support/told.ts';
import { simulateDispatch } from './simulation/dispatchSimulation.ts';

const test = suite('the whole dispatch, simulated');

const EVENTS = Number(process.env.SIMULATED_EVENTS ?? 1_000);
const SEED = Number(process.env.SIMULATION_SEED ?? randomInt(2 ** 31));

test('slots, lanes, the short way and pauses keep the same rules', async () => {
  const { breaches, counts } = await simulateDispatch(SEED, EVENTS);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  told(`the dispatch simulated with SIMULATION_SEED=${SEED}: ${figures.join(', ')}`);
  assert.equal(breaches.slice(0, 10), [], `${breaches.length} breaches with SIMULATION_SEED=${SEED}`);
  assert.is((counts.delivered ?? 0) + (counts.dead ?? 0), counts.deliveries);
  for (const what of ['kills', 'steps', 'unseen', 'dead', 'disabled'])
    assert.ok((counts[what] ?? 0) > 0, `nothing of ${what} came about`);
});

test.run();
