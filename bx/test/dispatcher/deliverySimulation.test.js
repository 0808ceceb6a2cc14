// test/dispatcher/deliverySimulation.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { told } from "../support/told.js";
import { simulate } from "./simulation/simulation.js";
var test = suite("webhook deliveries, simulated");
var DELIVERIES = RUN_ALL ? 1e5 : 5e3;
test(`every attempt is on schedule, dead is after exactly seven, and none is lost (seed ${SEED})`, async () => {
  const { breaches, counts } = await simulate(SEED, DELIVERIES);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  told(`${DELIVERIES} deliveries simulated with seed ${SEED}: ${figures.join(", ")}`);
  assert.equal(breaches.slice(0, 10), [], `${breaches.length} breaches with seed ${SEED}`);
  assert.is((counts.delivered ?? 0) + (counts.dead ?? 0), DELIVERIES);
  for (const what of ["kills", "steps", "withheld", "twice", "dead", "disabled"])
    assert.ok((counts[what] ?? 0) > 0, `nothing of ${what} came about`);
});
test.run();
//# sourceMappingURL=deliverySimulation.test.js.map
