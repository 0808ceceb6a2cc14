// test/simulation/knownFaults.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { runScenario, textOf } from "./scenarios/runScenario.js";
import { KNOWN_FAULTS, ORDINARY } from "./scenarios/scenarios.js";
var test = suite("scenarios of the simulation");
for (const scenario of KNOWN_FAULTS)
  test(`known, and mended by issue ${scenario.issue}: ${scenario.name}`, async () => {
    const outcome = await runScenario(scenario);
    assert.is(outcome.wrong, null, textOf(outcome));
  });
for (const scenario of ORDINARY)
  test(scenario.name, async () => {
    const outcome = await runScenario(scenario);
    assert.is(outcome.wrong, null, textOf(outcome));
  });
test.run();
//# sourceMappingURL=knownFaults.test.js.map
