// test/simulation/fast/scenarios/scenarios.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { fileSkipped } from "../../../support/skipped.js";
import { told } from "../../../support/told.js";
import { missingFakeTime } from "../fakeTime.js";
import { lifeTime } from "../journal.js";
import { reportOf } from "../report.js";
import { met } from "./scenario.js";
import { SCENARIOS } from "./scenarios.js";
var missing = missingFakeTime();
if (missing !== null) fileSkipped(missing);
var test = suite("fixed scenarios of the fast life");
for (const scenario of SCENARIOS) {
  const { name, knownFaultOf } = scenario;
  const title = knownFaultOf === null ? name : `${name}: must still fail (${knownFaultOf})`;
  test(title, async () => {
    const { breaches, others, evidence, foundAfterMs } = await met(scenario);
    const report = (which) => reportOf(evidence, which, `npm test -- simulation/fast/scenarios --match '${name}'`);
    assert.is(others.length, 0, `something else is wrong:
${report(others)}`);
    if (knownFaultOf === null) return assert.is(breaches.length, 0, report(breaches));
    assert.ok(
      breaches.length > 0,
      `'${name}' no longer fails: ${knownFaultOf} is mended, so set its knownFaultOf to null`
    );
    const { life, real } = foundAfterMs;
    const after = life === null ? "" : `${lifeTime(life)} of life, `;
    const sentence = breaches[0]?.what.slice(0, 300).replaceAll("\n", " ") ?? "";
    told(
      `known fault '${name}' (${knownFaultOf}) was found after ${after}${(real / 1e3).toFixed(1)} s: ${sentence}`
    );
  });
}
test.run();
//# sourceMappingURL=scenarios.test.js.map
