// runs in: test:all
// timeout: 3600 s

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SEED } from '../support/testRun.ts';
import { planOf } from './planning/planOf.ts';
import { KNOWN_INGREDIENTS } from './scenarios/scenarios.ts';
import { simulate } from './simulate.ts';
import { toldOf } from './telling.ts';

const test = suite('new seeds of the whole service');

/** For so long new seeds are begun. How many that are says nothing, and nothing depends on it. */
const LASTS_MS = 180_000;
const HOURS = 6;

test('seeds that nobody has tried break no rule', async () => {
  const untilMs = performance.now() + LASTS_MS;
  for (let seed = SEED; performance.now() < untilMs; seed += 1) {
    const size = {
      hours: HOURS,
      processes: null,
      messages: 1_000,
      endpoints: 20,
      without: KNOWN_INGREDIENTS,
    };
    const outcome = await simulate(planOf(seed, size));
    const told = outcome.breaches.map((breach) => toldOf(breach, outcome)).join('\n');
    assert.is(told, '', `npm run simulate -- --seed ${seed} --days ${HOURS / 24}`);
  }
});

test.run();
