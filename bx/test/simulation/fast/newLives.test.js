// test/simulation/fast/newLives.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { seededRandom } from "../../support/seededRandom.js";
import { fileSkipped } from "../../support/skipped.js";
import { SEED } from "../../support/testRun.js";
import { told } from "../../support/told.js";
import { audit } from "./audit/audit.js";
import { missingFakeTime } from "./fakeTime.js";
import { live } from "./life.js";
import { machineTooBusy, reportOf, summaryOf } from "./report.js";
import { fastWorld } from "./world.js";
var missing = missingFakeTime();
if (missing !== null) fileSkipped(missing);
var test = suite("the fast life under new seeds");
var LIVES = 2;
var MINUTES = 1.75;
var random = seededRandom(SEED);
for (let life = 1; life <= LIVES; life += 1) {
  const seed = Math.floor(random() * 1e6);
  test(`life ${life} breaks no rule`, async () => {
    const again = `npm run simulate -- --fast --seed ${seed} --minutes ${MINUTES}`;
    const world = await fastWorld(seed);
    try {
      await live(world, MINUTES);
      const evidence = await world.evidence();
      const breaches = audit(evidence);
      told(`seed ${seed}: ${summaryOf(evidence)}; ${breaches.length} breaches; again: ${again}`);
      const busy = machineTooBusy(evidence);
      if (breaches.length > 0 && busy !== null) return told(`seed ${seed}: nothing is decided: ${busy}`);
      assert.is(breaches.length, 0, reportOf(evidence, breaches, again));
    } finally {
      await world.close();
    }
  });
}
test.run();
//# sourceMappingURL=newLives.test.js.map
