// timeout: 600 s

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { breachText } from './breachText.ts';
import { planOf } from './planning/planOf.ts';
import { KNOWN_INGREDIENTS } from './scenarios/scenarios.ts';
import { type Outcome, simulate } from './simulate.ts';

const test = suite('the whole service under one seed');

const SIZE = { hours: 2, processes: null, messages: 1_000, endpoints: 20, without: KNOWN_INGREDIENTS };
/** The same each time: `npm run simulate` is for new ones. */
const SEEDS = [1, 2, 3];

const breachesOf = (outcome: Outcome) =>
  outcome.breaches.map((breach) => breachText(breach, outcome)).join('\n');

for (const seed of SEEDS)
  test(`two hours of seed ${seed} break no rule`, async () => {
    const outcome = await simulate(planOf(seed, SIZE));
    assert.is(breachesOf(outcome), '');
    // What a plan brings and nobody takes would be well whatever the service did.
    const { texts, receipts, inbound, rebuilds } = outcome.world.journal.books;
    assert.ok(
      texts.some((line) => line.outcome === 'taken'),
      'the carrier took a text',
    );
    assert.ok(
      receipts.some(({ answer }) => answer === 'taken'),
      'a receipt was taken',
    );
    assert.ok(
      inbound.some(({ answer }) => answer === 'taken'),
      'a text of a person was taken',
    );
    assert.ok(
      rebuilds.some(({ what }) => what === 'done'),
      'a rebuild was done',
    );
  });

test('the same seed gives the same log, byte for byte', async () => {
  const run = () => simulate(planOf(1, { ...SIZE, hours: 0.25 }));
  const { sha256 } = await run();
  assert.is((await run()).sha256, sha256);
});

test.run();
