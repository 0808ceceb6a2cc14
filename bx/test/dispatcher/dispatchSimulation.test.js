// test/dispatcher/dispatchSimulation.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { told } from "../support/told.js";
import { simulateDispatch } from "./simulation/dispatchSimulation.js";
var test = suite("the whole dispatch, simulated");
var SIZE = RUN_ALL ? { events: 1e3, days: 3 } : { events: 60, days: 0.25 };
var EXPECTED = RUN_ALL ? ["kills", "steps", "unseen", "dead", "disabled"] : ["kills", "steps", "dead"];
test(`slots, lanes, the short way and pauses keep the same rules (seed ${SEED})`, async () => {
  const { breaches, counts } = await simulateDispatch(SEED, SIZE);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  told(`the dispatch simulated with seed ${SEED}: ${figures.join(", ")}`);
  assert.equal(breaches.slice(0, 10), [], `${breaches.length} breaches with seed ${SEED}`);
  assert.is((counts.delivered ?? 0) + (counts.dead ?? 0), counts.deliveries);
  for (const what of EXPECTED) assert.ok((counts[what] ?? 0) > 0, `nothing of ${what} came about`);
});
test.run();
//# sourceMappingURL=dispatchSimulation.test.js.map
