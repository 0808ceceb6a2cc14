// timeout: 900 s
import { randomInt } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { told } from '../support/told.ts';
import { simulate } from './simulation/simulation.ts';

const test = suite('webhook deliveries, simulated');

const DELIVERIES = Number(process.env.SIMULATED_DELIVERIES ?? 100_000);
const SEED = Number(process.env.SIMULATION_SEED ?? randomInt(2 ** 31));

test('every attempt is on schedule, dead is after exactly seven, and none is lost', async () => {
  const { breaches, counts } = await simulate(SEED, DELIVERIES);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  told(`${DELIVERIES} deliveries simulated with SIMULATION_SEED=${SEED}: ${figures.join(', ')}`);
  assert.equal(breaches.slice(0, 10), [], `${breaches.length} breaches with SIMULATION_SEED=${SEED}`);
  assert.is((counts.delivered ?? 0) + (counts.dead ?? 0), DELIVERIES);
  for (const what of ['kills', 'steps', 'withheld', 'twice', 'dead', 'disabled'])
    assert.ok((counts[what] ?? 0) > 0, `nothing of ${what} came about`);
});

test.run();
