// test/simulation/planted/plantedSearch.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { FOUND_IN } from "./expectations.js";
import { plantedCopy } from "./plant.js";
import { UNDONE_FIXES } from "./undoneFixes.js";
import { UNNOTICED_FAULTS } from "./unnoticedFaults.js";
var test = suite("the search for planted faults");
var SECONDS = 60;
test("each fault is found in its scenario: it still is one", async () => {
  const copy = await plantedCopy("planted-in-a-test");
  const unnoticed = [];
  try {
    for (const fault of [...UNDONE_FIXES, ...UNNOTICED_FAULTS]) {
      const scenario = FOUND_IN[fault.name];
      if (scenario === void 0) continue;
      const outcome = await copy.search(fault, SECONDS, scenario);
      const found = typeof outcome === "string" ? outcome : outcome.found?.rule;
      if (found === void 0) unnoticed.push(fault.name);
    }
  } finally {
    await copy.close();
  }
  assert.equal(unnoticed, []);
});
test.run();
//# sourceMappingURL=plantedSearch.test.js.map
