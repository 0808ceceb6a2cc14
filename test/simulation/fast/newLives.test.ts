// runs in: test:all
// timeout: 2400 s

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../support/seededRandom.ts';
import { fileSkipped } from '../../support/skipped.ts';
import { SEED } from '../../support/testRun.ts';
import { told } from '../../support/told.ts';
import { audit } from './audit/audit.ts';
import { missingFakeTime } from './fakeTime.ts';
import { live } from './life.ts';
import { machineTooBusy, reportOf, summaryOf } from './report.ts';
import { fastWorld } from './world.ts';

const missing = missingFakeTime();
if (missing !== null) fileSkipped(missing);
const test = suite('the fast life under new seeds');

/** Four minutes in all, of which a build machine has an hour: `npm run simulate -- --fast --minutes 10` lives longer. */
const LIVES = 2;
/** Each is an hour of life. */
const MINUTES = 1.75;

const random = seededRandom(SEED);
for (let life = 1; life <= LIVES; life += 1) {
  const seed = Math.floor(random() * 1_000_000);
  test(`life ${life} breaks no rule`, async () => {
    const again = `npm run simulate -- --fast --seed ${seed} --minutes ${MINUTES}`;
    const world = await fastWorld(seed);
    try {
      await live(world, MINUTES);
      const evidence = await world.evidence();
      const breaches = audit(evidence);
      told(`seed ${seed}: ${summaryOf(evidence)}; ${breaches.length} breaches; again: ${again}`);
      const busy = machineTooBusy(evidence);
      // What the service met as time-outs was the machine's doing.
      if (breaches.length > 0 && busy !== null) return told(`seed ${seed}: nothing is decided: ${busy}`);
      assert.is(breaches.length, 0, reportOf(evidence, breaches, again));
    } finally {
      await world.close();
    }
  });
}

test.run();
