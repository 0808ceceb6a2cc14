// runs in: test:all
// timeout: 900 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileSkipped } from '../../../support/skipped.ts';
import { told } from '../../../support/told.ts';
import { missingFakeTime } from '../fakeTime.ts';
import { lifeTime } from '../journal.ts';
import { reportOf } from '../report.ts';
import { met } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const missing = missingFakeTime();
if (missing !== null) fileSkipped(missing);
const test = suite('fixed scenarios of the fast life');

for (const scenario of SCENARIOS) {
  const { name, knownFaultOf } = scenario;
  const title = knownFaultOf === null ? name : `${name}: must still fail (${knownFaultOf})`;
  test(title, async () => {
    const { breaches, others, evidence, foundAfterMs } = await met(scenario);
    const report = (which: typeof breaches) =>
      reportOf(evidence, which, `npm test -- simulation/fast/scenarios --match '${name}'`);
    assert.is(others.length, 0, `something else is wrong:\n${report(others)}`);
    if (knownFaultOf === null) return assert.is(breaches.length, 0, report(breaches));
    assert.ok(
      breaches.length > 0,
      `'${name}' no longer fails: ${knownFaultOf} is mended, so set its knownFaultOf to null`,
    );
    const { life, real } = foundAfterMs;
    const after = life === null ? '' : `${lifeTime(life)} of life, `;
    const sentence = breaches[0]?.what.slice(0, 300).replaceAll('\n', ' ') ?? '';
    told(
      `known fault '${name}' (${knownFaultOf}) was found after ${after}${(real / 1_000).toFixed(1)} s: ${sentence}`,
    );
  });
}

test.run();
