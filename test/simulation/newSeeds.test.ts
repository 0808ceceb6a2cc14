// runs in: test:all
// timeout: 1800 s

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../support/seededRandom.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { told } from '../support/told.ts';
import { breachText } from './breachText.ts';
import { planOf } from './planning/planOf.ts';
import { KNOWN_INGREDIENTS } from './scenarios/scenarios.ts';
import { simulate } from './simulate.ts';

const test = suite('the whole service under new seeds');

const DAYS = 0.1;
/** Of processor time, so that a busy machine changes nothing; the last seed is lived to its end. */
const LASTS_MS = RUN_ALL ? 180_000 : 20_000;
const processorMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000;

test('two hours and a half of each seed break no rule', async () => {
  const random = seededRandom(SEED);
  const size = {
    hours: DAYS * 24,
    processes: null,
    messages: 1_000,
    endpoints: 20,
    without: KNOWN_INGREDIENTS,
  };
  for (const beganMs = processorMs(); processorMs() - beganMs < LASTS_MS; ) {
    const seed = Math.floor(random() * 1_000_000);
    const again = `npm run simulate -- --seed ${seed} --days ${DAYS}`;
    let outcome = await simulate(planOf(seed, size));
    told(`seed ${seed}: ${outcome.breaches.length} breaches, sha256 ${outcome.sha256}; again: ${again}`);
    if (outcome.breaches.length === 0) continue;
    // Where no poll is left out it is the service's own; else the simulator's, to be mended there (README).
    outcome = await simulate(planOf(seed, size), { isEveryPollLived: true });
    told(`seed ${seed}: ${outcome.breaches.length} breaches with every poll; again: ${again} --every-poll`);
    assert.is(outcome.breaches.map((breach) => breachText(breach, outcome)).join('\n'), '', again);
  }
});

test.run();
