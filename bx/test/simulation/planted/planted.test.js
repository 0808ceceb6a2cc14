// test/simulation/planted/planted.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ORDINARY } from "../scenarios/scenarios.js";
import { FOUND_IN, NOT_FOUND } from "./expectations.js";
import { compiledWith } from "./plant.js";
import { UNDONE_FIXES } from "./undoneFixes.js";
import { UNNOTICED_FAULTS } from "./unnoticedFaults.js";
var test = suite("faults to plant");
var FAULTS = [...UNDONE_FIXES, ...UNNOTICED_FAULTS];
test("each text that a fault replaces stands in its file exactly once, and the program is another without it", async () => {
  for (const { name, file, edits } of FAULTS)
    assert.is.not(await compiledWith(file, edits), await compiledWith(file, []), name);
});
test("of each fault it is known where it is found, or why it is not", () => {
  const known = [...Object.keys(FOUND_IN), ...Object.keys(NOT_FOUND)];
  assert.equal(known.sort(), FAULTS.map(({ name }) => name).sort());
  const scenarios = ORDINARY.map(({ name }) => name);
  assert.equal(
    Object.values(FOUND_IN).filter((name) => !scenarios.includes(name)),
    []
  );
});
test.run();
//# sourceMappingURL=planted.test.js.map
