// runs in: test:all
// timeout: 2400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileSkipped, skipped } from '../../support/skipped.ts';
import { SEED } from '../../support/testRun.ts';
import { told } from '../../support/told.ts';
import { audit } from './audit/audit.ts';
import { missingFakeTime } from './fakeTime.ts';
import { live } from './life.ts';
import { machineTooBusy, reportOf, summaryOf } from './report.ts';
import { fastWorld } from './world.ts';

const missing = missingFakeTime();
if (missing !== null) fileSkipped(missing);
const test = suite('the fast life');

/** Each is an hour of life. */
const MINUTES = 3;

test(`${MINUTES} hours of life over the built service keep every promise (seed ${SEED})`, async () => {
  const world = await fastWorld(SEED);
  try {
    await live(world, MINUTES);
    const evidence = await world.evidence();
    const breaches = audit(evidence);
    told(`seed ${SEED}: ${summaryOf(evidence)}`);
    const busy = machineTooBusy(evidence);
    if (breaches.length > 0 && busy !== null) return skipped(busy);
    const again = `npm run simulate -- --fast --seed ${SEED} --minutes ${MINUTES}`;
    assert.is(breaches.length, 0, reportOf(evidence, breaches, again));
  } finally {
    await world.close();
  }
});

test.run();
